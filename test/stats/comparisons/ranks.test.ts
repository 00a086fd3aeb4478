// Rank tests, shifts and paired tests against scipy and R.
import { expect, test } from "vitest";
import { pseudomedian, shiftOf } from "../../../src/stats/comparisons/hodges-lehmann.ts";
import {
  approximatePOf,
  exactPOf,
  superiorityOf,
  uOf,
} from "../../../src/stats/comparisons/mann-whitney.ts";
import { pairedT, signedRanks, signFlips } from "../../../src/stats/comparisons/paired.ts";
import { doubledMidranks, subsetSums } from "../../../src/stats/comparisons/ranks.ts";
import { expectClose } from "../close.ts";
import vectors from "../vectors.json" with { type: "json" };

test("ties share their mean rank", () => {
  expect(doubledMidranks([5, 1, 5, 9])).toEqual([5, 2, 5, 8]);
  expect(doubledMidranks([])).toEqual([]);
});

test("subsets are counted by size and sum", () => {
  // of {1, 2, 3}: pairs sum to 3, 4, 5
  expect(subsetSums([1, 2, 3], 2)).toEqual([0, 0, 0, 1, 1, 1, 0]);
  expect(subsetSums([1, 2, 3])).toEqual([1, 1, 1, 2, 1, 1, 1]);
});

test.each(vectors.mannWhitney)("Mann-Whitney of $a and $b", (expected) => {
  expect(uOf(expected)).toBe(expected.u);
  expectClose(exactPOf(expected), expected.exact!);
  expectClose(approximatePOf(expected), expected.corrected);
  expectClose(approximatePOf(expected, { continuity: false }), expected.plain!);
  expectClose(superiorityOf(expected), expected.superiority!);
});

test("Mann-Whitney of 500 and 600 values", () => {
  const samples = {
    a: Array.from({ length: 500 }, (_, index) => 2 * index),
    b: Array.from({ length: 600 }, (_, index) => 2 * index - 41),
  };
  expect(uOf(samples)).toBe(vectors.mannWhitneyLong.u);
  expectClose(approximatePOf(samples), vectors.mannWhitneyLong.corrected);
});

test.each([
  [3, 0.1],
  [4, 0.0285714285714],
  [5, 0.0079365079365],
])("the smallest p of %d and %d values is 2 of all ways to share them out", (n, p) => {
  const a = Array.from({ length: n }, (_, index) => index);
  expect(exactPOf({ a, b: a.map((value) => value + n) })).toBeCloseTo(p, 12);
});

test("the shift between two samples with its exact interval", () => {
  const { a, b, ...expected } = vectors.shift;
  const found = shiftOf({ a, b }, 0.95);
  expectClose(found.estimate, expected.estimate);
  expectClose(found.lower, expected.interval[0]!);
  expectClose(found.upper, expected.interval[1]!);
  expectClose(found.confidence, expected.confidence);
  expect(found.rank).toBe(expected.rank);
});

test("two single values have a shift and no more confidence than that", () => {
  expect(shiftOf({ a: [1], b: [3] }, 0.95)).toMatchObject({ estimate: 2, lower: 2, upper: 2 });
});

test("the centre of one sample", () => {
  expectClose(pseudomedian(vectors.pseudomedian.x), vectors.pseudomedian.estimate);
});

test("eight paired differences: t, signed ranks and flipped signs", () => {
  const { x, t, wilcoxon, signFlip } = vectors.paired;
  const found = pairedT(x);
  expectClose(found.t, t.t);
  expectClose(found.oneSided, t.one);
  expectClose(found.twoSided, t.two);
  expect(signedRanks(x)).toEqual(wilcoxon);
  expect(signFlips(x)).toEqual({ oneSided: signFlip.one, twoSided: signFlip.two });
});

test("too many differences are not flipped, and equal ones all count", () => {
  expect(signFlips(new Array(21).fill(1))).toBeUndefined();
  expect(signFlips([0.1, 0.1, 0.1])).toEqual({ oneSided: 1 / 8, twoSided: 2 / 8 });
  expect(signedRanks([0, 0.2])).toEqual({ w: 0, p: 1 });
});
