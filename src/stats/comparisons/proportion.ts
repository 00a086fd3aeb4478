// Intervals of a share: events of trials.
import { atLeast, atMost } from "../distributions/binomial.ts";
import { normalQuantile } from "../distributions/normal.ts";
import type { Share } from "./fisher.ts";

export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Exact (Clopper and Pearson 1934): each bound is the share at which so many events, or so few, have a chance of
 * (1 − confidence)/2. Of 0 events the upper bound at 90 % is about 3/n.
 */
export function exactBounds({ x, n }: Share, confidence: number): Bounds {
  const tail = (1 - confidence) / 2;
  const atShare = (probability: number) => ({ trials: n, probability });
  return {
    lower: x === 0 ? 0 : crossing((share) => atLeast(x, atShare(share)) > tail),
    upper: x === n ? 1 : crossing((share) => atMost(x, atShare(share)) <= tail),
  };
}

/** Where a condition that holds for large shares only begins to hold: the interval is halved until floats end. */
function crossing(holds: (share: number) => boolean): number {
  let [low, high] = [0, 1];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (holds(middle)) high = middle;
    else low = middle;
  }
}

/** Approximate, of a fair width for few events too (Wilson 1927). */
export function wilsonBounds({ x, n }: Share, confidence: number): Bounds {
  const z = normalQuantile(1 - (1 - confidence) / 2);
  const share = x / n;
  const centre = share + z ** 2 / (2 * n);
  const reach = z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  const scale = 1 + z ** 2 / n;
  return {
    lower: x === 0 ? 0 : (centre - reach) / scale,
    upper: x === n ? 1 : (centre + reach) / scale,
  };
}
