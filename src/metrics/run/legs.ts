// Legs: the runs of several jobs at one commit, put together side by side as one run that is judged once.
import { configError, type Problem } from "../../errors.ts";
import type { Leg, Run, WorkloadRun } from "../run.ts";

/** A run, and the file it came from. */
export interface RunFile {
  readonly file: string;
  readonly run: Run;
}

/** The name of a gate or leg that was given none, and that of a workload. */
const unnamed = "default";

/** Where a workload was measured: by a leg of its own, or by the run that holds it. */
export function originOf(run: Run, { leg }: Pick<WorkloadRun, "leg">): Omit<Leg, "name"> {
  return leg ?? run;
}

export function legOf({ name = unnamed }: Run): string {
  return name;
}

/** Whether it was measured under a name of its own, which the gate that judges it does not have. */
export function isLegBeside(run: Run, gate: string): boolean {
  const leg = legOf(run);
  return leg !== unnamed && leg !== gate;
}

/** Told by what the leg itself says, so that it is the same whatever other legs there are. */
function nameIn(leg: string, workload: string): string {
  if (leg === unnamed) return workload;
  return workload === unnamed ? leg : `${leg}.${workload}`;
}

/** The same run with names that tell its workloads from those of other legs. */
export function asLeg(run: Run): Run {
  const { tool, createdAt, attempt, endpoint, environment } = run;
  const name = legOf(run);
  const leg: Leg = { name, tool, createdAt, attempt, endpoint, environment };
  const workloads = run.workloads.map((each) =>
    each.leg ? each : { ...each, name: nameIn(name, each.name), leg },
  );
  return { ...run, workloads };
}

const legal = "runs of one commit, each measured by a leg with a name of its own";

/** Whatever must be the same in all of them for one verdict. */
function strangers([first, ...others]: readonly RunFile[]): Omit<Problem, "input">[] {
  if (!first) return [];
  const told = ({ commit, repository, boundaries }: Run) =>
    `commit ${commit ?? "unknown"} of ${repository ?? "no repository"}, boundaries ${boundaries}`;
  return others
    .filter(({ run }) => told(run) !== told(first.run))
    .map(({ file, run }) => ({
      value: `${file} (${told(run)}) beside ${first.file} (${told(first.run)})`,
      legal,
    }));
}

function doubles(files: readonly RunFile[]): Omit<Problem, "input">[] {
  const places = new Map<string, string>();
  return files.flatMap(({ file, run }) =>
    run.workloads.flatMap(({ name }) => {
      const other = places.get(name);
      places.set(name, other ?? file);
      if (other === undefined) return [];
      return [{ value: `workload ${name} in ${other} and in ${file}`, legal }];
    }),
  );
}

function common<T>(values: readonly T[]): T | null {
  const [first, ...others] = new Set(values);
  return first === undefined || others.length > 0 ? null : first;
}

/**
 * One run with the workloads of all, in the order of their legs' names; what the run says of endpoint and environment is
 * the first leg's, and each workload says its own. Throws a configuration error about `input`, which named the files,
 * where two runs are of different commits, or hold the same workload of the same leg.
 */
export function together(files: readonly RunFile[], input = "results"): Run | undefined {
  const legs = files
    .map(({ file, run }) => ({ file, run: asLeg(run) }))
    .toSorted((a, b) => byText(legOf(a.run), legOf(b.run)) || byText(a.file, b.file));
  const [first] = legs;
  if (!first) return undefined;
  const problems = [...strangers(legs), ...doubles(legs)].map((one) => ({ input, ...one }));
  if (problems.length > 0) throw configError(problems);
  const runs = legs.map(({ run }) => run);
  const times = runs.map(({ createdAt }) => createdAt).toSorted(byText);
  const { name: _, ...head } = first.run;
  return {
    ...head,
    createdAt: times.at(-1) ?? first.run.createdAt,
    runId: common(runs.map(({ runId }) => runId)),
    attempt: Math.max(...runs.map(({ attempt }) => attempt)),
    workloads: runs.flatMap(({ workloads }) => workloads),
  };
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
