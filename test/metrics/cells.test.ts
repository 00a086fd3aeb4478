// Cells of a run: values as the catalogue defines them, logs that grow when things get worse.
import { expect, test } from "vitest";
import { cellsOf } from "../../src/metrics/cells.ts";
import type { RunRecord } from "../../src/metrics/run.ts";
import { aDistribution, aRecord, aScalar, aWorkloadRun } from "../support/builders.ts";

function cellsFrom(...records: Partial<RunRecord>[]) {
  const all = records.map((record, id) => aRecord({ id, ...record }));
  return cellsOf(aWorkloadRun({ records: all, metrics: {} }));
}

// 81 tokens, first after 800 ms, last after 2800 ms, end at 2800 ms: 80 tokens in 2 s are 25 ms per token and
// 40 tokens/s; 81 tokens in 2.8 s are 28.93 tokens/s.
const example = { ttftMs: 800, lastOutputMs: 2800, e2eMs: 2800, outputTokens: 81 };

test("one request's values are those of the worked example", () => {
  const found = cellsFrom(example);
  const rounded = (id: string) => Number(found[id]?.value.toFixed(2));
  expect(
    ["ttft.p50", "e2e.p95", "tpot.mean", "generation_rate.p50", "whole_request_rate.p50"].map(
      rounded,
    ),
  ).toEqual([800, 2800, 25, 40, 28.93]);
});

test("y grows with a latency and falls with a rate", () => {
  const found = cellsFrom(example);
  expect(found["ttft.p50"]?.y).toBe(Math.log(800));
  expect(found["generation_rate.p50"]?.y).toBeCloseTo(-Math.log(40), 12);
});

test("only completed requests count", () => {
  const found = cellsFrom(
    example,
    { ...example, ttftMs: 9000, outcome: "failed", failure: "timeout" },
    { ...example, ttftMs: 9000, outcome: "interrupted" },
  );
  expect(found["ttft.p99"]).toMatchObject({ value: 800, n: 1 });
});

test.each<[string, Partial<RunRecord>]>([
  ["one token", { outputTokens: 1 }],
  ["one read", { outputReads: 1 }],
  ["an unknown count", { outputTokens: null }],
  ["no stream", { ttftMs: null, lastOutputMs: null, outputReads: null }],
])("%s leaves a request without a pace", (_, record) => {
  const found = cellsFrom({ ...example, ...record });
  expect(found["tpot.p50"]).toBeUndefined();
  expect(found["generation_rate.p50"]).toBeUndefined();
  expect(found["e2e.p50"]?.value).toBe(2800);
});

test("a wait of nothing is no number, as no answer crosses a network in no time", () => {
  const found = cellsFrom({ ttftMs: 0, ttfvtMs: 0, e2eMs: 0 });
  const waits = Object.keys(found).filter((id) => /^(ttft|ttfvt|e2e)\./.test(id));
  expect(waits).toEqual([]);
});

test("no time is shorter than a microsecond, so that every log is finite", () => {
  const found = cellsFrom({ ttftMs: 0, lastOutputMs: 0, e2eMs: 0 });
  expect(found["tpot.p50"]?.value).toBe(0.001);
  expect(Object.values(found).every(({ y, w }) => Number.isFinite(y) && Number.isFinite(w))).toBe(
    true,
  );
});

test("a throughput of zero has no cell, and the error rate never has one", () => {
  const metrics = {
    output_throughput: aScalar("output_throughput", 0),
    request_throughput: aScalar("request_throughput", 5),
    error_rate: aScalar("error_rate", 0.01),
  };
  const found = cellsOf(aWorkloadRun({ records: [aRecord(), aRecord({ id: 1 })], metrics }));
  expect(found["output_throughput"]).toBeUndefined();
  expect(found["error_rate"]).toBeUndefined();
  expect(found["request_throughput"]).toEqual({ value: 5, y: -Math.log(5), w: 0.01, n: 2 });
});

test("gaps come from their distribution and count the requests behind them", () => {
  const metrics = { itl: aDistribution("itl", [10, 20, 30, 40, 50]) };
  const found = cellsOf(aWorkloadRun({ records: [aRecord(), aRecord({ id: 1 })], metrics }));
  expect(found["itl.p50"]).toEqual({ value: 30, y: Math.log(30), w: 0.02, n: 2 });
});

test("the error within the run is taken in the order of the starts", () => {
  // Slow and fast halves: neighbours are alike in start order, so the error must exceed that of the shuffled order.
  const ttfts = Array.from({ length: 100 }, (_, i) => (i < 50 ? 100 : 200) + (i % 7));
  const shuffled = ttfts.map((ttftMs, i) => ({ ttftMs, scheduledMs: (i * 37) % 100 }));
  const inOrder = ttfts.map((ttftMs, i) => ({ ttftMs, scheduledMs: i })).toReversed();
  expect(cellsFrom(...inOrder)["ttft.p50"]?.w).toBeGreaterThan(
    cellsFrom(...shuffled)["ttft.p50"]?.w ?? Number.NaN,
  );
});

test("queue delay is a cell where a plan said when to send", () => {
  const open = aWorkloadRun({ records: [aRecord({ scheduledMs: 100, sentMs: 103 })], metrics: {} });
  const client = { ...open.client!, scheduleLatenessP99Ms: 3 };
  expect(cellsOf({ ...open, client })["queue_delay.p50"]?.value).toBe(3);
  expect(cellsOf(open)["queue_delay.p50"]).toBeUndefined();
});

test("no completed request, no cells", () => {
  expect(cellsFrom({ outcome: "failed", failure: "connect" })).toEqual({});
});
