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

const runsSchema = z.object({
  workflow_runs: z.array(z.object({ head_sha: z.string(), created_at: z.iso.datetime() })),
});

export interface Pull {
  /** "owner/name". */
  readonly repository: string;
  readonly number: number;
  readonly headSha: string;
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

/** GitHub does not say when a commit was pushed; its first workflow run was created just then. */
async function firstRunAt({ repository, headSha }: Pull, rest: Rest): Promise<number | undefined> {
  const query = { head_sha: headSha, exclude_pull_requests: "true", per_page: perPage };
  const path = `repos/${repository}/actions/runs`;
  const { workflow_runs: runs } = await rest.json({ path, query }, runsSchema);
  const instants = runs
    .filter(({ head_sha }) => head_sha === headSha)
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
