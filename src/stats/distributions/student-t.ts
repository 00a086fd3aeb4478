// Student's t distribution: tail probabilities and quantiles.
import cdf from "@stdlib/stats-base-dists-t-cdf";
import inverse from "@stdlib/stats-base-dists-t-quantile";

/** P(T ≥ t). Taken from the lower tail by symmetry, so that small probabilities keep their digits. */
export function tUpperTail(t: number, degreesOfFreedom: number): number {
  return cdf(-t, degreesOfFreedom);
}

/** Quantiles are asked for at few places over and over, and take long. */
const known = new Map<string, number>();
const mostKnown = 10_000;

/** The t that a T stays below with probability `p`. */
export function tQuantile(p: number, degreesOfFreedom: number): number {
  const place = `${p} ${degreesOfFreedom}`;
  const found = known.get(place) ?? inverse(p, degreesOfFreedom);
  if (known.size < mostKnown) known.set(place, found);
  return found;
}
