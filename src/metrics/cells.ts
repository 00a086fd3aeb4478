// A run's cells: each metric at each statistic as one logarithm with its error, ready to be compared.
import { mean } from "../stats/moments.ts";
import { quantile } from "../stats/quantile.ts";
import { sampleOf } from "../stats/sample.ts";
import { meanLogError, quantileLogError } from "../stats/within-run.ts";
import {
  type Better,
  type Cell,
  type CellId,
  cells,
  isFailureShare,
  type MetricId,
  quantileOf,
} from "./catalog.ts";
import type { WorkloadRun } from "./run.ts";
import { requestValues, shortest } from "./values/request-values.ts";

export interface CellMeasurement {
  /** In the metric's own unit. */
  readonly value: number;
  /** ln of the value, negated where higher is better: larger is always worse. */
  readonly y: number;
  /** Standard error of y within the run. */
  readonly w: number;
  /** Requests behind it. */
  readonly n: number;
}

/** A whole window's rate: its events are far too many to be the noise. */
const deploymentError = 0.01;
/** Where only a distribution is left (gaps, imported runs), the order of the values is lost and with it their error. */
const distributionError = 0.02;

/** Between a request and what it waits for. */
const waits: ReadonlySet<MetricId> = new Set<MetricId>(["ttft", "ttfvt", "e2e"]);

function logOf(value: number, better: Better): number {
  return better === "lower" ? Math.log(value) : -Math.log(value);
}

/** Undoes `logOf`. */
export function fromLog(y: number, better: Better): number {
  return Math.exp(better === "lower" ? y : -y);
}

/** Every cell that has a number; zero, negative and unknown values have none. Deployment values count completions. */
export function cellsOf(workload: WorkloadRun): Readonly<Record<CellId, CellMeasurement>> {
  const valuesOf = remembered((id: MetricId) => requestValues(workload, id));
  const found: Record<CellId, CellMeasurement> = {};
  for (const cell of cells.values()) {
    const measured = measure(cell, workload, valuesOf(cell.metric.id));
    if (measured) found[cell.id] = measured;
  }
  return found;
}

function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

function measure(
  cell: Cell,
  workload: WorkloadRun,
  values: readonly number[],
): CellMeasurement | undefined {
  if (isFailureShare(cell.metric)) return undefined;
  if (cell.statistic === undefined) return ofScalar(cell, workload);
  const { completed } = workload.counts;
  return values.length > 0 ? ofValues(cell, values) : ofDistribution(cell, workload, completed);
}

function ofScalar(cell: Cell, workload: WorkloadRun): CellMeasurement | undefined {
  const scalar = workload.metrics[cell.metric.id];
  if (!scalar || !("value" in scalar)) return undefined;
  const { value } = scalar;
  return measurement(cell, { value, w: deploymentError, n: workload.counts.completed });
}

function ofValues(cell: Cell, values: readonly number[]): CellMeasurement | undefined {
  const sample = sampleOf(values);
  const q = cell.statistic && quantileOf[cell.statistic];
  if (!sample) return undefined;
  const n = values.length;
  if (q === undefined)
    return measurement(cell, { value: mean(values), w: meanLogError(values), n });
  return measurement(cell, { value: quantile(sample, q), w: quantileLogError(values, q), n });
}

/** A gap distribution counts gaps, so the completed requests bound what stands behind it. */
function ofDistribution(
  cell: Cell,
  workload: WorkloadRun,
  completed: number,
): CellMeasurement | undefined {
  const distribution = workload.metrics[cell.metric.id];
  if (!distribution || !("p50" in distribution) || !cell.statistic) return undefined;
  if (cell.metric.scope === "client" && workload.records.length > 0) return undefined;
  const n = Math.min(distribution.n, completed);
  return measurement(cell, { value: distribution[cell.statistic], w: distributionError, n });
}

/** Nothing crosses a network in no time: a wait of 0 is no fast answer but a broken file or clock. */
function isImpossible({ metric, statistic }: Cell, value: number): boolean {
  return statistic !== undefined && waits.has(metric.id) && value <= shortest;
}

function measurement(
  cell: Cell,
  { value, w, n }: Omit<CellMeasurement, "y">,
): CellMeasurement | undefined {
  if (!Number.isFinite(value) || value <= 0 || n < 1) return undefined;
  if (isImpossible(cell, value)) return undefined;
  return { value, y: logOf(value, cell.metric.better), w, n };
}
