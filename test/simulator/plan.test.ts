import { describe, expect, test } from "vitest";
import { type Behaviour, defaultBehaviour } from "../../src/simulator/options.ts";
import { type AnswerPlan, planFor } from "../../src/simulator/plan.ts";
import { fromMilliseconds } from "../../src/time.ts";

const steady: Behaviour = {
  ...defaultBehaviour,
  ttft: fromMilliseconds(100),
  tpot: fromMilliseconds(10),
};

function answer(change: Partial<Behaviour>, request = 0, tokens = 6): AnswerPlan {
  const plan = planFor({ ...steady, ...change }, request, tokens);
  if (plan.kind !== "answer") throw new Error(plan.kind);
  return plan;
}

const events = (change: Partial<Behaviour>, request = 0, tokens = 6) =>
  answer(change, request, tokens).events.map(({ due, tokens }) => [due / 1_000, tokens]);

const requests = Array.from({ length: 1_000 }, (_, request) => request);
const hit = (change: Partial<Behaviour>, fate: string) =>
  requests.filter((request) => planFor({ ...steady, ...change }, request, 6).kind === fate);

describe("event instants", () => {
  // Token k (from 0) is due at ttft + k·tpot = 100 + 10k ms; an event goes out with its last token.
  test.each<[string, Partial<Behaviour>, number, number[][]]>([
    [
      "one token per event",
      {},
      3,
      [
        [100, 1],
        [110, 1],
        [120, 1],
      ],
    ],
    [
      "the first token alone, then twos",
      { tokensPerEvent: 2 },
      5,
      [
        [100, 1],
        [120, 2],
        [140, 2],
      ],
    ],
    [
      "a last event that is not full",
      { tokensPerEvent: 4 },
      7,
      [
        [100, 1],
        [140, 4],
        [160, 2],
      ],
    ],
    ["a single token", { tokensPerEvent: 8 }, 1, [[100, 1]]],
    ["no token at all", {}, 0, []],
  ])("are those of %s", (_, change, tokens, expected) => {
    expect(events(change, 0, tokens)).toEqual(expected);
  });

  test("the response ends with the last token, or a tail after it", () => {
    expect(answer({}).endsAt).toBe(150_000);
    expect(answer({ tail: fromMilliseconds(7) }).endsAt).toBe(157_000);
    expect(answer({}, 0, 0).endsAt).toBe(100_000);
  });

  test("a stall delays everything after some token, and the end", () => {
    const stalled = answer({ stallRate: 1, stallDuration: fromMilliseconds(1_000) });
    const delays = stalled.events.map(({ due }, n) => due / 1_000 - (100 + 10 * n));
    const first = delays.indexOf(1_000);
    expect(first).toBeGreaterThan(0);
    expect(delays).toEqual(delays.map((_, n) => (n < first ? 0 : 1_000)));
    expect(stalled.endsAt).toBe(1_150_000);
  });

  test("a truncated answer breaks after at least one event and before the last", () => {
    const broken = requests.map((request) => answer({ truncateRate: 1 }, request).brokenAfter);
    expect(new Set(broken)).toEqual(new Set([1, 2, 3, 4, 5]));
  });
});

describe("jitter", () => {
  const jitter = { ttft: 0.2, tpot: 0.1 };

  test("is the same for the same seed and request, whoever came before", () => {
    expect(events({ jitter }, 41)).toEqual(events({ jitter }, 41));
    expect(events({ jitter }, 41)).not.toEqual(events({ jitter }, 42));
    expect(events({ jitter }, 41)).not.toEqual(events({ jitter, seed: 2 }, 41));
  });

  test("of ttft and tpot holds one pace within a request", () => {
    const [first, second, third] = answer({ jitter }, 41).events.map(({ due }) => due);
    const [a, b] = [(second ?? 0) - (first ?? 0), (third ?? 0) - (second ?? 0)];
    // Each instant is rounded to a microsecond, so two equal gaps differ by one at most.
    expect(Math.abs(a - b)).toBeLessThanOrEqual(1);
    expect(a).not.toBe(10_000);
  });

  test("of a gap changes it from token to token and leaves the first alone", () => {
    const dues = answer({ jitter: { ttft: 0, tpot: 0, gap: 0.3 } }, 1).events.map(({ due }) => due);
    expect(dues[0]).toBe(100_000);
    expect(new Set(dues.slice(1).map((due, n) => due - (dues[n] ?? 0))).size).toBe(5);
    expect(dues).toEqual(dues.toSorted((a, b) => a - b));
  });

  test("has mean 1 and the stated coefficient of variation", () => {
    const draws = requests.map(
      (request) => (answer({ jitter }, request).events[0]?.due ?? 0) / 1e5,
    );
    const mean = draws.reduce((sum, draw) => sum + draw) / draws.length;
    const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length;
    // n = 1,000: standard error of the mean 0.2/√1000 = 0.006, of the deviation about 0.2/√2000 = 0.0045;
    // four of each.
    expect(Math.abs(mean - 1)).toBeLessThan(0.025);
    expect(Math.abs(Math.sqrt(variance) - 0.2)).toBeLessThan(0.02);
  });
});

describe("errors and drops", () => {
  test("hit the stated share, the same requests each time", () => {
    const errors = hit({ errorRate: 0.1 }, "error");
    // Binomial(1000, 0.1): standard deviation 9.5; four of them.
    expect(Math.abs(errors.length - 100)).toBeLessThan(38);
    expect(hit({ errorRate: 0.1 }, "error")).toEqual(errors);
    expect(hit({ errorRate: 0.1, seed: 2 }, "error")).not.toEqual(errors);
    expect(hit({ errorRate: 1 }, "error")).toEqual(requests);
  });

  test("a higher rate adds to those already hit", () => {
    const few = hit({ errorRate: 0.05 }, "error");
    expect(hit({ errorRate: 0.2 }, "error")).toEqual(expect.arrayContaining(few));
  });

  test("drops are drawn apart from errors", () => {
    expect(hit({ dropRate: 0.1 }, "dropped")).not.toEqual(hit({ errorRate: 0.1 }, "error"));
  });

  test("a rate leaves the timing of the others alone", () => {
    const jitter = { ttft: 0.2, tpot: 0.1 };
    const spared = requests.find((n) => !hit({ errorRate: 0.5 }, "error").includes(n));
    expect(events({ jitter, errorRate: 0.5 }, spared)).toEqual(events({ jitter }, spared));
  });
});
