// Quantiles of a Sample (type 7) and the exact order-statistic intervals around them.
import { atLeast, atMost } from "./distributions/binomial.ts";
import { orderStatistic, type Sample } from "./sample.ts";

/** Hyndman and Fan's type 7, as numpy and Excel have it; `q` in [0, 1]. */
export function quantile(sample: Sample, q: number): number {
  const position = (sample.length - 1) * q;
  const rank = Math.floor(position) + 1;
  const below = orderStatistic(sample, rank);
  if (rank === sample.length) return below;
  return below + (orderStatistic(sample, rank + 1) - below) * (position - Math.floor(position));
}

export interface OrderIntervalRequest {
  readonly n: number;
  readonly q: number;
  readonly confidence: number;
}

/** Ranks count from 1; `lower` 0 stands for −∞, `upper` n + 1 for +∞. */
export interface OrderInterval {
  readonly lower: number;
  readonly upper: number;
  /** The probability, at least `confidence`, that the interval holds the true quantile. */
  readonly coverage: number;
}

/**
 * Which order statistics enclose the q-quantile, whatever the distribution: the lower rank is the largest k with
 * P(Bin(n, q) ≤ k − 1) ≤ α/2, the upper the smallest with P(Bin(n, q) ≥ k) ≤ α/2.
 */
export function orderInterval({ n, q, confidence }: OrderIntervalRequest): OrderInterval {
  const tail = (1 - confidence) / 2;
  const binomial = { trials: n, probability: q };
  const lower = firstTrue(n + 1, (k) => k > 0 && atMost(k - 1, binomial) > tail) - 1;
  const upper = firstTrue(n + 1, (k) => atLeast(k, binomial) <= tail);
  const above = upper > n ? 1 : atMost(upper - 1, binomial);
  return { lower, upper, coverage: lower === 0 ? above : above - atMost(lower - 1, binomial) };
}

/** The smallest k in [0, last] for which a monotone condition holds; `last` where it holds nowhere below. */
function firstTrue(last: number, holds: (k: number) => boolean): number {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
