// How exactly one run fixes the logarithm of a quantile or a mean: standard errors within the run.
import { mean, standardDeviation } from "./moments.ts";
import { orderInterval, quantile } from "./quantile.ts";
import { orderStatistic, sampleOf } from "./sample.ts";

/** Twice the standard normal 97.5 % quantile: the width of a 95 % interval in standard errors. */
const intervalWidth = 2 * 1.959963984540054;
const batches = 20;

/** Standard error of the logarithm of the q-quantile; positive values, in the order in which they started. */
export function quantileLogError(values: readonly number[], q: number): number {
  const sample = sampleOf(values);
  if (!sample) throw new RangeError("no values");
  const n = sample.length;
  const { lower, upper } = orderInterval({ n, q, confidence: 0.95 });
  const low = orderStatistic(sample, Math.max(lower, 1));
  const high = orderStatistic(sample, Math.min(upper, n));
  const inflation = indicatorInflation(values, quantile(sample, q));
  return (Math.log(high / low) / intervalWidth) * Math.sqrt(inflation);
}

/**
 * τ ≥ 1: how much neighbours that are slow together widen the interval. Bartlett-weighted autocorrelations ρ_k of
 * the indicator x > threshold, up to lag L = ⌈8 (n/100)^(2/9)⌉: 1 + 2 Σ (1 − k/(L+1)) ρ_k.
 */
export function indicatorInflation(values: readonly number[], threshold: number): number {
  const n = values.length;
  const share = values.filter((value) => value > threshold).length / n;
  const deviations = values.map((value) => (value > threshold ? 1 : 0) - share);
  const variance = lagProduct(deviations, 0);
  if (variance === 0) return 1;
  const lags = Math.ceil(8 * (n / 100) ** (2 / 9));
  let sum = 0;
  for (let lag = 1; lag <= Math.min(lags, n - 1); lag += 1) {
    sum += (1 - lag / (lags + 1)) * (lagProduct(deviations, lag) / variance);
  }
  return Math.max(1, 1 + 2 * sum);
}

function lagProduct(deviations: readonly number[], lag: number): number {
  let sum = 0;
  for (const [index, deviation] of deviations.entries()) {
    sum += deviation * (deviations[index + lag] ?? 0);
  }
  return sum;
}

/** Standard error of the logarithm of the mean from up to 20 batch means; 0 where one value says nothing of it. */
export function meanLogError(values: readonly number[]): number {
  const count = Math.min(batches, values.length);
  if (count < 2) return 0;
  const edge = (batch: number) => Math.floor((batch * values.length) / count);
  const means = Array.from({ length: count }, (_, batch) =>
    mean(values.slice(edge(batch), edge(batch + 1))),
  );
  return standardDeviation(means) / Math.sqrt(count) / mean(values);
}
