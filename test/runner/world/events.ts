// The payloads of the events that the story is made of, with the fields that GitHub's have and the action reads.
import type { FakeRun } from "../../support/fake-github/actions.ts";

/** Of the repository whose pull requests are gated. */
export const fullName = "acme/app";

const repository = { id: 42, full_name: fullName, default_branch: "main" };

export function pushed(sha: string) {
  return { ref: "refs/heads/main", after: sha, repository, sender: { login: "alice" } };
}

export interface Change {
  readonly number: number;
  readonly branch: string;
  /** "owner/name" of where the branch is. */
  readonly from: string;
  readonly headSha: string;
  readonly baseSha: string;
}

function pullRequestOf({ number, branch, from, headSha, baseSha }: Change, labels: string[]) {
  return {
    number,
    body: "",
    labels: labels.map((name) => ({ name })),
    user: { login: from.split("/")[0] },
    head: { ref: branch, sha: headSha, repo: { full_name: from } },
    base: { ref: "main", sha: baseSha, repo: { full_name: fullName } },
  };
}

export function pullRequest(action: "opened" | "synchronize", change: Change) {
  return {
    ...{ action, number: change.number, repository, sender: { login: "alice" } },
    pull_request: pullRequestOf(change, []),
  };
}

export function labelled(action: "labeled" | "unlabeled", label: string, change: Change) {
  return {
    ...{ action, number: change.number, repository, sender: { login: "carol" } },
    label: { name: label },
    pull_request: pullRequestOf(change, action === "labeled" ? [label] : []),
  };
}

/** Of a finished run. GitHub lists no pull requests here for a fork. */
export function workflowRun(run: FakeRun) {
  return {
    ...{ action: "completed", repository, sender: { login: "bob" } },
    workflow_run: { ...run, pull_requests: [] },
  };
}
