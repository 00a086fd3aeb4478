// Workload rules: which settings need others, checked together once every value is settled.
import type { Workload } from "../workload/workload.ts";
import { placeOf, type Settled, take } from "./layer.ts";
import type { Problems } from "./problems.ts";
import { settings } from "./settings.ts";

/** Metrics that only a streamed answer has. */
const streamedOnly: ReadonlySet<string> = new Set(["ttft", "ttfvt", "tpot"]);

export function checkWorkload(values: Settled, problems: Problems): void {
  const objectives = take(values, settings.objectives) ?? [];
  const unmet = objectives.find(({ metric }) => streamedOnly.has(metric));
  if (unmet && !take(values, settings.stream)) {
    const place = placeOf(values, settings.objectives);
    problems.add(`${place}.${unmet.metric}`, "an objective beside stream: false", "e2e alone");
  }
}

/** What shapes an open loop must not be given in vain. `own` holds what the workload itself gave. */
export function checkOpenLoop(own: ReadonlySet<string>, values: Settled, problems: Problems): void {
  if (values.has(settings.rate.name)) return;
  for (const setting of [settings.arrival, settings.maxInFlight])
    if (own.has(setting.name))
      problems.add(placeOf(values, setting), "given without rate", "only beside rate");
}

export function checkNames(workloads: readonly Workload[], problems: Problems): void {
  const names = workloads.map(({ name }) => name);
  for (const name of new Set(names.filter((each, at) => names.indexOf(each) < at)))
    problems.add("workloads", `two workloads named ${name}`, "names that differ, lists expanded");
}
