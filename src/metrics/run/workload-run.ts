// Measured → WorkloadRun: everything that one workload's measurement found, ready for run.json.
import { quantile } from "../../stats/quantile.ts";
import { sampleOf } from "../../stats/sample.ts";
import { type Micros, micros, toMilliseconds } from "../../time.ts";
import { type MetricId, metric } from "../catalog.ts";
import type { ClientHealth, Distribution, Scalar, WorkloadRun } from "../run.ts";
import { type Derived, derive } from "../values/derive.ts";
import type { DigestedCompleted, DigestedFailed, DigestedRecord } from "../values/digest.ts";
import { distributionOf } from "../values/distribution.ts";
import { isRefusal } from "../values/refusal.ts";
import { durationOf, isAttempted, isCompleted, type Window, windowOf } from "../values/window.ts";
import { deploymentMetrics } from "./deployment.ts";
import type { Measured } from "./measured.ts";
import { answerWarnings } from "./oddities.ts";
import { runRecordFrom } from "./run-record.ts";
import { steadinessWarnings } from "./steadiness.ts";
import { bundlingWarnings, tally, tokensSummary, tokenWarnings } from "./tokens-summary.ts";
import { clientWarnings, faultsOf, lateness } from "./validity.ts";

/** Values of one request in each metric's own unit: ms, ms per token, tokens/s. */
type ValuesOf = (derived: Derived) => number[];
const perRequest: readonly (readonly [MetricId, ValuesOf])[] = [
  ["ttft", ({ ttft }) => durations(ttft)],
  ["ttfvt", ({ ttfvt }) => durations(ttfvt)],
  ["e2e", ({ e2e }) => durations(e2e)],
  ["tpot", ({ tpot }) => present(tpot).map((value) => value / 1_000)],
  ["generation_rate", ({ generationRate }) => present(generationRate)],
  ["whole_request_rate", ({ wholeRequestRate }) => present(wholeRequestRate)],
  ["queue_delay", ({ queueDelay }) => durations(queueDelay)],
];

function present<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}

function durations(value: Micros | undefined): number[] {
  return present(value).map(toMilliseconds);
}

function distributions(
  completed: readonly DigestedCompleted[],
  { gaps }: Measured,
): Record<string, Distribution> {
  const found: Record<string, Distribution> = {};
  const derived = completed.map((record) => derive(record, record.arrivals));
  for (const [id, valuesOf] of perRequest) {
    const distribution = distributionOf(metric(id), derived.flatMap(valuesOf));
    if (distribution) found[id] = distribution;
  }
  const itl = gaps.distribution(metric("itl"));
  return itl ? { ...found, itl } : found;
}

/** The first failure of each kind. */
function examples(failed: readonly DigestedFailed[]): WorkloadRun["counts"]["examples"] {
  const firsts = new Map(failed.toReversed().map((record) => [record.failure, record]));
  return [...firsts.values()].map(({ failure, status, detail }) => ({
    failure,
    status: status ?? null,
    detail,
  }));
}

function countsOf({ records, planned, warmUp }: Measured): WorkloadRun["counts"] {
  const failed = records.filter((record) => record.outcome === "failed");
  const count = (outcome: DigestedRecord["outcome"]) =>
    records.filter((record) => record.outcome === outcome).length;
  return {
    planned: planned ?? null,
    attempted: records.filter(isAttempted).length,
    completed: count("completed"),
    failed: failed.length,
    interrupted: count("interrupted"),
    dropped: count("dropped"),
    failures: tally(failed.map(({ failure }) => failure)),
    refused: failed.filter(isRefusal).length,
    examples: examples(failed),
    warmUp,
  };
}

function quantileMs(values: readonly Micros[], q: number): number | null {
  const sample = sampleOf(values);
  return sample ? toMilliseconds(micros(quantile(sample, q))) : null;
}

function healthOf({ health, records, workload }: Measured): ClientHealth | null {
  if (!health) return null;
  const attempted = records.filter(isAttempted);
  const late = lateness(records);
  return {
    ...health,
    scheduleLatenessP99Ms: workload.load.kind === "open" ? quantileMs(late, 0.99) : null,
    freshConnections: attempted.filter(({ freshConnection }) => freshConnection).length,
    resent: attempted.filter(({ resent }) => resent).length,
    connectP50Ms: quantileMs(
      attempted.flatMap(({ connect }) => present(connect)),
      0.5,
    ),
  };
}

function unique(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.flatMap(present))].toSorted();
}

function servedBy(records: readonly DigestedRecord[]): WorkloadRun["servedBy"] {
  const attempted = records.filter(isAttempted);
  return {
    models: unique(attempted.map((record) => record.servedBy.model)),
    fingerprints: unique(attempted.map((record) => record.servedBy.fingerprint)),
    servers: unique(attempted.map((record) => record.servedBy.server)),
  };
}

/** Where nothing was sent there is no window; its place is then a point at the end of sending. */
function describeWindow(
  window: Window | undefined,
  zero: Micros,
  { wallZeroMs, rounds }: Measured,
): WorkloadRun["window"] {
  const since = (at: Micros) => toMilliseconds(micros(at - zero));
  return {
    start: new Date(wallZeroMs + toMilliseconds(zero)).toISOString(),
    startMonotonicMs: toMilliseconds(zero),
    durationMs: window ? toMilliseconds(durationOf(window)) : 0,
    end: window?.end ?? "end-of-sending",
    ...(rounds && {
      stretches: (window?.stretches ?? []).map(({ startAt, endAt }) => ({
        startMs: since(startAt),
        endMs: since(endAt),
      })),
    }),
  };
}

/**
 * The shortest stretch of time that a gated cell rests on, ms: what the client's own lag is held against. A time per
 * token is the N − 1th part of the stretch that was stamped, so a lag distorts it by its N − 1th part only.
 */
function smallestGated(
  metrics: Readonly<Record<string, Distribution | Scalar>>,
  { records }: Measured,
  gated: ReadonlySet<string>,
): number | undefined {
  const output = records.filter(isCompleted).flatMap(({ tokens }) => tokens.output ?? []);
  const gaps = Math.max(1, output.reduce((sum, count) => sum + count, 0) / output.length - 1);
  const stretches = Object.entries(metrics).flatMap(([id, found]) =>
    "p50" in found && found.better === "lower"
      ? (["mean", "p50", "p90", "p95", "p99"] as const)
          .filter((statistic) => gated.has(`${id}.${statistic}`))
          .map((statistic) => found[statistic] * (found.unit === "ms/token" ? gaps : 1))
      : [],
  );
  return stretches.length === 0 ? undefined : Math.min(...stretches);
}

/** `gated`: ids of the cells that the verdict will rest on, "ttft.p95". */
export function workloadRunFrom(measured: Measured, gated: ReadonlySet<string>): WorkloadRun {
  const { workload, records } = measured;
  const concurrency = workload.load.kind === "closed" ? workload.load.concurrency : 1;
  const { sendingEndedAt, rounds } = measured;
  const window = windowOf({ records, sendingEndedAt, concurrency, rounds });
  const completed = records.filter(isCompleted);
  const deployment = deploymentMetrics(records, window, workload.objectives);
  const metrics = { ...distributions(completed, measured), ...deployment.scalars };
  const zero = window?.stretches[0]?.startAt ?? sendingEndedAt;
  const { saveResponses } = measured;
  const faults = faultsOf(measured, smallestGated(metrics, measured, gated));
  const isFault = (code: string) => faults.some((fault) => fault.code === code);
  return {
    name: workload.name,
    key: measured.key,
    definition: measured.definition,
    scheduleDigest: measured.scheduleDigest,
    window: describeWindow(window, zero, measured),
    counts: countsOf(measured),
    metrics,
    tokens: tokensSummary(completed, measured.encoding),
    client: healthOf(measured),
    server: measured.server ?? null,
    servedBy: servedBy(records),
    warnings: [
      ...measured.warnings,
      ...deployment.warnings,
      ...tokenWarnings(completed),
      ...bundlingWarnings(completed),
      ...answerWarnings(records),
      ...steadinessWarnings(completed, workload.load),
      ...clientWarnings(measured.health).filter(({ code }) => !isFault(code)),
    ],
    invalid: faults,
    records: records.map((record) => runRecordFrom(record, { zero, saveResponses })),
  };
}
