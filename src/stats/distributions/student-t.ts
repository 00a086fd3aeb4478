// Student's t distribution: tail probabilities and quantiles.
import cdf from "@stdlib/stats-base-dists-t-cdf";
import inverse from "@stdlib/stats-base-dists-t-quantile";

/** P(T ≥ t). Taken from the lower tail by symmetry, so that small probabilities keep their digits. */
export function tUpperTail(t: number, degreesOfFreedom: number): number {
  return cdf(-t, degreesOfFreedom);
}

/** The t that a T stays below with probability `p`. */
export function tQuantile(p: number, degreesOfFreedom: number): number {
  return inverse(p, degreesOfFreedom);
}
