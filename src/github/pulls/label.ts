// Whether a label was given to this very commit: one that stayed from an earlier commit says nothing of it.
import { z } from "zod";
import type { Rest } from "../api/rest.ts";

const eventSchema = z.object({
  event: z.string(),
  created_at: z.iso.datetime(),
  label: z.object({ name: z.string() }).optional(),
  actor: z.object({ login: z.string() }).nullish(),
});
const eventsSchema = z.array(eventSchema);
type LabelEvent = z.infer<typeof eventSchema>;

const runSchema = z.object({
  head_sha: z.string(),
  created_at: z.iso.datetime(),
  head_branch: z.string().nullish(),
  head_repository: z.object({ full_name: z.string() }).nullish(),
});
const runsSchema = z.object({ workflow_runs: z.array(runSchema) });

export interface Pull {
  /** "owner/name". */
  readonly repository: string;
  readonly number: number;
  readonly headSha: string;
  /** Its own. */
  readonly branch: string | undefined;
  /** "owner/name"; undefined where the fork is gone. */
  readonly headRepository: string | undefined;
}

export type Labelling =
  | { readonly kind: "given"; readonly by: string | undefined }
  /** To a commit before this one. */
  | { readonly kind: "stale" }
  | { readonly kind: "absent" };

const perPage = 100;
const mostPages = 10;

/** Oldest first. */
async function labelEvents({ repository, number }: Pull, label: string, rest: Rest) {
  const path = `repos/${repository}/issues/${number}/events`;
  const found: LabelEvent[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const events = await rest.json({ path, query: { per_page: perPage, page } }, eventsSchema);
    found.push(
      ...events.filter((each) => each.label?.name === label && /^(un)?labeled$/.test(each.event)),
    );
    if (events.length < perPage) break;
  }
  return found;
}

/** What either side does not tell is no difference. */
function differs(told: string | null | undefined, known: string | undefined): boolean {
  return Boolean(told) && known !== undefined && told !== known;
}

/** The commit may have been on another branch before, and nobody who gave this label has seen it there. */
function isOf(run: z.infer<typeof runSchema>, { headSha, branch, headRepository }: Pull): boolean {
  return (
    run.head_sha === headSha &&
    !differs(run.head_branch, branch) &&
    !differs(run.head_repository?.full_name.toLowerCase(), headRepository?.toLowerCase())
  );
}

/** GitHub does not say when a commit was pushed; its first workflow run was created just then. */
async function firstRunAt(pull: Pull, rest: Rest): Promise<number | undefined> {
  const { repository, headSha } = pull;
  const query = { head_sha: headSha, exclude_pull_requests: "true", per_page: perPage };
  const path = `repos/${repository}/actions/runs`;
  const { workflow_runs: runs } = await rest.json({ path, query }, runsSchema);
  const instants = runs
    .filter((run) => isOf(run, pull))
    .map(({ created_at }) => Date.parse(created_at));
  return instants.length === 0 ? undefined : Math.min(...instants);
}

/** As it is now, whatever the event's payload said. */
export async function labellingOf(pull: Pull, label: string, rest: Rest): Promise<Labelling> {
  const last = (await labelEvents(pull, label, rest)).at(-1);
  if (last?.event !== "labeled") return { kind: "absent" };
  const pushedAt = await firstRunAt(pull, rest);
  return pushedAt !== undefined && Date.parse(last.created_at) >= pushedAt
    ? { kind: "given", by: last.actor?.login }
    : { kind: "stale" };
}
