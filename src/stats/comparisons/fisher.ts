// Fisher's exact test of two shares: is one of them larger by more than chance?
import cdf from "@stdlib/stats-base-dists-hypergeometric-cdf";

/** `x` events in `n` trials. */
export interface Share {
  readonly x: number;
  readonly n: number;
}

/**
 * One-sided: the chance of `x` or more of all the events among the candidate's trials, if both shares were the same.
 * Counted on the other side, as its lower tail, so that small probabilities keep their digits.
 */
export function fisherGreater(candidate: Share, baseline: Share): number {
  const events = candidate.x + baseline.x;
  return cdf(baseline.x, candidate.n + baseline.n, events, baseline.n);
}
