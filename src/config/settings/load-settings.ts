// Load, bound and warm-up of a workload from its settled values; a list of loads gives several.
import type { Bound, Load } from "../../workload/workload.ts";
import type { WarmUp } from "../fields/number-fields.ts";
import { placeOf, type Settled, take } from "../sources/layer.ts";
import type { Problems } from "../sources/problems.ts";
import { settings } from "./settings.ts";

/** A load, and what tells it apart where a list gave several: "c16", "r2.5". */
export interface NamedLoad {
  readonly load: Load;
  readonly suffix: string;
}

export function loadsFrom(values: Settled): readonly NamedLoad[] {
  const rates = take(values, settings.rate);
  if (!rates)
    return take(values, settings.concurrency).map((concurrency) => ({
      load: { kind: "closed", concurrency },
      suffix: `c${concurrency}`,
    }));
  const arrival = take(values, settings.arrival);
  const maxInFlight = take(values, settings.maxInFlight);
  return rates.map((ratePerSecond) => ({
    load: { kind: "open", arrival, ratePerSecond, maxInFlight },
    suffix: `r${Number(ratePerSecond.toPrecision(6))}`,
  }));
}

/** Fewer in a round tell little of its tail (docs/statistics.md). */
const usualPerRound = 50;

function requestsFrom(values: Settled): number {
  const isDuet = take(values, settings.baselineEndpoint) !== undefined;
  return isDuet && !values.has(settings.requests.name)
    ? usualPerRound * take(values, settings.rounds)
    : take(values, settings.requests);
}

export function boundFrom(values: Settled): Bound {
  const duration = take(values, settings.duration);
  return duration === undefined
    ? { kind: "requests", requests: requestsFrom(values) }
    : { kind: "duration", duration };
}

/** How many requests are measured; unknown for a closed loop that is bounded by time. */
function expectedRequests(load: Load, bound: Bound): number | undefined {
  if (bound.kind === "requests") return bound.requests;
  return load.kind === "open" ? (load.ratePerSecond * bound.duration) / 1_000_000 : undefined;
}

const usualShare = 0.05;

/** 2 × concurrency or 5 %; an open loop counts as the default concurrency, for its own is not known beforehand. */
function usualWarmUp(load: Load, expected: number | undefined): number {
  const [usual = 1] = settings.concurrency.fallback;
  const slots = load.kind === "closed" ? load.concurrency : usual;
  return Math.max(2 * slots, Math.ceil(usualShare * (expected ?? 0)));
}

interface Measured {
  readonly values: Settled;
  readonly load: Load;
  readonly bound: Bound;
}

function warmUpCount(warmUp: WarmUp | undefined, load: Load, expected: number | undefined) {
  if (!warmUp) return usualWarmUp(load, expected);
  if (warmUp.kind === "count") return warmUp.requests;
  return expected === undefined ? undefined : Math.ceil(warmUp.share * expected);
}

export function warmUpFrom({ values, load, bound }: Measured, problems: Problems): number {
  const warmUp = take(values, settings.warmUp);
  const count = warmUpCount(warmUp, load, expectedRequests(load, bound));
  if (count !== undefined) return count;
  const legal = "a whole number, as a closed loop bounded by duration has no planned requests";
  problems.add(placeOf(values, settings.warmUp), "a share", legal);
  return 0;
}
