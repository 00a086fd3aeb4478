// Carries a workload's schedules out: warm-up → measure → drain, with one deadline for sending and one for all.
import type { Failed, RequestRecord } from "../metrics/record.ts";
import type { Micros } from "../time.ts";
import type { Schedule } from "../workload/schedule.ts";
import type { Bound } from "../workload/workload.ts";
import type { Stopped } from "./pacing/stopper.ts";
import { Phases, type PhasesPlan } from "./phases.ts";
import type { Sender } from "./send.ts";
import type { HealthReading, HealthWatch } from "./watch/health.ts";

export interface LoadPlan extends PhasesPlan {
  /** Absent, or of count 0: no warm-up. */
  readonly warmUp?: Schedule | undefined;
  readonly measure: Schedule;
  /** Of the measure phase. */
  readonly bound: Bound;
  /** Watches the client itself during the measure phase; absent: nothing is known of it. */
  readonly watchHealth?: (() => HealthWatch) | undefined;
}

interface WarmUpResult {
  readonly attempted: number;
  readonly completed: number;
  /** For the report, should there be nothing else. */
  readonly failures: readonly Failed[];
}

export interface LoadResult {
  readonly warmUp: WarmUpResult;
  /** Of the measure phase, in planned order; requests never reached have none. Empty where a sink took them. */
  readonly records: readonly RequestRecord[];
  /** In the measure phase, whatever came of them. */
  readonly sent: number;
  /** Start of the measure phase: due times count from it. Absent if it was never reached. */
  readonly startedAt?: Micros;
  readonly sendingEndedAt: Micros;
  readonly endedAt: Micros;
  readonly stopped: Stopped;
  /** Of the measure phase and its drain. */
  readonly health?: HealthReading;
}

function warmUpResult(sender: Sender | undefined): WarmUpResult {
  const { sent: attempted, completed } = sender?.tally ?? { sent: 0, completed: 0 };
  const records = sender?.records ?? [];
  const failures = records.filter((record) => record.outcome === "failed");
  return { attempted, completed, failures };
}

async function measure({ measure: schedule, bound, watchHealth }: LoadPlan, phases: Phases) {
  const watch = watchHealth?.();
  let health: HealthReading | undefined;
  const { sender, ...rest } = await phases.carryOut(schedule, bound, () => {
    health = watch?.read();
  });
  return { records: sender.records, sent: sender.tally.sent, ...rest, ...(health && { health }) };
}

async function carryOutPhases(plan: LoadPlan, phases: Phases): Promise<LoadResult> {
  const { warmUp: schedule, clock } = plan;
  const warm = schedule && schedule.count !== 0 ? await phases.carryOut(schedule) : undefined;
  const warmUp = warmUpResult(warm?.sender);
  const stopped = phases.stopper.reason;
  if (stopped === undefined) return { warmUp, ...(await measure(plan, phases)) };
  const now = clock.now();
  return { warmUp, records: [], sent: 0, sendingEndedAt: now, endedAt: now, stopped };
}

/**
 * The warm-up has drained before the measurement starts, so that the two never add up. Rejects only for errors of our
 * own code: everything that the endpoint can do is in the records, every way to end early in `stopped`.
 */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const phases = new Phases(plan);
  const over = new AbortController();
  phases.watch(over.signal);
  try {
    return await carryOutPhases(plan, phases);
  } finally {
    over.abort();
  }
}
