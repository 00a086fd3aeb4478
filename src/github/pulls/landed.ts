// Landed: whether the push to main brought a slowdown that was agreed to; then main's new level is the baseline.
import { z } from "zod";
import type { Rest } from "../api/rest.ts";
import type { Context } from "../runner/context.ts";
import { messageOf } from "./acceptance.ts";
import { labellingOf } from "./label.ts";
import { reasonInMessage } from "./trailer.ts";

const pullsSchema = z.array(
  z.object({
    number: z.int().positive(),
    merged_at: z.string().nullish(),
    merge_commit_sha: z.string().nullish(),
    labels: z.array(z.object({ name: z.string() })),
    head: z.object({
      sha: z.string(),
      ref: z.string(),
      repo: z.object({ full_name: z.string() }).nullish(),
    }),
  }),
);
type Pull = z.infer<typeof pullsSchema>[number];

interface Place {
  readonly repository: string;
  readonly label: string;
  readonly rest: Rest;
}

async function agreedTo({ number, labels, head }: Pull, place: Place): Promise<boolean> {
  const { repository, label, rest } = place;
  if (labels.some(({ name }) => name === label)) {
    const { sha: headSha, ref: branch, repo } = head;
    const pull = { repository, number, headSha, branch, headRepository: repo?.full_name };
    if ((await labellingOf(pull, label, rest)).kind === "given") return true;
  }
  return reasonInMessage(await messageOf(repository, head.sha, rest)) !== undefined;
}

/** A later scheduled run of the same commit is no second landing. Rejects where GitHub cannot be asked. */
export async function landedAccepted(
  { event, role, repository, headSha }: Context,
  label: string,
  rest: Rest,
): Promise<boolean> {
  if (event !== "push" || role !== "main" || !repository || !headSha) return false;
  if (reasonInMessage(await messageOf(repository, headSha, rest)) !== undefined) return true;
  const path = `repos/${repository}/commits/${headSha}/pulls`;
  const pulls = await rest.json({ path, query: { per_page: 100 } }, pullsSchema);
  const merged = pulls.filter(
    ({ merged_at, merge_commit_sha }) => merged_at && merge_commit_sha === headSha,
  );
  for (const pull of merged) if (await agreedTo(pull, { repository, label, rest })) return true;
  return false;
}
