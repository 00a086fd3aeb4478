import { describe, expect, test } from "vitest";
import type { RequestRecord } from "../../../src/metrics/record.ts";
import { deploymentMetrics } from "../../../src/metrics/run/deployment.ts";
import { windowOf } from "../../../src/metrics/values/window.ts";
import { fromMilliseconds } from "../../../src/time.ts";
import { digested } from "../../support/measured.ts";
import { aCompleted, aDropped, aFailed, anInterrupted } from "../../support/records.ts";

interface Situation {
  records: readonly RequestRecord[];
  /** End of sending, ms. */
  ended: number;
  concurrency?: number;
}

function metricsOf({ records: told, ended, concurrency = 1 }: Situation) {
  const records = digested(told);
  const window = windowOf({ records, sendingEndedAt: fromMilliseconds(ended), concurrency });
  const { scalars, warnings } = deploymentMetrics(records, window, []);
  const values = Object.entries(scalars).map(([id, scalar]) => [id, scalar.value]);
  return { window, values: Object.fromEntries(values), warnings };
}

describe("throughput over the window", () => {
  test("the worked example: 50 requests of 60 tokens in 10 s", () => {
    const records = Array.from({ length: 50 }, (_, id) =>
      aCompleted({ id, start: id * 200, output: [100, 200], tokens: 60 }),
    );
    const { values } = metricsOf({ records, ended: 10_000 });
    expect(values).toMatchObject({ output_throughput: 300, request_throughput: 5 });
  });

  test("is total tokens over the wall window, not the mean of the requests' rates", () => {
    const records = Array.from({ length: 4 }, (_, id) =>
      aCompleted({ id, output: [200, 2_000], end: 2_000, tokens: 100 }),
    );
    const { values } = metricsOf({ records, ended: 0, concurrency: 4 });
    expect(values).toMatchObject({ output_throughput: 200, request_throughput: 2 });
  });

  test("counts the prompt once in the total", () => {
    const records = [aCompleted({ output: [500, 1_000], tokens: 50, input: 100 })];
    const { values } = metricsOf({ records, ended: 1_000 });
    expect(values).toMatchObject({ total_throughput: 150, output_throughput: 50 });
  });

  test("spreads tokens over pieces by their length, and counts those inside", () => {
    // Pieces of 30 and 10 bytes share 20 tokens as 15 and 5; the second arrives after the window.
    const records = [
      aCompleted({ output: [500, 1_500], bytes: [30, 10], tokens: 20 }),
      aCompleted({ id: 1, output: [100, 200], tokens: 4 }),
    ];
    const { values } = metricsOf({ records, ended: 1_000 });
    expect(values).toMatchObject({ output_throughput: 19, request_throughput: 1 });
  });

  test("a completed request of unknown length leaves token throughput out", () => {
    const records = [aCompleted({ output: [100, 200], tokens: 4 }), aCompleted({ output: [300] })];
    const { values } = metricsOf({ records, ended: 1_000 });
    expect(values).not.toHaveProperty("output_throughput");
    expect(values).toHaveProperty("request_throughput");
  });

  test("failed and interrupted output without a count adds nothing, and a warning says so", () => {
    const records = [
      aCompleted({ output: [100, 900], tokens: 10 }),
      aFailed({ output: [100] }),
      anInterrupted({ output: [100, 200] }),
    ];
    const { values, warnings } = metricsOf({ records, ended: 1_000 });
    expect(values).toMatchObject({ output_throughput: 10 });
    expect(warnings.map(({ code, message }) => [code, message.split(" ")[0]])).toEqual([
      ["uncounted-tokens", "2"],
    ]);
  });
});

describe("the window", () => {
  test("runs from the first send to the end of sending", () => {
    const records = [0, 100, 200].map((start, id) =>
      aCompleted({ id, start, sent: 5, output: [50], end: 400 }),
    );
    const { window } = metricsOf({ records, ended: 1_000 });
    expect(window).toEqual({
      stretches: [{ startAt: 5_000, endAt: 1_000_000 }],
      end: "end-of-sending",
    });
  });

  test("ends with the last completion where fewer than 2 × concurrency were measured", () => {
    const records = [0, 1, 2].map((id) => aCompleted({ id, output: [50], end: 400 }));
    const { window } = metricsOf({ records, ended: 10, concurrency: 2 });
    expect(window).toEqual({ stretches: [{ startAt: 0, endAt: 400_000 }], end: "last-completion" });
  });

  test("is none when nothing was sent", () => {
    expect(metricsOf({ records: [aDropped()], ended: 10 }).window).toBeUndefined();
  });
});

describe("error rate", () => {
  test("is failed over attempted: interrupted are attempted, dropped are not", () => {
    const records = [aCompleted(), aFailed(), anInterrupted(), aCompleted(), aDropped()];
    expect(metricsOf({ records, ended: 1 }).values).toMatchObject({ error_rate: 0.25 });
  });

  test("stands alone when all failed", () => {
    const { values } = metricsOf({ records: [aFailed(), aFailed()], ended: 100 });
    expect(values).toEqual({ error_rate: 1, rejection_rate: 0 });
  });

  test("is absent when nothing was attempted", () => {
    expect(metricsOf({ records: [], ended: 100 }).values).toEqual({});
  });
});

test("a request without the metric of an objective is not good", () => {
  const records = digested([
    aCompleted({ output: [100, 200], end: 210, tokens: 5 }),
    aCompleted({ output: [100], end: 110, tokens: 1 }),
    aCompleted({ output: [900, 1_000], end: 1_000, tokens: 5 }),
  ]);
  const window = windowOf({ records, sendingEndedAt: fromMilliseconds(1_000), concurrency: 1 });
  const { scalars } = deploymentMetrics(records, window, [
    { metric: "ttft", max: fromMilliseconds(500) },
    { metric: "tpot", max: fromMilliseconds(30) },
  ]);
  // Only the first meets both: the second has no pace, the third came late.
  expect(scalars.goodput?.value).toBe(1);
  expect(scalars.good_share?.value).toBeCloseTo(1 / 3, 12);
});
