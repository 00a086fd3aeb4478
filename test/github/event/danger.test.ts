import { expect, test } from "vitest";
import { dangerOf } from "../../../src/github/event/danger.ts";
import { contextFrom } from "../../../src/github/runner/context.ts";

const dangerAt = (event: string, payload: unknown) =>
  dangerOf(contextFrom({ GITHUB_EVENT_NAME: event, GITHUB_REPOSITORY: "acme/app" }, payload));

const pullRequest = (full_name: string) => ({
  pull_request: { number: 1, head: { sha: "a", repo: { full_name } }, base: { sha: "b" } },
});
const workflowRun = (full_name: string | undefined) => ({
  workflow_run: {
    id: 1,
    event: "pull_request",
    head_sha: "a",
    head_repository: full_name === undefined ? null : { full_name },
  },
});

const cases: [event: string, payload: unknown, kind: string | undefined][] = [
  ["pull_request_target", pullRequest("mallory/app"), "refused"],
  ["pull_request_target", pullRequest("acme/app"), "named"],
  ["workflow_run", workflowRun("mallory/app"), "refused"],
  ["workflow_run", workflowRun(undefined), "refused"],
  ["workflow_run", workflowRun("acme/app"), "named"],
  ["issue_comment", { issue: { number: 55 } }, "named"],
  ["pull_request_review", pullRequest("mallory/app"), "named"],
  ["pull_request", pullRequest("mallory/app"), undefined],
  ["push", {}, undefined],
  ["merge_group", {}, undefined],
  ["schedule", undefined, undefined],
];

test.each(cases)("%s with %j is %s", (event, payload, kind) => {
  expect(dangerAt(event, payload)?.kind).toBe(kind);
});

test("what is refused says what to use instead", () => {
  const danger = dangerAt("pull_request_target", pullRequest("mallory/app"));
  expect(danger).toMatchObject({ instead: expect.stringMatching(/mode: comment/) });
});
