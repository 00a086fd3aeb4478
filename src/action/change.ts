// Change: what a job tests, as the event says it: of which pull request, onto which commit of which branch.
import type { Context } from "../github/runner/context.ts";
import type { ChangeExtract, Extract } from "../report/extract/schema.ts";

/** undefined outside of pull requests, and where the event names no branch. */
export function changeOf({ pullRequest }: Context): ChangeExtract | undefined {
  if (!pullRequest?.baseRef) return undefined;
  const { number, baseRef, baseSha } = pullRequest;
  return { pullRequest: number, base: { ref: baseRef, sha: baseSha } };
}

/** Of this commit, of this pull request, onto the same commit of the same branch: else it is another change's. */
export function isOfSame({ head, change }: Extract, context: Context): boolean {
  const mine = changeOf(context);
  return (
    mine !== undefined &&
    head === context.headSha &&
    change?.pullRequest === mine.pullRequest &&
    change.base.ref === mine.base.ref &&
    change.base.sha === mine.base.sha
  );
}
