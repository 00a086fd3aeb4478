// Trust: which workflow runs may serve as a baseline. Anyone can make a run that looks like one of ours in most fields.
import { z } from "zod";

/** What a run must be of. */
export interface Origin {
  /** "owner/name". */
  readonly repository: string;
  readonly repositoryId: number | undefined;
  /** The branch that changes land on. */
  readonly branch: string;
  /** The workflow file without its ref: ".github/workflows/perf.yml". */
  readonly workflow: string;
}

const repositorySchema = z.object({ id: z.int(), full_name: z.string() });

/** What we read of a workflow run, as GitHub tells it (never as an artifact does). */
export const workflowRunSchema = z.object({
  id: z.int().positive(),
  event: z.string(),
  status: z.string().nullable(),
  path: z.string(),
  head_branch: z.string().nullable(),
  head_sha: z.string(),
  run_attempt: z.int().min(1).default(1),
  repository: repositorySchema,
  head_repository: repositorySchema.nullish(),
});
export type WorkflowRun = z.infer<typeof workflowRunSchema>;

/** Events that only those with the right to push can raise on a branch of ours. */
const events: ReadonlySet<string> = new Set(["push", "schedule", "workflow_dispatch"]);

export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** ".github/workflows/perf.yml@refs/heads/main" → ".github/workflows/perf.yml". */
function pathOf({ path }: WorkflowRun): string {
  return path.split("@")[0] ?? path;
}

function foreign({ repository, head_repository }: WorkflowRun, origin: Origin): string | undefined {
  const ours =
    sameName(repository.full_name, origin.repository) &&
    (origin.repositoryId ?? repository.id) === repository.id;
  if (!ours) return `it is of the repository ${repository.full_name}`;
  if (!head_repository) return "its commit is of a repository that is gone";
  if (head_repository.id === repository.id) return undefined;
  return `its commit is of the repository ${head_repository.full_name}`;
}

/** Why a run may not be used, a clause; undefined where it may. A completed run counts whatever its conclusion. */
export function distrust(run: WorkflowRun, origin: Origin): string | undefined {
  const { event, head_branch, status } = run;
  const elsewhere = foreign(run, origin);
  if (elsewhere) return elsewhere;
  if (!events.has(event)) return `its event is ${event}`;
  if (head_branch !== origin.branch) return `its branch is ${head_branch ?? "unknown"}`;
  if (pathOf(run) !== origin.workflow) return `its workflow is ${pathOf(run)}`;
  return status === "completed" ? undefined : `it is ${status ?? "of unknown status"}`;
}
