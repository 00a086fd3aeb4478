// The rounds of a duet add up to the workload's plan, whatever bounds it.
import { describe, expect, test } from "vitest";
import { fromSeconds } from "../../../src/time.ts";
import { partOf, roundAt, warmUpAt, warmUpOf } from "../../../src/workload/duet/rounds.ts";
import { scheduleFrom } from "../../../src/workload/schedule.ts";
import type { Load, Workload } from "../../../src/workload/workload.ts";
import { aWorkload } from "../../support/workloads.ts";

const scope = (side: string) => ({ run: "r", measurement: "first", side });
const open: Load = { kind: "open", arrival: "poisson", ratePerSecond: 50, maxInFlight: 100 };

function roundsOf(workload: Workload, of: number) {
  const whole = scheduleFrom(workload, "measure", scope("base"));
  const rounds = Array.from({ length: of }, (_, index) =>
    roundAt(workload, { index, of, unused: 100 * index }, whole.offsets),
  );
  return { whole, rounds, parts: rounds.map((round) => partOf(whole, round)) };
}

describe("requests are split evenly", () => {
  test.each([
    [60, 6, [10, 10, 10, 10, 10, 10]],
    [63, 6, [10, 11, 10, 11, 10, 11]],
    [6, 6, [1, 1, 1, 1, 1, 1]],
  ])("%d over %d rounds", (requests, of, expected) => {
    const { rounds, parts } = roundsOf(aWorkload({ bound: { kind: "requests", requests } }), of);
    expect(parts.map(({ count }) => count)).toEqual(expected);
    expect(rounds.map(({ bound }) => bound)).toEqual(
      expected.map((count) => ({ kind: "requests", requests: count })),
    );
  });
});

test("both sides are asked the same in a round, but for an opening of equal length", () => {
  const workload = aWorkload({ bound: { kind: "requests", requests: 60 } });
  const textOf = (side: string, id: number) => {
    const whole = scheduleFrom(workload, "measure", scope(side));
    const round = roundAt(workload, { index: 3, of: 6, unused: 0 }, undefined);
    const { prompt } = partOf(whole, round).request(id);
    return prompt.kind === "text" ? prompt.text : "";
  };
  const afterNonce = (text: string) => text.slice(text.indexOf(".") + 1);
  const [base, candidate] = [textOf("base", 4), textOf("candidate", 4)];
  expect(base).not.toBe(candidate);
  expect(afterNonce(base)).toBe(afterNonce(candidate));
  expect(afterNonce(base)).not.toBe(afterNonce(textOf("base", 5)));
});

test("a round's requests are those that follow the round before", () => {
  const { whole, parts } = roundsOf(aWorkload({ bound: { kind: "requests", requests: 60 } }), 6);
  const { prompt } = whole.request(42);
  // Rounds of 10: the third of round 4 is 42 of all.
  expect(parts[4]?.request(2)).toEqual({ id: 2, phase: "measure", prompt });
});

test.each([
  ["requests", { kind: "requests", requests: 300 }],
  ["a duration", { kind: "duration", duration: fromSeconds(6) }],
] as const)("an open loop of %s keeps its gaps within a round", (_, bound) => {
  const { whole, rounds, parts } = roundsOf(aWorkload({ load: open, bound }), 6);
  const joined = parts.flatMap(({ offsets = [] }, index) =>
    offsets.map((offset) => offset + (rounds[index]?.startAt ?? 0)),
  );
  expect(joined).toEqual(whole.offsets);
  for (const { offsets = [] } of parts) expect(Math.min(...offsets)).toBeGreaterThanOrEqual(0);
});

test("a closed loop for a duration sends what it can, and asks nothing twice", () => {
  const bound = { kind: "duration", duration: fromSeconds(60) } as const;
  const { whole, rounds, parts } = roundsOf(aWorkload({ bound }), 6);
  expect(rounds.map((round) => round.bound)).toEqual(
    Array(6).fill({ kind: "duration", duration: fromSeconds(10) }),
  );
  expect(parts[2]).not.toHaveProperty("count");
  expect(parts[2]?.request(0).prompt).toEqual(whole.request(200).prompt);
});

describe("warm-up", () => {
  const closed = aWorkload({ load: { kind: "closed", concurrency: 8 }, warmUpRequests: 25 });

  test.each([
    ["whole before the first round, then one for each place in flight", closed, 25 + 5 * 8],
    ["never more at a switch than was asked for", { ...closed, warmUpRequests: 3 }, 3 + 5 * 3],
    ["eight at a switch of an open loop", aWorkload({ load: open, warmUpRequests: 25 }), 25 + 40],
    ["none where none is wanted", { ...closed, warmUpRequests: 0 }, 0],
  ])("is %s", (_, workload, expected) => {
    expect(warmUpOf(workload, 6)).toBe(expected);
  });

  test("asks other things each time, evenly from its start on", () => {
    const workload = aWorkload({ load: open, warmUpRequests: 25 });
    const all = { ...workload, warmUpRequests: warmUpOf(workload, 6) };
    const whole = scheduleFrom(all, "warm-up", scope("base"));
    const third = warmUpAt(workload, 2, whole.offsets);
    expect(third).toMatchObject({ from: 33, to: 41 });
    // 50 a second: 20 ms apart.
    expect(partOf(whole, third).offsets?.slice(0, 3)).toEqual([0, 20_000, 40_000]);
  });
});
