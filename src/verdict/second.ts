// The second measurement of a workload, where it may be used, or why it may not.
import { whereOf } from "../metrics/observation.ts";
import { originOf } from "../metrics/run/legs.ts";
import type { Run, WorkloadRun } from "../metrics/run.ts";
import { type Warning, warning } from "../warning.ts";
import { fewestRounds } from "./duet/duet.ts";

export interface Second {
  readonly measured?: { readonly run: Run; readonly workload: WorkloadRun };
  readonly warnings: readonly Warning[];
}

/** Of the first measurement's completed requests: what a second one must have, to overturn or confirm it. */
const enoughShare = 0.5;

/** A second measurement counts only if it is one of the same, valid itself, and not a remnant that a budget left. */
export function secondOf(
  workload: WorkloadRun,
  { run, confirmation }: { readonly run: Run; readonly confirmation?: Run | undefined },
): Second {
  const again = confirmation?.workloads.find(({ name }) => name === workload.name);
  if (!confirmation || !again) return { warnings: [] };
  const [there, here] = [originOf(confirmation, again), originOf(run, workload)];
  const samePlace = whereOf(there.environment) === whereOf(here.environment);
  const why = samePlace ? whyUnusable(workload, again) : elsewhere;
  if (why === undefined) return { measured: { run: confirmation, workload: again }, warnings: [] };
  return {
    warnings: [warning("confirmation-unusable", `The second measurement is unused: ${why}.`)],
  };
}

const elsewhere = "it is of another workload or place";

function whyUnusable(workload: WorkloadRun, again: WorkloadRun): string | undefined {
  if (again.key !== workload.key) return elsewhere;
  if (again.duet?.endpoint !== workload.duet?.endpoint) return "it was compared in another way";
  const faults = again.invalid.length + (again.duet?.base.invalid.length ?? 0);
  if (faults > 0) return "it is invalid itself";
  if (again.duet && again.duet.rounds.length < fewestRounds)
    return `it has fewer than ${fewestRounds} rounds`;
  return again.counts.completed < enoughShare * workload.counts.completed
    ? "it has fewer than half of the first one's requests"
    : undefined;
}
