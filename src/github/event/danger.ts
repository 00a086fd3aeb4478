// Dangerous triggers: events on which strangers' code would run beside secrets; named, and refused where it is certain.
import type { Context } from "../runner/context.ts";

export type Danger =
  | { readonly kind: "refused"; readonly why: string; readonly instead: string }
  | { readonly kind: "named"; readonly why: string };

/** They run on the default branch with its secrets, whoever wrote what set them off. */
const anybodys: ReadonlySet<string> = new Set([
  "discussion",
  "discussion_comment",
  "issue_comment",
  "issues",
  "pull_request_review",
  "pull_request_review_comment",
]);

const pair =
  "`pull_request` for the gate, and a second workflow on `workflow_run` with `mode: comment` for the report";

/** Of measuring and judging; `mode: comment` reads numbers only, and is made for `workflow_run`. */
export function dangerOf(context: Context): Danger | undefined {
  const { event, pullRequest, triggeringRun, repository } = context;
  if (event === "pull_request_target" && pullRequest?.fork)
    return {
      kind: "refused",
      why: "pull_request_target with a head from a fork: a stranger's code would be measured beside this repository's secrets",
      instead: pair,
    };
  if (event === "workflow_run" && triggeringRun?.headRepository !== repository)
    return {
      kind: "refused",
      why: "workflow_run after a run of a fork: a stranger's code would be measured beside this repository's secrets",
      instead: pair,
    };
  if (event === "pull_request_target" || event === "workflow_run" || anybodys.has(event))
    return {
      kind: "named",
      why: `${event} runs with the secrets of the default branch: never check out or deploy the code of a pull request in it. Use ${pair}.`,
    };
  return undefined;
}
