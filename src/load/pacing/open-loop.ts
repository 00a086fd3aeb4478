// Open loop: sends at planned instants whatever the endpoint does, and drops what finds too many in flight.
import type { Clock } from "../../clock.ts";
import { type Micros, micros } from "../../time.ts";
import type { Sender } from "../send.ts";
import type { Allowance } from "./allowance.ts";

export interface OpenLoopParts {
  /** Due times from the start, ascending. */
  readonly offsets: readonly Micros[];
  readonly maxInFlight: number;
  readonly startAt: Micros;
  readonly sender: Sender;
  readonly allowance: Allowance;
  readonly clock: Clock;
  /** Aborted when nothing more may be sent. */
  readonly stop: AbortSignal;
}

/**
 * Due times are absolute, so that no lateness adds up: it wakes, sends all that is due, never early, and sleeps until
 * the next. Requests are made ready before they are due. Resolves when nothing more will be sent.
 */
export async function openLoop(parts: OpenLoopParts): Promise<void> {
  const { offsets, maxInFlight, startAt, sender, allowance, clock, stop } = parts;
  for (const [id, offset] of offsets.entries()) {
    if (!(await allowance.admit())) return;
    const wire = sender.prepare(id);
    const dueAt = micros(startAt + allowance.held + offset);
    if (clock.now() < dueAt) await clock.sleepUntil(dueAt, stop);
    if (stop.aborted) return;
    if (sender.inFlight >= maxInFlight) sender.drop({ id, dueAt });
    else void sender.send(wire, { id, dueAt });
  }
}
