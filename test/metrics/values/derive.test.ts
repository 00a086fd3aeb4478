import { describe, expect, test } from "vitest";
import type { Completed } from "../../../src/metrics/record.ts";
import { arrivalsOf, derive, gapsOf } from "../../../src/metrics/values/derive.ts";
import { aCompleted } from "../../support/records.ts";

const timesOf = (record: Completed) => {
  const arrivals = arrivalsOf(record);
  return { ...derive(record, arrivals), itl: gapsOf(record, arrivals) };
};

/** `count` arrivals from `first` to `last`, evenly spaced. */
function evenly(count: number, first: number, last: number): number[] {
  return Array.from({ length: count }, (_, k) => first + (k * (last - first)) / (count - 1));
}

describe("the worked example: 81 tokens, first at 0.8 s, last at 2.8 s", () => {
  const derived = timesOf(aCompleted({ output: evenly(81, 800, 2800), end: 2800, tokens: 81 }));

  test("comes out exactly", () => {
    expect(derived.ttft).toBe(800_000);
    expect(derived.e2e).toBe(2_800_000);
    expect(derived.generationRate).toBe(40); // 80 tokens in 2.0 s
    expect(derived.wholeRequestRate).toBeCloseTo(28.93, 2); // 81 ÷ 2.8
    expect(derived.tpot).toBe(25_000); // 2.0 s ÷ 80
  });

  test("has 80 gaps of 25 ms", () => {
    expect(derived.itl).toEqual(Array(80).fill(25_000));
  });
});

describe("absent, never zero", () => {
  test("one token has no pace", () => {
    const derived = timesOf(aCompleted({ output: [120], end: 140, tokens: 1 }));
    expect(derived).toMatchObject({ ttft: 120_000, e2e: 140_000, itl: [] });
    expect(derived).not.toHaveProperty("tpot");
    expect(derived).not.toHaveProperty("generationRate");
  });

  test("output that all came in one read has no pace", () => {
    const derived = timesOf(aCompleted({ output: [1700, 1700, 1700], end: 1700, tokens: 6 }));
    expect(derived).toMatchObject({ ttft: 1_700_000, outputReads: 1, itl: [] });
    expect(derived).not.toHaveProperty("tpot");
  });

  test("an unknown token count leaves the rates out and keeps the times", () => {
    const derived = timesOf(aCompleted({ output: [100, 200, 300, 400], end: 410 }));
    expect(derived).toMatchObject({ ttft: 100_000, e2e: 410_000 });
    expect(derived).not.toHaveProperty("tpot");
    expect(derived).not.toHaveProperty("wholeRequestRate");
  });

  test("an answer that was not streamed has only e2e and the whole-request rate", () => {
    const derived = timesOf(aCompleted({ output: [450], end: 450, tokens: 9, streamed: false }));
    expect(derived).toMatchObject({ e2e: 450_000, wholeRequestRate: 20 }); // 9 ÷ 0.45 s
    expect(derived).not.toHaveProperty("ttft");
    expect(derived).not.toHaveProperty("lastOutput");
  });

  test("an answer of reasoning alone has no first visible piece", () => {
    const derived = timesOf(aCompleted({ output: [60, 90], kinds: ["reasoning", "reasoning"] }));
    expect(derived.ttft).toBe(60_000);
    expect(derived).not.toHaveProperty("ttfvt");
  });
});

test("pieces that hold several tokens: pace by tokens, gaps by pieces", () => {
  // 9 tokens in three pieces, 30 ms apart: (160 − 100) ÷ 8 = 7.5 ms per token.
  const derived = timesOf(aCompleted({ output: [100, 130, 160], end: 220, tokens: 9 }));
  expect(derived.tpot).toBe(7_500);
  expect(derived.itl).toEqual([30_000, 30_000]);
  expect(derived.generationRate).toBeCloseTo(133.33, 2);
});

test("pieces of one read have a gap of zero, never a negative one", () => {
  const derived = timesOf(aCompleted({ output: [100, 100, 100, 130, 130, 160], tokens: 6 }));
  expect(derived.itl).toEqual([0, 0, 30_000, 0, 30_000]);
});

test("first visible output comes after the reasoning", () => {
  const kinds = ["reasoning", "text", "text"] as const;
  // 13,228 tokens between 1,175 ms and 192,851 ms: 13,227 ÷ 191.676 s = 69.01 tokens/s.
  const derived = timesOf(
    aCompleted({ output: [1_175, 183_581, 192_851], kinds, end: 192_985, tokens: 13_228 }),
  );
  expect(derived).toMatchObject({ ttft: 1_175_000, ttfvt: 183_581_000, e2e: 192_985_000 });
  expect(derived.generationRate).toBeCloseTo(69.01, 2);
});

test("e2e is ttft, pace and tail, to the microsecond", () => {
  const {
    e2e,
    ttft = 0,
    tpot = 0,
    lastOutput = 0,
  } = timesOf(aCompleted({ output: [33.333, 71.717, 99.999], end: 104.2, tokens: 7 }));
  expect(ttft + 6 * tpot + (e2e - lastOutput)).toBeCloseTo(e2e, 6);
});

test("queue delay is the true write less the plan", () => {
  expect(timesOf(aCompleted({ sent: 12.5, output: [50] })).queueDelay).toBe(12_500);
});
