// The event's payload, as far as we read it; whatever in it makes no sense is as good as not there.
import { z } from "zod";

const repository = z.object({ full_name: z.string() });
const label = z.object({ name: z.string() });

const pullRequestSchema = z.object({
  number: z.int().positive(),
  body: z.string().nullish().catch(undefined),
  labels: z.array(label).catch([]),
  user: z.object({ login: z.string() }).nullish().catch(undefined),
  head: z.object({ sha: z.string(), repo: repository.nullish() }),
  base: z.object({ sha: z.string(), ref: z.string().catch("") }),
});

const mergeGroupSchema = z.object({
  head_sha: z.string(),
  base_sha: z.string(),
  /** "refs/heads/main". */
  base_ref: z.string().catch(""),
});

const workflowRunSchema = z.object({
  id: z.int().positive(),
  run_attempt: z.int().positive().catch(1),
  event: z.string(),
  head_sha: z.string(),
  head_branch: z.string().nullish(),
  head_repository: repository.nullish(),
});

const payloadSchema = z.object({
  action: z.string().optional().catch(undefined),
  label: label.optional().catch(undefined),
  /** Of `edited`: what it was before, where it changed. */
  changes: z.object({ base: z.unknown() }).partial().optional().catch({ base: true }),
  sender: z.object({ login: z.string() }).optional().catch(undefined),
  repository: z.object({ default_branch: z.string() }).optional().catch(undefined),
  pull_request: pullRequestSchema.optional().catch(undefined),
  merge_group: mergeGroupSchema.optional().catch(undefined),
  workflow_run: workflowRunSchema.optional().catch(undefined),
});
export type Payload = z.infer<typeof payloadSchema>;

/** An event that we cannot read is one that says nothing. */
export function payloadFrom(payload: unknown): Payload {
  const parsed = payloadSchema.safeParse(payload);
  return parsed.success ? parsed.data : {};
}
