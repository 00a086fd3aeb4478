// How many requests it takes to say something of a quantile.
import { atMost } from "./distributions/binomial.ts";

/** For a finite one-sided upper bound on the q-quantile: ⌈ln(1 − c)/ln q⌉. */
export function requestsForUpperBound(q: number, confidence: number): number {
  return Math.ceil(Math.log(1 - confidence) / Math.log(q) - 1e-9);
}

export interface ObjectiveRequest {
  readonly q: number;
  readonly confidence: number;
  /** Requests beyond the objective that were seen. */
  readonly over: number;
}

/** The fewest n with P(Bin(n, 1 − q) ≤ over) ≤ 1 − c: then the q-quantile is within its objective. */
export function requestsForObjective({ q, confidence, over }: ObjectiveRequest): number {
  const proves = (trials: number) => atMost(over, { trials, probability: 1 - q }) <= 1 - confidence;
  let [low, high] = [over, over + 1];
  while (!proves(high)) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (proves(middle)) high = middle;
    else low = middle;
  }
  return high;
}
