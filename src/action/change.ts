// Change: what a job tests, as the event says it: of which pull request, onto which commit of which branch.
import type { Context } from "../github/runner/context.ts";
import type { ChangeExtract } from "../report/extract/schema.ts";

/** undefined outside of pull requests, and where the event names no branch. */
export function changeOf({ pullRequest }: Context): ChangeExtract | undefined {
  if (!pullRequest?.baseRef) return undefined;
  const { number, baseRef, baseSha } = pullRequest;
  return { pullRequest: number, base: { ref: baseRef, sha: baseSha } };
}
