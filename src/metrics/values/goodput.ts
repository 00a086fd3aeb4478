// Objectives: which completed requests were good, each bound met.
import type { Objective } from "../../workload/workload.ts";
import { type Derived, derive } from "./derive.ts";
import type { DigestedCompleted } from "./digest.ts";

/** A value that the request does not have meets nothing: an absence is not a fast answer. */
function meets(derived: Derived, { metric, max }: Objective): boolean {
  const value = derived[metric];
  return value !== undefined && value <= max;
}

export function isGood(record: DigestedCompleted, objectives: readonly Objective[]): boolean {
  const derived = derive(record, record.arrivals);
  return objectives.every((objective) => meets(derived, objective));
}
