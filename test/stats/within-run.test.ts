// Standard errors within a run, with the widening that neighbours' likeness asks for.
import { expect, test } from "vitest";
import { quantile } from "../../src/stats/quantile.ts";
import { randomFrom } from "../../src/stats/random.ts";
import { sampleOf } from "../../src/stats/sample.ts";
import { indicatorInflation, meanLogError, quantileLogError } from "../../src/stats/within-run.ts";
import { expectClose } from "./close.ts";
import vectors from "./vectors.json" with { type: "json" };

/** x = round(exp(5 + .3 a), 3) of a_t = .7 a_(t−1) + N(0, 1); normals by Box and Muller's cosine. */
function autoregressive(n: number, seed: number): number[] {
  const random = randomFrom(seed);
  let state = 0;
  return Array.from({ length: n }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    state = 0.7 * state + radius * Math.cos(2 * Math.PI * random());
    return Math.round(Math.exp(5 + 0.3 * state) * 1000) / 1000;
  });
}

const { indicator } = vectors;
const values = autoregressive(indicator.n, indicator.seed);

test("the series is the reference's", () => {
  expect(values.slice(0, 5)).toEqual(indicator.first5);
});

test.each([
  [0.5, indicator.tau_p50, indicator.wse_p50],
  [0.95, indicator.tau_p95, indicator.wse_p95],
])("slow neighbours widen the error of the %d quantile", (q, inflation, error) => {
  expectClose(indicatorInflation(values, quantile(sampleOf(values)!, q)), inflation);
  expectClose(quantileLogError(values, q), error);
});

test("equal values have no error and widen nothing", () => {
  const equal = new Array<number>(50).fill(12);
  expect(quantileLogError(equal, 0.95)).toBe(0);
  expect(meanLogError(equal)).toBe(0);
  expect(indicatorInflation(equal, 12)).toBe(1);
});

test("one value has no error that could be told", () => {
  expect(quantileLogError([12], 0.5)).toBe(0);
  expect(meanLogError([12])).toBe(0);
});

test("the error of a mean comes from twenty batch means in start order", () => {
  // 40 values in 20 batches of two: batch means 1 and 3 alternate. Mean 2, sd of the batch means
  // √(20·1²/19), so √(20/19)/√20/2 = 1/(2√19).
  const alternating = Array.from({ length: 20 }, (_, batch) =>
    batch % 2 === 0 ? [0.5, 1.5] : [2.5, 3.5],
  ).flat();
  expectClose(meanLogError(alternating), 1 / (2 * Math.sqrt(19)));
});

test("alternation narrows nothing below independence", () => {
  const alternating = Array.from({ length: 100 }, (_, index) => 10 + (index % 2));
  expect(indicatorInflation(alternating, 10.5)).toBe(1);
});
