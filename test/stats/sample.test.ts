// A Sample is never empty, never holds NaN, and is ascending.
import { expect, test } from "vitest";
import { orderStatistic, sampleOf } from "../../src/stats/sample.ts";

test("no values make no sample", () => {
  expect(sampleOf([])).toBeUndefined();
});

test("a sample is ascending and leaves its source alone", () => {
  const source = [3, 10, 2];
  expect(sampleOf(source)).toEqual([2, 3, 10]);
  expect(source).toEqual([3, 10, 2]);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "%s is refused",
  (stray) => {
    expect(() => sampleOf([1, stray])).toThrow(RangeError);
  },
);

test("ranks count from 1 and end with the sample", () => {
  const sample = sampleOf([5, 4])!;
  expect(orderStatistic(sample, 1)).toBe(4);
  expect(() => orderStatistic(sample, 0)).toThrow(RangeError);
  expect(() => orderStatistic(sample, 3)).toThrow(RangeError);
});
