// Arrivals: constant ones are exact, Poisson ones have the rate and the shape of their process.
import { expect, test } from "vitest";
import { randomFrom } from "../../src/stats/random.ts";
import { fromSeconds, type Micros, micros } from "../../src/time.ts";
import { constantArrivals, poissonArrivals } from "../../src/workload/arrival.ts";

test("constant arrivals are multiples of the period, rounded each by itself", () => {
  // i ÷ 3 s: rounding the period first would give 333,333 · 6 = 1,999,998.
  expect(constantArrivals(3, { kind: "requests", requests: 7 })).toEqual(
    [0, 333_333, 666_667, 1_000_000, 1_333_333, 1_666_667, 2_000_000].map(micros),
  );
});

test.each([
  [10, 1, 10],
  [3, 1, 3],
  [0.1, 60, 6],
  [7, 2.5, 18],
  [0.5, 1, 1],
])("at %d/s, %d s hold %d due times", (rate, seconds, count) => {
  const bound = { kind: "duration", duration: fromSeconds(seconds) } as const;
  const offsets = constantArrivals(rate, bound);
  expect(offsets).toHaveLength(count);
  expect(offsets.at(-1)).toBeLessThan(bound.duration);
});

const rate = 50;
const requests = 20_000;
const offsets = poissonArrivals(rate, { kind: "requests", requests }, randomFrom(1));

test("Poisson arrivals are whole microseconds in ascending order", () => {
  expect(offsets.every(Number.isInteger)).toBe(true);
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
});

test("Poisson arrivals keep their mean rate", () => {
  // The mean of n exponential gaps has the relative standard error 1/√n = 0.71 %; four of them are 2.8 %.
  const seconds = (offsets.at(-1) ?? 0) / 1_000_000;
  expect(Math.abs(requests / seconds / rate - 1)).toBeLessThan(4 / Math.sqrt(requests));
});

function gapsOf(times: readonly Micros[]): readonly number[] {
  return times.map((due, index) => (due - (times[index - 1] ?? 0)) / 1_000_000);
}

test("Poisson gaps are exponential", () => {
  // Kolmogorov–Smirnov: the largest distance from 1 − exp(−rate·gap) passes 1.63/√n once in 100 seeds.
  const sorted = gapsOf(offsets).toSorted((a, b) => a - b);
  const distances = sorted.map((gap, index) =>
    Math.abs(1 - Math.exp(-rate * gap) - (index + 0.5) / requests),
  );
  expect(Math.max(...distances)).toBeLessThan(1.63 / Math.sqrt(requests));
});

test("Poisson gaps do not depend on the gap before", () => {
  // The lag-1 correlation of n independent gaps has the standard error 1/√n; four of them.
  const scaled = gapsOf(offsets).map((gap) => gap * rate - 1);
  const products = scaled.slice(1).map((value, index) => value * (scaled[index] ?? 0));
  const correlation = products.reduce((sum, value) => sum + value, 0) / products.length;
  expect(Math.abs(correlation)).toBeLessThan(4 / Math.sqrt(requests));
});

test("Poisson counts within a duration have the mean and the variance of their law", () => {
  // 400 windows of 2 s at 50/s: mean 100 ± 10/√400; variance 100 ± 100·√(2/400); four standard errors each.
  const counts = Array.from(
    { length: 400 },
    (_, seed) =>
      poissonArrivals(rate, { kind: "duration", duration: fromSeconds(2) }, randomFrom(seed))
        .length,
  );
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length;
  expect(Math.abs(mean - 100)).toBeLessThan(2);
  expect(Math.abs(variance - 100)).toBeLessThan(28.3);
});

test("a shorter bound gives the start of the longer schedule", () => {
  const start = poissonArrivals(rate, { kind: "requests", requests: 100 }, randomFrom(1));
  expect(start).toEqual(offsets.slice(0, 100));
});
