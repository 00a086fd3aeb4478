// The catalogue: every metric once, with what is counted, its clock boundaries and its formula.

export type MetricId =
  | "ttft"
  | "ttfvt"
  | "e2e"
  | "tpot"
  | "generation_rate"
  | "whole_request_rate"
  | "itl"
  | "output_throughput"
  | "total_throughput"
  | "request_throughput"
  | "goodput"
  | "good_share"
  | "error_rate"
  | "rejection_rate"
  | "queue_delay";

export type Unit = "ms" | "ms/token" | "tokens/s" | "requests/s" | "share";
export type Better = "lower" | "higher";
type Scope = "request" | "gap" | "deployment" | "client";

export interface Metric {
  readonly id: MetricId;
  readonly label: string;
  readonly unit: Unit;
  readonly better: Better;
  readonly scope: Scope;
  /** Undefined where nothing is counted: the metric is a stretch of time. */
  readonly counted: string | undefined;
  readonly clockStart: string | undefined;
  readonly clockStop: string | undefined;
  readonly formula: string;
}

/** Raised when a definition changes; part of every workload key, so that old numbers are not compared. */
export const definitionsVersion = 1;

const requestBoundary =
  "request boundary: the scheduled time (open loop) or the hand-over to the client (closed loop)";
const firstPiece = "arrival of the first non-empty output piece";
const lastPiece = "arrival of the last output piece";
const responseEnd = "arrival of the event that ends the response";
const windowStart = "first measured send";
const windowStop = "end of sending";

const entries: readonly Metric[] = [
  {
    id: "ttft",
    label: "TTFT",
    unit: "ms",
    better: "lower",
    scope: "request",
    counted: undefined,
    clockStart: requestBoundary,
    clockStop: firstPiece,
    formula: "first piece − boundary",
  },
  {
    id: "ttfvt",
    label: "TTFT, visible",
    unit: "ms",
    better: "lower",
    scope: "request",
    counted: undefined,
    clockStart: requestBoundary,
    clockStop: "arrival of the first visible piece (reasoning left out)",
    formula: "first visible piece − boundary",
  },
  {
    id: "e2e",
    label: "E2E",
    unit: "ms",
    better: "lower",
    scope: "request",
    counted: undefined,
    clockStart: requestBoundary,
    clockStop: responseEnd,
    formula: "end − boundary",
  },
  {
    id: "tpot",
    label: "TPOT",
    unit: "ms/token",
    better: "lower",
    scope: "request",
    counted: "output tokens after the first",
    clockStart: firstPiece,
    clockStop: lastPiece,
    formula: "(last piece − first piece) ÷ (N − 1)",
  },
  {
    id: "generation_rate",
    label: "Generation rate",
    unit: "tokens/s",
    better: "higher",
    scope: "request",
    counted: "output tokens after the first",
    clockStart: firstPiece,
    clockStop: lastPiece,
    formula: "(N − 1) ÷ (last piece − first piece)",
  },
  {
    id: "whole_request_rate",
    label: "Whole-request rate",
    unit: "tokens/s",
    better: "higher",
    scope: "request",
    counted: "all output tokens",
    clockStart: requestBoundary,
    clockStop: responseEnd,
    formula: "N ÷ e2e",
  },
  {
    id: "itl",
    label: "ITL",
    unit: "ms",
    better: "lower",
    scope: "gap",
    counted: undefined,
    clockStart: "arrival of one output piece",
    clockStop: "arrival of the next",
    formula: "next piece − piece",
  },
  {
    id: "output_throughput",
    label: "Output throughput",
    unit: "tokens/s",
    better: "higher",
    scope: "deployment",
    counted: "output tokens of all requests, when they arrive",
    clockStart: windowStart,
    clockStop: windowStop,
    formula: "tokens ÷ window",
  },
  {
    id: "total_throughput",
    label: "Total throughput",
    unit: "tokens/s",
    better: "higher",
    scope: "deployment",
    counted: "input and output tokens",
    clockStart: windowStart,
    clockStop: windowStop,
    formula: "tokens ÷ window",
  },
  {
    id: "request_throughput",
    label: "Request throughput",
    unit: "requests/s",
    better: "higher",
    scope: "deployment",
    counted: "completed requests",
    clockStart: windowStart,
    clockStop: windowStop,
    formula: "completions ÷ window",
  },
  {
    id: "goodput",
    label: "Goodput",
    unit: "requests/s",
    better: "higher",
    scope: "deployment",
    counted: "completed requests that meet every objective",
    clockStart: windowStart,
    clockStop: windowStop,
    formula: "good completions ÷ window",
  },
  {
    id: "good_share",
    label: "Good share",
    unit: "share",
    better: "higher",
    scope: "deployment",
    counted: "completed requests that meet every objective, of all attempted",
    clockStart: undefined,
    clockStop: undefined,
    formula: "good completions ÷ attempted",
  },
  {
    id: "error_rate",
    label: "Errors",
    unit: "share",
    better: "lower",
    scope: "deployment",
    counted: "failed requests, of all attempted",
    clockStart: undefined,
    clockStop: undefined,
    formula: "failed ÷ attempted",
  },
  {
    id: "rejection_rate",
    label: "Rejections",
    unit: "share",
    better: "lower",
    scope: "deployment",
    counted:
      'requests refused for load (429, 503 or "overloaded"), of all attempted; they count as failed too',
    clockStart: undefined,
    clockStop: undefined,
    formula: "refused ÷ attempted",
  },
  {
    id: "queue_delay",
    label: "Queue delay",
    unit: "ms",
    better: "lower",
    scope: "client",
    counted: undefined,
    clockStart: "scheduled time",
    clockStop: "actual send",
    formula: "sent − scheduled",
  },
];

export const catalog: ReadonlyMap<MetricId, Metric> = new Map(
  entries.map((entry) => [entry.id, entry]),
);

export function metric(id: MetricId): Metric {
  const found = catalog.get(id);
  if (!found) throw new RangeError(`no metric ${id} in the catalogue`);
  return found;
}

/** Shares of failures are compared as counts, in points, by a test of their own: from 0 there is no relative change. */
export function isFailureShare({ id }: Metric): boolean {
  return id === "error_rate" || id === "rejection_rate";
}

export type Statistic = "mean" | "p50" | "p90" | "p95" | "p99";
const statistics: readonly Statistic[] = ["mean", "p50", "p90", "p95", "p99"];

/** The share below a quantile statistic; undefined for the mean. */
export const quantileOf: Readonly<Record<Statistic, number | undefined>> = {
  mean: undefined,
  p50: 0.5,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
};

/** A cell: one metric at one statistic, "ttft.p95"; a deployment metric has one value and no statistic. */
export type CellId = string;

export interface Cell {
  readonly id: CellId;
  readonly metric: Metric;
  readonly statistic: Statistic | undefined;
}

function hasStatistics(entry: Metric): boolean {
  return entry.scope !== "deployment";
}

export const cells: ReadonlyMap<CellId, Cell> = new Map(
  entries.flatMap((entry): [CellId, Cell][] =>
    hasStatistics(entry)
      ? statistics.map((statistic) => [
          `${entry.id}.${statistic}`,
          { id: `${entry.id}.${statistic}`, metric: entry, statistic },
        ])
      : [[entry.id, { id: entry.id, metric: entry, statistic: undefined }]],
  ),
);
