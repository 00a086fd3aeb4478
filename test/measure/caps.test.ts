import { describe, expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse.ts";
import {
  capsAfter,
  checkCaps,
  costLine,
  costOf,
  jobsCostLine,
  requestCap,
} from "../../src/measure/caps.ts";
import { aWorkloadRun } from "../support/builders.ts";
import { aWorkload } from "../support/workloads.ts";

function configOf(inputs: Readonly<Record<string, string>>) {
  const given: Readonly<Record<string, string>> = { endpoint: "http://127.0.0.1:1/v1", ...inputs };
  return parseConfig({ read: (name) => given[name], file: () => undefined });
}

test("the default job costs 300 requests, 16 to warm up and one probe", () => {
  // 256 prompt and at most 128 output tokens each: 317 × 384.
  expect(costOf(configOf({}))).toEqual({ requests: 317, tokens: 121_728 });
  expect(costOf(configOf({ "ready-timeout": "0" }))).toMatchObject({ requests: 316 });
});

test("a closed loop bounded by time has no cost that could be told", () => {
  expect(costOf(configOf({ duration: "10s" }))).toEqual({ requests: undefined, tokens: undefined });
});

test("the plan is said in requests, tokens and time", () => {
  // 316 requests, 8 at a time, 0.3 s + 128 × 20 ms each: 113 s.
  expect(costLine(configOf({}))).toBe(
    "Plan: 317 requests, at most 121,728 tokens, about 2 min at 300 ms to the first token and 20 ms per token; twice that if confirmed. Budget 15 min.",
  );
});

test("several jobs are said together, and whether the budget may be too short for them", () => {
  // 317 requests, 121,728 tokens and 113 s each.
  expect(jobsCostLine(configOf({}), 5)).toBe(
    "Plan: 5 jobs, together 1,585 requests, at most 608,640 tokens, about 9 min at 300 ms to the first token and 20 ms per token. Budget 15 min.",
  );
  expect(jobsCostLine(configOf({}), 1)).toMatch(
    /^Plan: 1 job, 317 requests, at most 121,728 tokens/,
  );
  expect(jobsCostLine(configOf({}), 10)).toMatch(/ 19 min .* That may not do for all of them\.$/);
  expect(() => checkCaps(configOf({ "max-requests": "1584" }), 5)).toThrow(
    "max-requests: saw 1584; legal: at least 1585, which 5 jobs cost",
  );
});

describe("a duet", () => {
  const twin = { "baseline-endpoint": "http://127.0.0.1:2/v1" };

  test("costs at each endpoint 500 requests, 25 to warm up, 8 at each later switch, and a probe", () => {
    // max(2 × 8, 5 % of 500) = 25; 2 × (500 + 25 + 9 × 8 + 1) = 1,196, of 384 tokens each.
    expect(costOf(configOf(twin))).toEqual({ requests: 1_196, tokens: 459_264 });
  });

  test("says so beforehand", () => {
    // (597 ÷ 8 + 10 rounds' last answers) × 2.86 s at each: 484 s.
    expect(costLine(configOf(twin))).toBe(
      "Plan: 1,196 requests, half of them to each endpoint, at most 459,264 tokens, about 8 min at 300 ms to the first token and 20 ms per token; twice that if confirmed. Budget 15 min. That may not do for a confirmation.",
    );
    expect(costLine(configOf({ ...twin, budget: "17m" }))).toMatch(/Budget 17 min\.$/);
    expect(costLine(configOf({ ...twin, confirm: "0" }))).toMatch(/Budget 15 min\.$/);
  });

  test("is refused where both sides together break a cap", () => {
    expect(() => checkCaps(configOf({ ...twin, "max-requests": "1195" }))).toThrow(
      "max-requests: saw 1195; legal: at least 1196",
    );
  });

  test("leaves what neither side has sent", () => {
    const run = aWorkloadRun();
    const { duet: _, ...base } = aWorkloadRun();
    const caps = { requests: 10_000, tokens: undefined };
    const duet = { endpoint: "http://h", first: [], rounds: [], base };
    const alone = capsAfter(caps, aWorkload(), run).requests ?? 0;
    const both = capsAfter(caps, aWorkload(), { ...run, duet }).requests ?? 0;
    expect(10_000 - both).toBe(2 * (10_000 - alone));
  });
});

test("plain HTTP costs requests alone, and no cap on tokens bounds it", () => {
  const config = configOf({ api: "http", requests: "80", "max-tokens": "1" });
  // 97 requests, one of them the probe; 96, 8 at a time, 0.3 s each: 3.6 s.
  expect(costLine(config)).toBe(
    "Plan: 97 requests, about 4 s at 300 ms per answer; twice that if confirmed. Budget 15 min.",
  );
  expect(() => checkCaps(config)).not.toThrow();
  const [workload = aWorkload()] = config.workloads;
  expect(requestCap({ requests: undefined, tokens: 0 }, workload)).toBeUndefined();
});

describe("a known cost above a cap is refused, each with what would do", () => {
  test.each([
    [{ "max-requests": "316" }, ["max-requests: saw 316; legal: at least 317"]],
    [
      { "max-requests": "10", "max-tokens": "1000" },
      ["max-requests: saw 10; legal: at least 317", "max-tokens: saw 1000; legal: at least 121728"],
    ],
  ])("%j", (inputs, expected) => {
    for (const line of expected) expect(() => checkCaps(configOf(inputs))).toThrow(line);
  });

  test("a cap that is just enough is kept", () => {
    expect(() =>
      checkCaps(configOf({ "max-requests": "317", "max-tokens": "121728" })),
    ).not.toThrow();
  });
});

test("what is left bounds the next workload, in requests and by tokens", () => {
  const workload = aWorkload(); // 64 + 16 tokens each
  const none = { requests: undefined, tokens: undefined };
  expect(requestCap(none, workload)).toBeUndefined();
  expect(requestCap({ requests: 50, tokens: undefined }, workload)).toBe(50);
  expect(requestCap({ requests: 50, tokens: 799 }, workload)).toBe(9);
  expect(requestCap({ requests: -1, tokens: undefined }, workload)).toBe(0);
});

test("a measured workload uses up what it sent, warm-up included", () => {
  const run = aWorkloadRun();
  run.counts.attempted = 10;
  run.counts.warmUp.attempted = 2;
  const caps = { requests: 100, tokens: 2_000 };
  expect(capsAfter(caps, aWorkload(), run)).toEqual({ requests: 88, tokens: 2_000 - 12 * 80 });
});
