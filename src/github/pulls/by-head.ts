// Which pull request a run of a fork belongs to: by what GitHub says of the run and of its open pull requests.
import { z } from "zod";
import type { Rest } from "../api/rest.ts";
import type { TriggeringRun } from "../runner/context.ts";

const headSchema = z.object({
  sha: z.string(),
  ref: z.string(),
  repo: z.object({ full_name: z.string() }).nullish(),
});
const listSchema = z.array(z.object({ number: z.int().positive(), head: headSchema }));

export type PullFound =
  | { readonly kind: "found"; readonly number: number }
  /** A sentence. */
  | { readonly kind: "none"; readonly why: string };

function none(why: string): PullFound {
  return { kind: "none", why };
}

/**
 * The event's own list of pull requests is empty for forks, and a number in an artifact is anybody's. What counts is the
 * branch and commit that GitHub says the run was of.
 */
export async function pullByHead(
  { headRepository, headBranch, headSha }: TriggeringRun,
  repository: string,
  rest: Rest,
): Promise<PullFound> {
  const [owner] = headRepository?.split("/") ?? [];
  if (!owner || !headBranch) return none("the fork or its branch is gone");
  const path = `repos/${repository}/pulls`;
  const query = { state: "open", head: `${owner}:${headBranch}`, per_page: 100 };
  const open = await rest.json({ path, query }, listSchema);
  const fitting = open.filter(
    ({ head }) =>
      head.sha === headSha && head.ref === headBranch && head.repo?.full_name === headRepository,
  );
  const [only, ...others] = fitting;
  if (only === undefined)
    return none("no open pull request has this commit as its head: it was closed, or moved on");
  if (others.length > 0) return none("several pull requests have this commit as their head");
  return { kind: "found", number: only.number };
}
