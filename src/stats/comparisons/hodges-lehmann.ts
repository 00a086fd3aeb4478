// Hodges and Lehmann's estimates: a shift between two samples, and the centre of one, both unmoved by outliers.
import { quantile } from "../quantile.ts";
import { orderStatistic, type Sample, sampleOf } from "../sample.ts";
import type { TwoSamples } from "./mann-whitney.ts";
import { subsetSums } from "./ranks.ts";

export interface Shift {
  /** The median of all differences b − a. */
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  /** Rank of the ends among the differences, from either side. */
  readonly rank: number;
  /** The exact confidence of the interval, at least what was asked for where the samples allow it. */
  readonly confidence: number;
}

export function shiftOf({ a, b }: TwoSamples, confidence: number): Shift {
  const differences = required(b.flatMap((y) => a.map((x) => y - x)));
  const { rank, tail } = rankFor(a.length, b.length, (1 - confidence) / 2);
  return {
    estimate: quantile(differences, 0.5),
    lower: orderStatistic(differences, rank),
    upper: orderStatistic(differences, differences.length + 1 - rank),
    rank,
    confidence: 1 - 2 * tail,
  };
}

/** The largest k with P(U ≤ k − 1) ≤ tail, at least 1: U is the rank sum of distinct values but for a constant. */
function rankFor(n: number, m: number, tail: number): { rank: number; tail: number } {
  const ranks = Array.from({ length: n + m }, (_, index) => index + 1);
  const ways = subsetSums(ranks, n).slice((n * (n + 1)) / 2);
  const all = ways.reduce((sum, count) => sum + count, 0);
  let [rank, below] = [1, (ways[0] ?? 0) / all];
  for (;;) {
    const next = below + (ways[rank] ?? 0) / all;
    if (next > tail + 1e-12 || rank >= n * m) return { rank, tail: below };
    [rank, below] = [rank + 1, next];
  }
}

/** The median of the means of all pairs of values, each with itself too (Walsh averages). */
export function pseudomedian(values: readonly number[]): number {
  const averages = values.flatMap((x, index) => values.slice(index).map((y) => (x + y) / 2));
  return quantile(required(averages), 0.5);
}

function required(values: readonly number[]): Sample {
  const sample = sampleOf(values);
  if (!sample) throw new RangeError("no values");
  return sample;
}
