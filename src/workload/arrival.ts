// Arrivals: due times of an open loop, absolute from the start of the phase, drawn before anything is sent.
import type { Random } from "../stats/random.ts";
import { type Micros, micros } from "../time.ts";
import type { Bound } from "./workload.ts";

/** Due times in drawing order, without end. */
type DueTimes = () => Micros;

/** Request i is due at i ÷ rate, the first at 0; computed from i, so that rounding never adds up. */
function constantTimes(ratePerSecond: number): DueTimes {
  let index = 0;
  return () => micros((index++ * 1_000_000) / ratePerSecond);
}

/** Gaps of −ln(1 − u) ÷ rate (inverse of the exponential distribution), the first before request 0. */
function poissonTimes(ratePerSecond: number, random: Random): DueTimes {
  let seconds = 0;
  return () => {
    seconds -= Math.log(1 - random()) / ratePerSecond;
    return micros(seconds * 1_000_000);
  };
}

function within(bound: Bound, next: DueTimes): readonly Micros[] {
  if (bound.kind === "requests") {
    return Array.from({ length: bound.requests }, next);
  }
  const offsets: Micros[] = [];
  for (let due = next(); due < bound.duration; due = next()) {
    offsets.push(due);
  }
  return offsets;
}

/** Evenly spaced; a duration holds every due time before its end. */
export function constantArrivals(ratePerSecond: number, bound: Bound): readonly Micros[] {
  return within(bound, constantTimes(ratePerSecond));
}

/** A Poisson process: its count within a duration is itself random, but fixed by the seed behind `random`. */
export function poissonArrivals(
  ratePerSecond: number,
  bound: Bound,
  random: Random,
): readonly Micros[] {
  return within(bound, poissonTimes(ratePerSecond, random));
}
