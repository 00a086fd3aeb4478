// Smoothed quantiles, the seeded bootstrap and numbers of requests against their references.
import { expect, test } from "vitest";
import { bootstrap } from "../../src/stats/bootstrap.ts";
import { harrellDavis } from "../../src/stats/harrell-davis.ts";
import { benjaminiHochberg } from "../../src/stats/multiplicity.ts";
import { quantile } from "../../src/stats/quantile.ts";
import { randomFrom } from "../../src/stats/random.ts";
import { requestsForObjective, requestsForUpperBound } from "../../src/stats/requests-needed.ts";
import { type Sample, sampleOf } from "../../src/stats/sample.ts";
import { expectClose } from "./close.ts";
import vectors from "./vectors.json" with { type: "json" };

test("Harrell and Davis's quantiles are those of scipy's hdquantiles", () => {
  const sample = sampleOf(vectors.quantile.x)!;
  expectClose(harrellDavis(sample, 0.5), vectors.harrellDavis.p50);
  expectClose(harrellDavis(sample, 0.9), vectors.harrellDavis.p90);
  expectClose(harrellDavis(sample, 0.95), vectors.harrellDavis.p95);
});

/** round(exp(5 + .4 z), 3), z by Box and Muller's cosine. */
function lognormals(n: number, seed: number): number[] {
  const random = randomFrom(seed);
  return Array.from({ length: n }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const z = radius * Math.cos(2 * Math.PI * random());
    return Math.round(Math.exp(5 + 0.4 * z) * 1000) / 1000;
  });
}

test("a seeded bootstrap of ln(p95/p95) gives the reference interval", () => {
  const expected = vectors.bootstrap;
  const a = lognormals(expected.n, expected.seedOfData);
  const b = a.toReversed().map((value) => Math.round(value * 1.08 * 1000) / 1000);
  expect(a.slice(0, 5)).toEqual(expected.first);
  expectClose(
    a.reduce((sum, value) => sum + value, 0),
    expected.sum,
  );
  const ratio = (one: Sample, other: Sample) =>
    Math.log(quantile(other, 0.95) / quantile(one, 0.95));
  expectClose(ratio(sampleOf(a)!, sampleOf(b)!), expected.point);
  const found = bootstrap({ a, b }, ratio, {
    replicates: expected.replicates,
    confidence: 0.95,
    random: randomFrom(expected.seed),
  });
  expectClose(found.lower, expected.interval[0]!);
  expectClose(found.upper, expected.interval[1]!);
  expectClose(found.mean, expected.mean);
});

test("Benjamini and Hochberg's correction is that of scipy", () => {
  const adjusted = benjaminiHochberg(vectors.benjaminiHochberg.p);
  for (const [index, expected] of vectors.benjaminiHochberg.adj.entries())
    expectClose(adjusted[index], expected);
  expect(benjaminiHochberg([])).toEqual([]);
});

test.each(vectors.requestsForUpperBound)(
  "$n requests bound the $q quantile from above with $confidence",
  ({ q, confidence, n }) => {
    expect(requestsForUpperBound(q, confidence)).toBe(n);
  },
);

test.each(vectors.requestsForObjective)(
  "$n requests with $over over it prove the $q quantile within its objective",
  ({ q, over, n }) => {
    expect(requestsForObjective({ q, over, confidence: 0.99 })).toBe(n);
  },
);
