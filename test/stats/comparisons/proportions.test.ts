// Shares: Fisher's test, the scatter of jobs, and intervals, against scipy.
import { expect, test } from "vitest";
import { fisherGreater, type Share } from "../../../src/stats/comparisons/fisher.ts";
import { exactBounds, wilsonBounds } from "../../../src/stats/comparisons/proportion.ts";
import { scatterTest } from "../../../src/stats/comparisons/scatter.ts";
import { expectClose } from "../close.ts";
import vectors from "../vectors.json" with { type: "json" };

function shareOf([x = Number.NaN, n = Number.NaN]: readonly number[]): Share {
  return { x, n };
}

test.each(vectors.fisherGreater)("$candidate against $baseline", ({ candidate, baseline, p }) => {
  expectClose(fisherGreater(shareOf(candidate), shareOf(baseline)), p);
});

test("as many as there can be, and none at all", () => {
  expect(fisherGreater({ x: 0, n: 10 }, { x: 0, n: 100 })).toBe(1);
  expect(fisherGreater({ x: 10, n: 10 }, { x: 100, n: 100 })).toBe(1);
  // all 2 events among the 2 of 4 trials: 1 of C(4, 2) = 6 ways
  expectClose(fisherGreater({ x: 2, n: 2 }, { x: 0, n: 2 }), 1 / 6);
});

test("ten jobs that scatter twice as much as coins", () => {
  const { history, candidate, fisher, ...expected } = vectors.scatter;
  const found = scatterTest(shareOf(candidate), history.map(shareOf));
  expectClose(found.share, expected.share);
  expectClose(found.dispersion, expected.dispersion);
  expectClose(found.pooled, expected.pooled);
  expectClose(found.z, expected.z);
  expectClose(found.p, expected.p);
  const total = history.reduce((sum, [x = 0]) => sum + x, 0);
  expectClose(fisherGreater(shareOf(candidate), { x: total, n: 3000 }), fisher);
});

test("jobs that scatter less than coins are taken for coins", () => {
  expect(scatterTest({ x: 2, n: 100 }, new Array(6).fill({ x: 1, n: 100 })).dispersion).toBe(1);
});

test.each(vectors.wilson)("Wilson's interval of $x in $n", ({ x, n, bounds }) => {
  const { lower, upper } = wilsonBounds({ x, n }, 0.95);
  expectClose(lower, bounds[0]!);
  expectClose(upper, bounds[1]!);
});

test.each(vectors.exactBounds)("the exact interval of $x in $n", ({ x, n, bounds }) => {
  const { lower, upper } = exactBounds({ x, n }, 0.95);
  expectClose(lower, bounds[0]!);
  expectClose(upper, bounds[1]!);
});

test("no event bounds a share by about 3/n, and nothing but events bounds it from below", () => {
  // one-sided 95 %: 1 − .05^(1/n)
  expectClose(exactBounds({ x: 0, n: 300 }, 0.9).upper, 1 - 0.05 ** (1 / 300));
  expectClose(exactBounds({ x: 300, n: 300 }, 0.9).lower, 0.05 ** (1 / 300));
  expect(wilsonBounds({ x: 5, n: 5 }, 0.9).upper).toBe(1);
});
