// Runs: the workflow runs whose artifacts may hold a baseline, the newest first; every other one is named and why.
import { z } from "zod";
import type { Rest } from "../api/rest.ts";
import { distrust, type Origin, type WorkflowRun, workflowRunSchema } from "./trust.ts";

const listSchema = z.object({ workflow_runs: z.array(workflowRunSchema) });

export interface RunSearch {
  readonly rest: Rest;
  readonly origin: Origin;
  /** This run, which is not finished. */
  readonly ownRun: number | undefined;
  /** Told once per run that is not trusted. */
  readonly refuse: (run: WorkflowRun, why: string) => void;
}

const perPage = 100;

type Filter = Readonly<Record<string, string | undefined>>;

async function list({ rest, origin }: RunSearch, filter: Filter): Promise<readonly WorkflowRun[]> {
  const file = encodeURIComponent(origin.workflow.split("/").at(-1) ?? "");
  const path = `repos/${origin.repository}/actions/workflows/${file}/runs`;
  const query = { ...filter, exclude_pull_requests: "true", per_page: perPage };
  return (await rest.json({ path, query }, listSchema)).workflow_runs;
}

/** Filters of the server have been seen to lag and to leak: each field is looked at again here. */
function trusted(search: RunSearch, runs: readonly WorkflowRun[]): WorkflowRun[] {
  return runs
    .filter(({ id }) => id !== search.ownRun)
    .filter((run) => {
      const why = distrust(run, search.origin);
      if (why !== undefined) search.refuse(run, why);
      return why === undefined;
    })
    .toSorted((a, b) => b.id - a.id);
}

/** Of one commit of the branch. */
export async function runsOfCommit(search: RunSearch, sha: string): Promise<WorkflowRun[]> {
  const runs = await list(search, { head_sha: sha });
  return trusted(search, runs).filter(({ head_sha }) => head_sha === sha);
}

/**
 * The newest of the branch. Runs of forks' branches of the same name come in the same list: if they fill it, each event
 * that only our own people can raise is asked for by itself. A filtered list that is empty may be one that lags.
 */
export async function newestRuns(search: RunSearch, wanted: number): Promise<WorkflowRun[]> {
  const { branch } = search.origin;
  const filter = { branch, status: "completed" };
  const listed = await list(search, filter);
  const found = trusted(search, listed);
  if (found.length >= wanted || (listed.length > 0 && listed.length < perPage)) return found;
  if (listed.length === 0) return trusted(search, await list(search, {}));
  const byEvent: WorkflowRun[] = [...found];
  for (const event of ["push", "schedule", "workflow_dispatch"])
    byEvent.push(...trusted(search, await list(search, { ...filter, event })));
  const byId = new Map(byEvent.map((run) => [run.id, run]));
  return [...byId.values()].toSorted((a, b) => b.id - a.id);
}

/** One run by its number, whatever the origin says of it. */
export function runByNumber({ rest, origin }: RunSearch, id: number): Promise<WorkflowRun> {
  return rest.json({ path: `repos/${origin.repository}/actions/runs/${id}` }, workflowRunSchema);
}
