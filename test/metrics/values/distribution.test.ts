import { decodeFromCompressedBase64 } from "hdr-histogram-js";
import { describe, expect, test } from "vitest";
import { metric } from "../../../src/metrics/catalog.ts";
import { distributionOf, isWeak } from "../../../src/metrics/values/distribution.ts";

const ttft = metric("ttft");

test("no values make no distribution", () => {
  expect(distributionOf(ttft, [])).toBeUndefined();
});

test("one value is every percentile, and all but the median are marked weak with it", () => {
  const found = distributionOf(ttft, [1]);
  expect(found).toMatchObject({ n: 1, mean: 1, p50: 1, p95: 1, p99: 1, min: 1, max: 1 });
  expect(found?.weak).toEqual(["p50", "p90", "p95", "p99"]);
});

test("percentiles interpolate: p95 of 1…20 is 19.05, not the maximum", () => {
  const values = Array.from({ length: 20 }, (_, index) => index + 1);
  expect(distributionOf(ttft, values)).toMatchObject({ p50: 10.5, p95: 19.05, min: 1, max: 20 });
});

test("p99 of eight values is a number between the last two, and marked weak", () => {
  const found = distributionOf(ttft, [7.8, 9.1, 11.0, 23.2, 23.3, 25.0, 31.0, 39.7]);
  expect(found?.p99).toBeGreaterThan(31);
  expect(found?.p99).toBeLessThan(39.7);
  expect(found?.weak).toContain("p99");
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("refuses %s", (value) => {
  expect(() => distributionOf(ttft, [1, value])).toThrow(RangeError);
});

// n·(1−q) ≥ 5: p50 from 10, p90 from 50, p95 from 100, p99 from 500.
describe.each([
  ["p50", 10],
  ["p90", 50],
  ["p95", 100],
  ["p99", 500],
] as const)("%s", (statistic, enough) => {
  test(`is supported from n = ${enough}`, () => {
    expect(isWeak(statistic, enough - 1)).toBe(true);
    expect(isWeak(statistic, enough)).toBe(false);
  });
});

test("the histogram holds every value within 0.1 %, in whole microseconds", () => {
  const values = Array.from({ length: 1_000 }, (_, index) => 0.5 + index * 1.237);
  const histogram = decodeFromCompressedBase64(distributionOf(ttft, values)?.histogram ?? "");
  expect(histogram.totalCount).toBe(1_000);
  const exact = values[499] ?? 0;
  expect(Math.abs(histogram.getValueAtPercentile(50) / 1_000 / exact - 1)).toBeLessThan(1e-3);
});
