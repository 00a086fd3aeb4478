// The cost told beforehand: requests and the most tokens they can ask for.
import { expect, test } from "vitest";
import { fromSeconds } from "../../src/time.ts";
import { expectedCost } from "../../src/workload/cost.ts";
import type { Load, Workload } from "../../src/workload/workload.ts";
import { aWorkload } from "../support/workloads.ts";

const rateFive: Load = { kind: "open", arrival: "constant", ratePerSecond: 5, maxInFlight: 64 };
const oneMinute = { kind: "duration", duration: fromSeconds(60) } as const;

test("requests of measurement and warm-up, times their lengths", () => {
  // (10 + 2) requests of 64 and 16 tokens.
  expect(expectedCost(aWorkload())).toEqual({ requests: 12, inputTokens: 768, outputTokens: 192 });
});

test("a spread counts as its longest prompt", () => {
  const prompts = {
    kind: "synthetic",
    length: { minimum: 20, maximum: 100 },
    encoding: "o200k_base",
  } as const;
  expect(expectedCost(aWorkload({ prompts })).inputTokens).toBe(1_200);
});

test("an open loop for a duration counts its due times", () => {
  // 5/s for 60 s and 2 of warm-up.
  const cost = expectedCost(aWorkload({ load: rateFive, bound: oneMinute }));
  expect(cost.requests).toBe(302);
});

test("a closed loop for a duration cannot be told", () => {
  expect(expectedCost(aWorkload({ bound: oneMinute }))).toEqual({
    requests: undefined,
    inputTokens: undefined,
    outputTokens: undefined,
  });
});

const listed: Partial<Workload> = {
  prompts: {
    kind: "listed",
    digest: "d",
    prompts: [
      { kind: "text", text: "x" },
      { kind: "messages", messages: [{ role: "user", content: "x" }] },
      { kind: "text", text: "xxx" },
    ],
  },
};
// A fake counter: characters. The message list is '[{"role":"user","content":"x"}]', 31 characters.
const characters = (text: string) => text.length;

test("listed prompts count as often as the cycle sends them", () => {
  // 10 = 3 cycles of 1 + 31 + 3 and one more 1; warm-up begins again: 1 + 31.
  const cost = expectedCost(aWorkload({ ...listed, cache: "warm" }), characters);
  expect(cost.inputTokens).toBe(3 * 35 + 1 + 32);
});

test("a cold cache adds a nonce of nine tokens to each listed prompt", () => {
  const cost = expectedCost(aWorkload(listed), characters);
  expect(cost.inputTokens).toBe(3 * 35 + 1 + 32 + 12 * 9);
});

test("listed prompts without a counter have unknown input tokens", () => {
  expect(expectedCost(aWorkload(listed))).toEqual({
    requests: 12,
    inputTokens: undefined,
    outputTokens: 192,
  });
});
