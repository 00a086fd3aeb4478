// The binomial distribution: both tails, each to full relative precision.
import cdf from "@stdlib/stats-base-dists-binomial-cdf";

export interface Binomial {
  readonly trials: number;
  readonly probability: number;
}

/** P(X ≤ k). */
export function atMost(k: number, { trials, probability }: Binomial): number {
  return cdf(k, trials, probability);
}

/** P(X ≥ k), as the lower tail of the failures: 1 − P(X < k) would lose the small ones. */
export function atLeast(k: number, { trials, probability }: Binomial): number {
  return cdf(trials - k, trials, 1 - probability);
}
