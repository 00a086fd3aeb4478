// Mann and Whitney's test: does one sample tend to hold larger values than the other?
import { normalUpperTail } from "../distributions/normal.ts";
import { doubledMidranks, subsetSums } from "./ranks.ts";

export interface TwoSamples {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** Pairs in which a is the larger, ties counted half. */
export function uOf({ a, b }: TwoSamples): number {
  const ranks = doubledMidranks([...a, ...b]).slice(0, a.length);
  const sum = ranks.reduce((total, rank) => total + rank, 0) / 2;
  return sum - (a.length * (a.length + 1)) / 2;
}

/** The share of pairs in which b is the larger (probability of superiority). */
export function superiorityOf(samples: TwoSamples): number {
  return 1 - uOf(samples) / (samples.a.length * samples.b.length);
}

/** Two-sided, over all ways to share the values out; exact with ties too. The work grows with the cube of the size. */
export function exactPOf({ a, b }: TwoSamples): number {
  const ranks = doubledMidranks([...a, ...b]);
  const ways = subsetSums(ranks, a.length);
  const seen = ranks.slice(0, a.length).reduce((sum, rank) => sum + rank, 0);
  const all = total(ways);
  return Math.min(1, (2 * Math.min(total(ways.slice(0, seen + 1)), total(ways.slice(seen)))) / all);
}

/** Two-sided, by the normal approximation with its correction for ties, and for continuity unless told otherwise. */
export function approximatePOf(samples: TwoSamples, { continuity = true } = {}): number {
  const { a, b } = samples;
  const pairs = a.length * b.length;
  const n = a.length + b.length;
  const ties = tieTerm([...a, ...b]) / (n * (n - 1));
  const deviation = Math.sqrt((pairs / 12) * (n + 1 - ties));
  const u = uOf(samples);
  const excess = Math.max(u, pairs - u) - pairs / 2 - (continuity ? 0.5 : 0);
  return Math.min(1, 2 * normalUpperTail(excess / deviation));
}

/** Σ (t³ − t) over groups of t equal values. */
function tieTerm(values: readonly number[]): number {
  const groups = Map.groupBy(values, (value) => value);
  return [...groups.values()].reduce((sum, { length }) => sum + length ** 3 - length, 0);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
