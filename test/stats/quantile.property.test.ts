// What holds for the quantiles of any values.
import fc from "fast-check";
import { expect, test } from "vitest";
import { orderInterval, quantile } from "../../src/stats/quantile.ts";
import { sampleOf } from "../../src/stats/sample.ts";

const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

test("a quantile lies between the neighbours that its position falls between", () => {
  fc.assert(
    fc.property(values, share, (list, q) => {
      const sorted = list.toSorted((a, b) => a - b);
      const position = (sorted.length - 1) * q;
      const found = quantile(sampleOf(list)!, q);
      const slack = 1e-12 * Math.max(1, ...list.map(Math.abs));
      expect(found).toBeGreaterThanOrEqual(sorted[Math.floor(position)]! - slack);
      expect(found).toBeLessThanOrEqual(sorted[Math.ceil(position)]! + slack);
    }),
  );
});

test("quantiles do not fall as the share grows", () => {
  fc.assert(
    fc.property(values, share, share, (list, a, b) => {
      const sample = sampleOf(list)!;
      const slack = 1e-12 * Math.max(1, ...list.map(Math.abs));
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      expect(quantile(sample, low)).toBeLessThanOrEqual(quantile(sample, high) + slack);
    }),
  );
});

test("the order of the values does not matter", () => {
  fc.assert(
    fc.property(values, share, (list, q) => {
      expect(quantile(sampleOf(list.toReversed())!, q)).toBe(quantile(sampleOf(list)!, q));
    }),
  );
});

test("an interval covers at least what was asked, and its ranks are minimal neighbours of n·q", () => {
  const n = fc.integer({ min: 1, max: 3000 });
  const q = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  fc.assert(
    fc.property(n, q, (trials, probability) => {
      const { lower, upper, coverage } = orderInterval({
        n: trials,
        q: probability,
        confidence: 0.95,
      });
      expect(coverage).toBeGreaterThanOrEqual(0.95 - 1e-12);
      expect(lower).toBeLessThanOrEqual(trials * probability + 1);
      expect(upper).toBeGreaterThanOrEqual(trials * probability);
      expect(lower).toBeLessThan(upper);
    }),
  );
});
