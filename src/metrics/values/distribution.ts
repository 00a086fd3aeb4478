// Values → Distribution; the only importer of hdr-histogram-js.
import { build, encodeIntoCompressedBase64, type Histogram } from "hdr-histogram-js";
import { quantile } from "../../stats/quantile.ts";
import { sampleOf } from "../../stats/sample.ts";
import { type Metric, quantileOf, type Statistic } from "../catalog.ts";
import type { Distribution } from "../run.ts";

/** Requests that must lie beyond a percentile for it to mean anything (n·(1−q) ≥ 5). */
const supportingSamples = 5;

const percentiles: readonly Statistic[] = ["p50", "p90", "p95", "p99"];

export function isWeak(statistic: Statistic, n: number): boolean {
  const q = quantileOf[statistic];
  return q !== undefined && n * (1 - q) < supportingSamples - 1e-9;
}

/** Histograms hold integers: times as whole µs, rates as thousandths of a token per second. */
const histogramUnits = 1_000;

function histogramOf(values: readonly number[]): Histogram {
  const histogram = build({
    numberOfSignificantValueDigits: 3,
    autoResize: true,
    useWebAssembly: false,
  });
  for (const value of values) record(histogram, value);
  return histogram;
}

function record(histogram: Histogram, value: number): void {
  histogram.recordValue(Math.round(value * histogramUnits));
}

function weakOf(n: number): Statistic[] {
  return percentiles.filter((statistic) => isWeak(statistic, n));
}

/**
 * The distribution of `values` (in the metric's own unit: ms, or tokens/s), quantiles by type 7 from
 * the raw values. Undefined for no values: a distribution of nothing is not a row of zeros.
 * Throws RangeError on a negative or non-finite value, which no clock of ours can give.
 */
export function distributionOf(
  metric: Metric,
  values: readonly number[],
): Distribution | undefined {
  const sample = sampleOf(values);
  if (!sample) return undefined;
  if (quantile(sample, 0) < 0) throw new RangeError(`${metric.id} cannot be negative`);
  return {
    unit: metric.unit,
    better: metric.better,
    scope: metric.scope,
    n: sample.length,
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    p50: quantile(sample, 0.5),
    p90: quantile(sample, 0.9),
    p95: quantile(sample, 0.95),
    p99: quantile(sample, 0.99),
    min: quantile(sample, 0),
    max: quantile(sample, 1),
    weak: weakOf(sample.length),
    histogram: encodeIntoCompressedBase64(histogramOf(sample)),
  };
}

/** So many values are kept as they are, 2 MB of them. */
const mostExact = 2 ** 18;

/**
 * Values that may be too many to be kept, as gaps of a long run are: as they are up to 262,144, in a histogram (within 0.1 %)
 * from then on. Mean, minimum and maximum are always exact.
 */
export class ManyValues {
  #values: number[] = [];
  #histogram: Histogram | undefined;
  #n = 0;
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;

  add(value: number): void {
    this.#n += 1;
    this.#sum += value;
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    if (this.#histogram) record(this.#histogram, value);
    else if (this.#values.push(value) > mostExact) this.#overflow();
  }

  distribution(metric: Metric): Distribution | undefined {
    const histogram = this.#histogram;
    if (!histogram) return distributionOf(metric, this.#values);
    const at = (share: number) => histogram.getValueAtPercentile(100 * share) / histogramUnits;
    return {
      unit: metric.unit,
      better: metric.better,
      scope: metric.scope,
      n: this.#n,
      mean: this.#sum / this.#n,
      p50: at(0.5),
      p90: at(0.9),
      p95: at(0.95),
      p99: at(0.99),
      min: this.#min,
      max: this.#max,
      weak: weakOf(this.#n),
      histogram: encodeIntoCompressedBase64(histogram),
    };
  }

  #overflow(): void {
    this.#histogram = histogramOf(this.#values);
    this.#values = [];
  }
}
