// Quantiles and order-statistic intervals against independent implementations.
import { expect, test } from "vitest";
import { orderInterval, quantile } from "../../src/stats/quantile.ts";
import { sampleOf } from "../../src/stats/sample.ts";
import { expectClose } from "./close.ts";
import vectors from "./vectors.json" with { type: "json" };

const sample = sampleOf(vectors.quantile.x)!;

test.each([
  [0.5, vectors.quantile.p50],
  [0.9, vectors.quantile.p90],
  [0.95, vectors.quantile.p95],
  [0.99, vectors.quantile.p99],
  [0, 1.9],
  [1, 9.7],
])("the %d quantile is that of numpy", (q, expected) => {
  expectClose(quantile(sample, q), expected);
});

test("every quantile of one value is that value", () => {
  expect([0, 0.5, 0.99, 1].map((q) => quantile(sampleOf([7])!, q))).toEqual([7, 7, 7, 7]);
});

test.each(vectors.orderInterval)(
  "order statistics $lo to $hi of $n enclose the $q quantile",
  ({ n, q, conf, lo, hi, coverage }) => {
    const interval = orderInterval({ n, q, confidence: conf });
    expect([interval.lower, interval.upper]).toEqual([lo, hi]);
    expectClose(interval.coverage, coverage);
  },
);

test("one value bounds nothing", () => {
  expect(orderInterval({ n: 1, q: 0.5, confidence: 0.95 })).toEqual({
    lower: 0,
    upper: 2,
    coverage: 1,
  });
});
