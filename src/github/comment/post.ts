// Posting: the sticky comment as the rest of the program asks for it; trouble with it is a warning, never a verdict.
import type { Clock } from "../../clock.ts";
import { type Warning, warning } from "../../warning.ts";
import { reasonOf, statusOf } from "../sink.ts";
import { githubComments, type Thread } from "./comments.ts";
import { converge } from "./converge.ts";
import type { Own } from "./plan.ts";
import { isRateLimit } from "./waits.ts";

export interface CommentRequest extends Thread, Own {
  readonly clock: Clock;
  /** Told what is waited for. */
  readonly say: (line: string) => void;
}

/** Failing to comment never changes a verdict: it is a warning. */
export interface CommentOutcome {
  readonly url: string | undefined;
  readonly warnings: readonly Warning[];
}

/** What to do about it, by what GitHub said. */
function hintFor(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (isRateLimit(error)) return " (GitHub's rate limit; it passes by itself)";
  if (/locked/i.test(message)) return " (its conversation is locked)";
  if (statusOf(error) === 403) return " (the job needs the permission `pull-requests: write`)";
  if (statusOf(error) === 404) return " (the token does not see this pull request)";
  return "";
}

function failed(request: CommentRequest, error: unknown): Warning {
  const message = `Could not comment on pull request ${request.pullRequest}: ${reasonOf(error)}${hintFor(error)}. The job summary carries the report.`;
  return warning("comment-failed", message);
}

const superseded = warning(
  "comment-superseded",
  "The comment on the pull request is of a newer run and was left as it is.",
);

/** Never rejects. */
export async function postComment(request: CommentRequest): Promise<CommentOutcome> {
  try {
    const comments = await githubComments(request);
    const onWait = (seconds: number, error: unknown) =>
      request.say(`Waiting ${Math.round(seconds)} s to comment: ${reasonOf(error)}`);
    const found = await converge(request, comments, { ...request, onWait });
    const { url, error } = found;
    if (error !== undefined) return { url, warnings: [failed(request, error)] };
    return { url, warnings: found.superseded && !request.yields ? [superseded] : [] };
  } catch (error) {
    return { url: undefined, warnings: [failed(request, error)] };
  }
}
