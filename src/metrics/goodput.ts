// Objectives: which completed requests were good, each bound met.
import type { Objective } from "../workload/workload.ts";
import type { DigestedCompleted } from "./digest.ts";

/** A value that the request does not have meets nothing: an absence is not a fast answer. */
function meets(derived: DigestedCompleted["derived"], { metric, max }: Objective): boolean {
  const value = derived[metric];
  return value !== undefined && value <= max;
}

export function isGood({ derived }: DigestedCompleted, objectives: readonly Objective[]): boolean {
  return objectives.every((objective) => meets(derived, objective));
}
