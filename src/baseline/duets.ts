// Duets of one version with itself, as a baseline document keeps them.
import { whereOf } from "../metrics/observation.ts";
import { originOf } from "../metrics/run/legs.ts";
import type { Run, WorkloadRun } from "../metrics/run.ts";
import type { PlacementDuet } from "./history.ts";

type Duet = NonNullable<WorkloadRun["duet"]>;

/** Older ones are of another placement, most likely. */
const kept = 30;
/** A single round has no scatter. */
const fewestRounds = 2;

/**
 * What of a run's duet is kept where both endpoints served the same version, as in a calibration; undefined where
 * nothing was measured in rounds or either side is invalid.
 */
export function placementDuetFrom(run: Run, workload: WorkloadRun): PlacementDuet | undefined {
  const { duet, key, invalid } = workload;
  if (!duet || invalid.length + duet.base.invalid.length > 0) return undefined;
  const { createdAt, environment } = originOf(run, workload);
  const ids = new Set(duet.rounds.flatMap(({ candidate }) => Object.keys(candidate.cells)));
  const cells = [...ids]
    .map((id) => [id, differencesOf(duet, id)] as const)
    .filter(([, differences]) => differences.length >= fewestRounds);
  return {
    time: createdAt,
    key,
    where: whereOf(environment),
    cells: Object.fromEntries(cells),
  };
}

/** In rounds where both sides have a number. */
function differencesOf({ rounds }: Duet, id: string): number[] {
  return rounds.flatMap(({ base, candidate }) => {
    const [before, after] = [base.cells[id], candidate.cells[id]];
    return before && after ? [after.y - before.y] : [];
  });
}

/** Each once, in the order of time, the newest of them. */
export function joinedDuets(...lists: readonly (readonly PlacementDuet[] | undefined)[]): {
  readonly duets?: PlacementDuet[];
} {
  const all = lists.flatMap((list) => list ?? []);
  const once = new Map(all.map((duet) => [JSON.stringify([duet.time, duet.key]), duet]));
  const ordered = [...once.values()].toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
  return ordered.length === 0 ? {} : { duets: ordered.slice(-kept) };
}
