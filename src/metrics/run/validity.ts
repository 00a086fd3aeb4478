// Validity: can this measurement be trusted, and if not, why.
import { type Micros, micros } from "../../time.ts";
import { type Warning, warning } from "../../warning.ts";
import type { DigestedRecord } from "../values/digest.ts";
import { isAttempted, isCompleted } from "../values/window.ts";
import type { HealthReading, Measured, Stopped } from "./measured.ts";

/** Bounds of the contract: past them a run is invalid. */
const maxFailedShare = 0.2;
const maxMissedShare = 0.02;
const maxLagMs = 1;
const maxLagShare = 0.02;
const maxEventLoopUtilization = 0.9;
const minMeasuredShare = 0.5;
/** Shares of small counts are not exact in binary. */
const slack = 1e-9;
/** From here on the client's lag is worth a word. */
const noticeableLagMs = 0.5;

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/** `smallest`: the shortest stretch of time that a gated cell rests on, ms. */
function clientFaults(health: HealthReading | undefined, smallest: number | undefined): Warning[] {
  if (!health) return [];
  const faults: Warning[] = [];
  const { lagP99Ms, eventLoopUtilization } = health;
  if (smallest !== undefined && lagP99Ms > maxLagMs && lagP99Ms > maxLagShare * smallest) {
    const share = percent(lagP99Ms / smallest);
    faults.push(
      warning(
        "client-lag",
        `the client itself lagged by ${lagP99Ms.toFixed(1)} ms (p99), ${share} of the shortest time that is gated`,
      ),
    );
  }
  if (eventLoopUtilization > maxEventLoopUtilization) {
    const busy = percent(eventLoopUtilization);
    faults.push(
      warning("client-saturated", `the client's event loop was busy ${busy} of the time`),
    );
  }
  return faults;
}

function span(instants: readonly number[]): number {
  return (instants.at(-1) ?? 0) - (instants[0] ?? 0);
}

function sendsOf(records: readonly DigestedRecord[]): number[] {
  return records.filter(isAttempted).flatMap(({ sentAt }) => sentAt ?? []);
}

/** Sent requests per time, against the drawn schedule; drops count as missed. Between a duet's rounds no time counts. */
function missedShare(records: readonly DigestedRecord[]): number {
  const sent = sendsOf(records);
  const rounds = [...Map.groupBy(records, ({ round = 0 }) => round).values()];
  const sum = (of: (round: readonly DigestedRecord[]) => number) =>
    rounds.reduce((total, round) => total + of(round), 0);
  const drawn = sum((round) => span(round.map(({ scheduledAt }) => scheduledAt)));
  const achieved = sum((round) => span(sendsOf(round).toSorted((a, b) => a - b)));
  const stretch = drawn > 0 && achieved > drawn ? achieved / drawn : 1;
  return 1 - sent.length / records.length / stretch;
}

function scheduleFaults(measured: Measured): Warning[] {
  if (measured.workload.load.kind === "closed" || measured.records.length < 2) return [];
  const missed = missedShare(measured.records);
  if (missed <= maxMissedShare + slack) return [];
  return [
    warning("missed-schedule", `the achieved rate missed the drawn schedule by ${percent(missed)}`),
  ];
}

const excused: readonly Stopped[] = ["budget"];

/**
 * Requests that still hung when draining ended say nothing of their latency, and are no failures by themselves; many of
 * them are what an endpoint looks like that stopped answering. A budget or a hand that cut them is another matter.
 */
function hangingFaults(measured: Measured): Warning[] {
  const attempted = drained(measured).filter(isAttempted);
  const cut = attempted.filter(({ outcome }) => outcome === "interrupted").length;
  const lost = cut + attempted.filter(({ outcome }) => outcome === "failed").length;
  if (cut === 0 || cut === attempted.length || lost / attempted.length <= maxFailedShare) return [];
  const message = `${cut} of ${attempted.length} requests had not ended when draining was over`;
  return [warning("too-many-cut", message)];
}

/** What nothing but its own draining cut: all of a plan that was carried out, of a duet the rounds before the last. */
function drained({ records, stopped, rounds = [] }: Measured): readonly DigestedRecord[] {
  if (stopped === "planned" || stopped === "duration") return records;
  return records.filter(({ round = rounds.length }) => round < rounds.length - 1);
}

function countFaults({ records, planned, stopped }: Measured): Warning[] {
  const attempted = records.filter(isAttempted);
  const completed = attempted.filter(isCompleted).length;
  const failed = attempted.filter(({ outcome }) => outcome === "failed").length;
  if (completed === 0) {
    return [warning("nothing-measured", `none of ${attempted.length} measured requests completed`)];
  }
  const finished = completed + failed;
  return [
    ...failureFaults(failed, attempted.length),
    ...stoppingFaults({ finished, planned, stopped }),
  ];
}

interface Stopping {
  readonly planned: number | undefined;
  readonly stopped: Stopped;
  readonly finished: number;
}

/** A cancelled measurement is a remnant of unknown size, however much of it there is. */
function stoppingFaults({ finished, planned, stopped }: Stopping): Warning[] {
  if (stopped === "cancelled") {
    return [warning("cancelled", "the measurement was cancelled; what it saw is kept, not judged")];
  }
  if (planned === undefined || finished >= minMeasuredShare * planned) return [];
  if (excused.includes(stopped)) return [];
  return [
    warning("too-few-measured", `only ${finished} of ${planned} planned requests were measured`),
  ];
}

/** Also of a past job, of which only these counts are left. */
export function failureFaults(failed: number, attempted: number): Warning[] {
  if (attempted === 0 || failed / attempted <= maxFailedShare) return [];
  const share = percent(failed / attempted);
  const why = `above ${percent(maxFailedShare)} the survivors' latency says nothing`;
  return [
    warning("too-many-failures", `${failed} of ${attempted} requests failed (${share}; ${why})`),
  ];
}

/** Reasons why the measurement is invalid; none means valid. */
export function faultsOf(measured: Measured, smallestGatedMs: number | undefined): Warning[] {
  if (measured.obstacles.length > 0) return [...measured.obstacles];
  return [
    ...countFaults(measured),
    ...hangingFaults(measured),
    ...scheduleFaults(measured),
    ...clientFaults(measured.health, smallestGatedMs),
  ];
}

/** What qualifies a valid measurement without spoiling it. */
export function clientWarnings(health: HealthReading | undefined): Warning[] {
  if (!health || health.lagP99Ms <= noticeableLagMs) return [];
  const { lagP99Ms, turnWaitP99Ms } = health;
  const inStep =
    turnWaitP99Ms !== null && turnWaitP99Ms >= lagP99Ms ? ", as many streams sent at once" : "";
  return [warning("client-lag", `the client lagged by ${lagP99Ms.toFixed(1)} ms (p99)${inStep}`)];
}

/** Lateness of the true sends in an open loop, µs; requests never sent have none. */
export function lateness(records: readonly DigestedRecord[]): Micros[] {
  return records
    .filter(isAttempted)
    .flatMap(({ sentAt, scheduledAt }) =>
      sentAt === undefined ? [] : micros(sentAt - scheduledAt),
    );
}
