// The runs of this workflow for this pull request's head, as GitHub tells them.
import { z } from "zod";
import type { Rest } from "../api/rest.ts";
import { sameName } from "../artifacts/trust.ts";
import type { Context } from "../runner/context.ts";

const runsSchema = z.object({
  workflow_runs: z.array(
    z.object({
      id: z.int().positive(),
      run_attempt: z.int().min(1).catch(1),
      event: z.string(),
      path: z.string(),
      head_sha: z.string(),
      head_branch: z.string().nullish(),
      head_repository: z.object({ full_name: z.string() }).nullish(),
    }),
  ),
});
type Listed = z.infer<typeof runsSchema>["workflow_runs"][number];

export interface HeadRun {
  readonly id: number;
  /** Its newest. */
  readonly attempt: number;
}

/** Each run that is looked at costs calls. */
const mostRuns = 5;

function isOf(run: Listed, { workflow, pullRequest, branch, event }: Context): boolean {
  return (
    run.head_sha === pullRequest?.headSha &&
    run.event === event &&
    run.path.split("@")[0] === workflow &&
    run.head_branch === branch &&
    sameName(run.head_repository?.full_name ?? "", pullRequest.headRepository ?? "gone")
  );
}

/**
 * But for this very run, the newest first. Another pull request may have the same head: whose a run was, what it left
 * must say. Rejects where GitHub does not tell.
 */
export async function runsOfHead(context: Context, rest: Rest): Promise<readonly HeadRun[]> {
  const { repository, workflow, pullRequest, event, runId } = context;
  if (!repository || !workflow || !pullRequest) return [];
  const file = encodeURIComponent(workflow.split("/").at(-1) ?? "");
  const path = `repos/${repository}/actions/workflows/${file}/runs`;
  const query = { head_sha: pullRequest.headSha, event, per_page: 100 };
  const { workflow_runs: runs } = await rest.json({ path, query }, runsSchema);
  return runs
    .filter((run) => isOf(run, context) && String(run.id) !== runId)
    .map((run) => ({ id: run.id, attempt: run.run_attempt }))
    .toSorted((a, b) => b.id - a.id)
    .slice(0, mostRuns);
}
