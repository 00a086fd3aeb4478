// Progress: where a phase of the load stands, told a few times per second.
import type { Clock } from "../clock.ts";
import { fromMilliseconds, type Micros, micros } from "../time.ts";
import type { Schedule } from "../workload/schedule.ts";
import type { Phase } from "../workload/workload.ts";
import type { Sender } from "./send.ts";

export interface Progress {
  readonly phase: Phase;
  /** Absent where only a duration bounds the phase. */
  readonly planned?: number;
  readonly sent: number;
  /** Ended and read, or dropped. */
  readonly done: number;
  readonly inFlight: number;
  readonly completed: number;
  readonly failed: number;
  readonly elapsed: Micros;
  /** Absent while nothing can be said. */
  readonly remaining?: Micros;
}

export interface Standing {
  readonly schedule: Pick<Schedule, "phase" | "count" | "offsets">;
  readonly sender: Pick<Sender, "tally" | "inFlight">;
  readonly startedAt: Micros;
  /** Where a duration bounds the phase. */
  readonly endAt: Micros | undefined;
}

const interval = fromMilliseconds(250);

/** By the clock where the plan has one, else by the pace so far. */
function remainingOf({ schedule, sender, startedAt, endAt }: Standing, elapsed: Micros) {
  const lastOffset = schedule.offsets?.at(-1);
  const planned = endAt === undefined ? lastOffset : endAt - startedAt;
  if (planned !== undefined) return micros(Math.max(0, planned - elapsed));
  const { done } = sender.tally;
  if (schedule.count === undefined || done === 0) return undefined;
  return micros((elapsed / done) * (schedule.count - done));
}

export function progressOf(standing: Standing, now: Micros): Progress {
  const { schedule, sender, startedAt } = standing;
  const elapsed = micros(now - startedAt);
  const remaining = remainingOf(standing, elapsed);
  return {
    phase: schedule.phase,
    ...(schedule.count !== undefined && { planned: schedule.count }),
    ...sender.tally,
    inFlight: sender.inFlight,
    elapsed,
    ...(remaining !== undefined && { remaining }),
  };
}

/** Until `over` is aborted; the caller tells the last state itself. */
export async function tellRegularly(
  tell: () => void,
  clock: Clock,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    tell();
    await clock.sleepUntil(micros(clock.now() + interval), over);
  }
}
