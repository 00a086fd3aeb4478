// Earlier: what this gate measured before of the very same change, so that running it again does not replace a verdict.
import type { Evidence } from "../conclude.ts";
import type { JudgeConfig } from "../config/config.ts";
import type { Rest } from "../github/api/rest.ts";
import { artifactsIn } from "../github/artifacts/listing.ts";
import { type Attempts, attemptsIn, hasAttempts } from "../github/attempts/find.ts";
import { extractOf } from "../github/extracts/find.ts";
import { explained } from "../github/permission.ts";
import { type HeadRun, runsOfHead } from "../github/pulls/runs-of-head.ts";
import type { Run } from "../metrics/run.ts";
import { type Warning, warning } from "../warning.ts";
import { type Act, restFor } from "./act.ts";
import { isOfSame } from "./change.ts";

export interface Earlier {
  readonly runs: readonly Run[];
  /** What should have been judged together with this job, and could not be read. */
  readonly warnings: readonly Warning[];
}

const nothing: Earlier = { runs: [], warnings: [] };

/** A red verdict must not go away unseen. */
const unread = "It is left out of this verdict, which takes back nothing that was found then.";

function unreadable(sentence: string): Warning {
  return warning("attempt-unread", `${sentence} ${unread}`);
}

interface Search {
  readonly act: Act;
  readonly name: string;
  readonly rest: Rest;
  readonly repository: string;
}

function earlierFrom({ runs, troubles }: Attempts): Earlier {
  return { runs, warnings: troubles.map(unreadable) };
}

/** A job that failed before it measured, or was cancelled, left nothing; so did one whose upload failed. */
function missing({ read, troubles }: Attempts, attempt: number): Warning[] {
  if (read.size + troubles.length >= attempt - 1) return [];
  return [unreadable("An earlier attempt of this job left no numbers that could be found.")];
}

/** Of this very run, whose artifacts carry their attempt. */
async function ofThisRun({ act, name, rest, repository }: Search): Promise<Earlier> {
  const { runId, attempt, headSha } = act.context;
  if (attempt < 2 || runId === undefined) return nothing;
  const run = { id: Number(runId) };
  const shelf = { rest, repository };
  const artifacts = await artifactsIn(run.id, shelf);
  const found = await attemptsIn(artifacts, { name, run, headSha, upTo: attempt - 1 }, shelf);
  const { runs, warnings } = earlierFrom(found);
  return { runs, warnings: [...warnings, ...missing(found, attempt)] };
}

/** Another run of the same head may have been of another base, or of another pull request. */
async function ofRun(run: HeadRun, { act, name, rest, repository }: Search): Promise<Earlier> {
  const { context } = act;
  const shelf = { rest, repository };
  const sought = { name, run, headSha: context.headSha, upTo: run.attempt };
  const artifacts = await artifactsIn(run.id, shelf);
  if (!hasAttempts(artifacts, sought)) return nothing;
  const extract = await extractOf(name, run, { ...shelf, artifacts });
  if (typeof extract === "string") {
    const sentence = `What run ${run.id} measured is not used, as its report does not say what it was of: ${extract}.`;
    return { runs: [], warnings: [unreadable(sentence)] };
  }
  if (!isOfSame(extract, context)) return nothing;
  return earlierFrom(await attemptsIn(artifacts, sought, shelf));
}

/** The first run of a pull request has none before it. */
async function ofOtherRuns(search: Search): Promise<Earlier> {
  const { context } = search.act;
  if (!context.pullRequest || context.action === "opened") return nothing;
  let earlier = nothing;
  for (const run of await runsOfHead(context, search.rest))
    earlier = joined(earlier, await ofRun(run, search));
  return earlier;
}

function joined(a: Earlier, b: Earlier): Earlier {
  return { runs: [...a.runs, ...b.runs], warnings: [...a.warnings, ...b.warnings] };
}

async function isolated(look: () => Promise<Earlier>): Promise<Earlier> {
  try {
    return await look();
  } catch (cause) {
    const why = explained(cause, "actions: read");
    const sentence = `What earlier attempts at this commit measured could not be read: ${why}.`;
    return { runs: [], warnings: [unreadable(sentence)] };
  }
}

/**
 * Judged again by a job that measures nothing itself: one measurement is no two attempts, however many jobs tell of it,
 * this one among them.
 */
export function besides(run: Run, { runs, warnings }: Earlier): Pick<Evidence, "earlier" | "gaps"> {
  const told = ({ name, window }: Run["workloads"][number]) => `${name} ${window.start}`;
  const known = new Set(run.workloads.map(told));
  const others = runs.map((one) => {
    const workloads = one.workloads.filter((workload) => !known.has(told(workload)));
    for (const workload of workloads) known.add(told(workload));
    return { ...one, workloads };
  });
  return { earlier: others.filter(({ workloads }) => workloads.length > 0), gaps: warnings };
}

/**
 * Main is left out: each of its jobs is a record of its own. Never rejects: what cannot be read is a warning, and no
 * other verdict. One call where a pull request has a new commit, none for the first one.
 */
export async function earlierOf(act: Act, { name, githubToken }: JudgeConfig): Promise<Earlier> {
  const { role, repository, attempt } = act.context;
  if (role === "main" || repository === undefined) return nothing;
  const rest = restFor(act.context, githubToken, act.machine.patience);
  if (!rest) {
    const sentence =
      "What earlier attempts of this job measured is not read without a github-token.";
    return attempt > 1 ? { runs: [], warnings: [unreadable(sentence)] } : nothing;
  }
  const search = { act, name, rest, repository };
  const own = await isolated(() => ofThisRun(search));
  return joined(own, await isolated(() => ofOtherRuns(search)));
}
