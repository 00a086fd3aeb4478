// Per-request values of run.json's records, in the order in which the requests started.
import type { MetricId } from "../catalog.ts";
import type { RunRecord, WorkloadRun } from "../run.ts";
import { type Pace, paceOf } from "./pace.ts";

/** Shorter times cannot be told from none, and none has no logarithm. */
export const shortest = 0.001;

type Reader = (record: RunRecord) => number | undefined;

function atLeastMicrosecond(milliseconds: number): number {
  return Math.max(milliseconds, shortest);
}

function time(milliseconds: number | null): number | undefined {
  return milliseconds === null ? undefined : atLeastMicrosecond(milliseconds);
}

function pace(record: RunRecord): Pace | undefined {
  const found = paceOf({
    tokens: record.outputTokens ?? undefined,
    reads: record.outputReads ?? 0,
    first: record.ttftMs ?? undefined,
    last: record.lastOutputMs ?? undefined,
  });
  return found && { ...found, took: atLeastMicrosecond(found.took) };
}

function timePerToken(record: RunRecord): number | undefined {
  const known = pace(record);
  return known && atLeastMicrosecond(known.took / known.tokens);
}

function tokensPerSecond(record: RunRecord): number | undefined {
  const known = pace(record);
  return known && (1_000 * known.tokens) / known.took;
}

function wholeRequestRate({ outputTokens, e2eMs }: RunRecord): number | undefined {
  if (outputTokens === null || outputTokens < 1 || e2eMs === null) return undefined;
  return (1_000 * outputTokens) / atLeastMicrosecond(e2eMs);
}

function queueDelay({ sentMs, scheduledMs }: RunRecord): number | undefined {
  return sentMs === null ? undefined : atLeastMicrosecond(sentMs - scheduledMs);
}

const readers: Readonly<Partial<Record<MetricId, Reader>>> = {
  ttft: ({ ttftMs }) => time(ttftMs),
  ttfvt: ({ ttfvtMs }) => time(ttfvtMs),
  e2e: ({ e2eMs }) => time(e2eMs),
  tpot: timePerToken,
  generation_rate: tokensPerSecond,
  whole_request_rate: wholeRequestRate,
  queue_delay: queueDelay,
};

/**
 * Values of the completed requests that have one, in the metric's unit; times are at least 1 µs. Empty where nothing
 * has one, and in a closed loop for the queue delay: there nobody planned when to send.
 */
export function requestValues(workload: WorkloadRun, id: MetricId): number[] {
  const read = readers[id];
  if (!read || (id === "queue_delay" && isClosedLoop(workload))) return [];
  return workload.records
    .filter(({ outcome }) => outcome === "completed")
    .toSorted((a, b) => a.scheduledMs - b.scheduledMs || a.id - b.id)
    .flatMap((record) => read(record) ?? []);
}

function isClosedLoop({ client }: WorkloadRun): boolean {
  return client !== null && client.scheduleLatenessP99Ms === null;
}
