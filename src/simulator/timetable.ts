// Timetable: one scheduler for all streams; runs each appointment at its absolute due time, never before it.
import { hrtime } from "node:process";
import { type Micros, micros } from "../time.ts";
import { Heap } from "./heap.ts";

export interface Timetable {
  /** Calls `run` at `due`; the returned function cancels that. */
  at(due: Micros, run: () => void): () => void;
  /** Forgets everything, takes nothing more and leaves no timer behind. */
  close(): void;
}

/** The process's monotonic clock: counts from the start of the process. */
export function processNow(): Micros {
  return micros(performance.now() * 1_000);
}

/**
 * What to add to an instant of `processNow` to get `process.hrtime`, which all processes of a machine share.
 * The clocks are read in this order, so a preemption between them makes a try too small: the largest is best.
 */
export function hrtimeOffset(): Micros {
  const tries = Array.from({ length: 2_000 }, () => {
    const shared = Number(hrtime.bigint()) / 1_000;
    return shared - performance.now() * 1_000;
  });
  return micros(tries.reduce((largest, offset) => Math.max(largest, offset)));
}

interface Appointment {
  readonly due: Micros;
  readonly run: () => void;
  cancelled: boolean;
}

/** Timers count whole milliseconds and fire up to two late; the last stretch is spent in turns of the loop. */
const spin = micros(2_000);
const shortestTimer = micros(1_000);

export function createTimetable(): Timetable {
  const heap = new Heap<Appointment>();
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;
  let running = false;
  let closed = false;

  const disarm = () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
  const arm = () => {
    disarm();
    const next = heap.first();
    if (next === undefined) return;
    const wait = next.due - processNow() - spin;
    if (wait >= shortestTimer) timer = setTimeout(wake, Math.floor(wait / 1_000));
    else turn = setImmediate(wake);
  };
  const dueNow = (): Appointment | undefined => {
    const next = heap.first();
    if (next === undefined || (!next.cancelled && next.due > processNow())) return undefined;
    return heap.takeFirst();
  };
  const wake = () => {
    running = true;
    for (let next = dueNow(); next !== undefined; next = dueNow()) if (!next.cancelled) next.run();
    running = false;
    arm();
  };

  return {
    at(due, run) {
      if (closed) return () => {};
      const appointment: Appointment = { due, run, cancelled: false };
      heap.add(appointment);
      if (!running && heap.first() === appointment) arm();
      return () => {
        appointment.cancelled = true;
      };
    },
    close() {
      closed = true;
      heap.clear();
      disarm();
    },
  };
}
