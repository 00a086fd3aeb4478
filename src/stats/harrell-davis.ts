// Harrell and Davis's quantile: all order statistics weighted, steadier than one or two of them.
import { betaAtMost } from "./distributions/beta.ts";
import type { Sample } from "./sample.ts";

/** Weights are the steps of the beta distribution of (n + 1)q and (n + 1)(1 − q) (Harrell and Davis 1982). */
export function harrellDavis(sample: Sample, q: number): number {
  const n = sample.length;
  const beta = { a: (n + 1) * q, b: (n + 1) * (1 - q) };
  const edges = Array.from({ length: n + 1 }, (_, rank) => betaAtMost(rank / n, beta));
  return sample.reduce(
    (sum, value, index) => sum + value * ((edges[index + 1] ?? 0) - (edges[index] ?? 0)),
    0,
  );
}
