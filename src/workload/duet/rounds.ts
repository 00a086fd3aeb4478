// Rounds: a workload's plan in parts of equal size, one after the other, each of which both endpoints of a duet get.
import { type Micros, micros } from "../../time.ts";
import type { Schedule } from "../schedule.ts";
import type { Bound, Load, Workload } from "../workload.ts";

/** What of a schedule one round sends. */
export interface Part {
  /** Its first request's id in the whole plan. */
  readonly from: number;
  /** The id after its last one; absent where the answers decide (closed loop for a duration). */
  readonly to?: number;
  /** Where it begins in the whole plan's time; due times count from there. */
  readonly startAt: Micros;
}

export interface Round extends Part {
  /** Counted from 0. */
  readonly index: number;
  readonly bound: Bound;
}

export interface RoundPlace {
  /** Counted from 0. */
  readonly index: number;
  readonly of: number;
  /** The first id that no earlier round has used: where a duration bounds a closed loop it is the round's first. */
  readonly unused: number;
}

/** Whole number i of `parts` cuts through `total`, so that the parts add up and differ by one at most. */
function cut(total: number, index: number, parts: number): number {
  return Math.floor((index * total) / parts);
}

function byRequests(requests: number, { index, of }: RoundPlace, offsets: Offsets): Round {
  const [from, to] = [cut(requests, index, of), cut(requests, index + 1, of)];
  const startAt = offsets?.[from - 1] ?? micros(0);
  return { index, from, to, startAt, bound: { kind: "requests", requests: to - from } };
}

type Offsets = readonly Micros[] | undefined;

function byDuration(duration: Micros, { index, of, unused }: RoundPlace, offsets: Offsets): Round {
  const startAt = micros((index * duration) / of);
  const endAt = micros(((index + 1) * duration) / of);
  const bound: Bound = { kind: "duration", duration: micros(endAt - startAt) };
  if (!offsets) return { index, from: unused, startAt, bound };
  const dueBefore = (at: Micros) => offsets.filter((offset) => offset < at).length;
  return { index, from: dueBefore(startAt), to: dueBefore(endAt), startAt, bound };
}

/** `offsets`: of the whole plan, in an open loop. */
export function roundAt({ bound }: Pick<Workload, "bound">, place: RoundPlace, offsets: Offsets) {
  return bound.kind === "requests"
    ? byRequests(bound.requests, place, offsets)
    : byDuration(bound.duration, place, offsets);
}

/** A part as a phase of its own: its ids and due times count from 0. */
export function partOf(schedule: Schedule, { from, to, startAt }: Part): Schedule {
  const { phase, offsets } = schedule;
  return {
    phase,
    ...(offsets && {
      offsets: offsets.slice(from, to).map((offset) => micros(offset - startAt)),
    }),
    ...(to !== undefined && { count: to - from }),
    request: (id) => ({ ...schedule.request(from + id), id }),
    get digest() {
      return schedule.digest;
    },
  };
}

/** What an open loop counts as, for how many it has in flight is not known beforehand. */
const openLoopSlots = 8;

/** As many as are in flight at once: what has idled meanwhile (connections, caches, clocks) wakes with the first ones. */
function atSwitch({ load, warmUpRequests }: { load: Load; warmUpRequests: number }): number {
  return Math.min(warmUpRequests, load.kind === "closed" ? load.concurrency : openLoopSlots);
}

/** An endpoint's warm-up of all rounds: the whole one before its first, a short one at each later switch to it. */
export function warmUpOf(workload: Workload, rounds: number): number {
  return workload.warmUpRequests + (rounds - 1) * atSwitch(workload);
}

/** The warm-up's part before a round, of a schedule that holds all of it. */
export function warmUpAt(workload: Workload, index: number, offsets: Offsets): Part {
  const from = index === 0 ? 0 : warmUpOf(workload, index);
  return { from, to: warmUpOf(workload, index + 1), startAt: offsets?.[from] ?? micros(0) };
}
