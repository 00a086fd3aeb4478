import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contextFrom, type Env, readPayload } from "../../../src/github/runner/context.ts";

const env: Env = {
  GITHUB_EVENT_NAME: "pull_request",
  GITHUB_REPOSITORY: "acme/app",
  GITHUB_RUN_ID: "9001",
  GITHUB_RUN_ATTEMPT: "2",
  GITHUB_WORKFLOW_REF: "acme/app/.github/workflows/perf.yml@refs/pull/3/merge",
  GITHUB_SHA: "merge000",
  GITHUB_REF: "refs/pull/3/merge",
  GITHUB_REF_NAME: "3/merge",
  GITHUB_HEAD_REF: "feature",
  GITHUB_SERVER_URL: "https://github.com",
  GITHUB_API_URL: "https://api.github.com",
};

const pullRequest = (repo: unknown = { full_name: "acme/app" }) => ({
  pull_request: {
    number: 3,
    head: { sha: "head111", repo },
    base: { sha: "base222", ref: "main" },
  },
  repository: { default_branch: "main" },
});

test("a pull request shows its head, not the merge commit", () => {
  expect(contextFrom(env, pullRequest())).toEqual({
    event: "pull_request",
    action: undefined,
    role: "pull-request",
    repository: "acme/app",
    runId: "9001",
    attempt: 2,
    workflow: ".github/workflows/perf.yml",
    headSha: "head111",
    branch: "feature",
    base: { sha: "base222", ref: "main" },
    pullRequest: {
      number: 3,
      headSha: "head111",
      baseSha: "base222",
      baseRef: "main",
      headRepository: "acme/app",
      fork: false,
      restricted: undefined,
      labels: [],
      body: "",
    },
    labelEvent: undefined,
    nothingNew: false,
    triggeringRun: undefined,
    apiUrl: "https://api.github.com",
    runUrl: "https://github.com/acme/app/actions/runs/9001",
  });
});

describe("a fork", () => {
  const fork = (repo: unknown) => contextFrom(env, pullRequest(repo)).pullRequest?.fork;
  test("is another repository", () => expect(fork({ full_name: "mallory/app" })).toBe(true));
  test("may be gone", () => expect(fork(null)).toBe(true));
});

describe("a pull request without secrets", () => {
  const restricted = (changes: Env, repo?: unknown) =>
    contextFrom({ ...env, ...changes }, pullRequest(repo)).pullRequest?.restricted;
  test("comes from a fork", () => expect(restricted({}, { full_name: "m/app" })).toBe("fork"));
  test("or from Dependabot", () =>
    expect(restricted({ GITHUB_ACTOR: "dependabot[bot]" })).toBe("dependabot"));
  test("not from a person whose commit goes onto Dependabot's branch", () =>
    expect(restricted({ GITHUB_ACTOR: "octocat" })).toBeUndefined());
});

test("a merge group is a pull request's judge without a pull request", () => {
  const merge = { ...env, GITHUB_EVENT_NAME: "merge_group", GITHUB_HEAD_REF: "" };
  const group = { head_sha: "head333", base_sha: "base444", base_ref: "refs/heads/main" };
  expect(contextFrom(merge, { action: "checks_requested", merge_group: group })).toMatchObject({
    role: "pull-request",
    headSha: "head333",
    base: { sha: "base444", ref: "main" },
    pullRequest: undefined,
  });
});

test.each([
  ["labeled", true],
  ["unlabeled", false],
])("a label event (%s) says which label, by whom, and whether it was given", (action, given) => {
  const payload = { ...pullRequest(), action, label: { name: "latency-accepted" } };
  const { labelEvent } = contextFrom(env, { ...payload, sender: { login: "octocat" } });
  expect(labelEvent).toEqual({ label: "latency-accepted", given, by: "octocat" });
});

test("a workflow_run event says which run it is about", () => {
  const workflow_run = {
    id: 9000,
    run_attempt: 2,
    event: "pull_request",
    head_sha: "abc",
    head_branch: "patch-1",
    head_repository: { full_name: "bob/app", owner: { login: "bob" } },
    pull_requests: [],
  };
  const after = { ...env, GITHUB_EVENT_NAME: "workflow_run" };
  expect(contextFrom(after, { workflow_run }).triggeringRun).toEqual({
    id: 9000,
    attempt: 2,
    event: "pull_request",
    headSha: "abc",
    headBranch: "patch-1",
    headRepository: "bob/app",
  });
});

describe("the role", () => {
  const push = { ...env, GITHUB_EVENT_NAME: "push", GITHUB_HEAD_REF: "" };
  const check = (changes: Env, payload: unknown, role: string) =>
    expect(contextFrom({ ...push, ...changes }, payload).role).toBe(role);
  const repository = { repository: { default_branch: "trunk" } };
  const onTrunk = { GITHUB_REF: "refs/heads/trunk" };

  test("is main for a push to the default branch", () => check(onTrunk, repository, "main"));
  test("is main for a dispatch there", () =>
    check({ ...onTrunk, GITHUB_EVENT_NAME: "workflow_dispatch" }, repository, "main"));
  test("is main for a schedule without more", () =>
    check({ ...onTrunk, GITHUB_EVENT_NAME: "schedule" }, {}, "main"));
  test("is other for a push to another branch", () =>
    check({ GITHUB_REF: "refs/heads/main" }, repository, "other"));
  test("is other for a tag of that name", () =>
    check({ GITHUB_REF: "refs/tags/trunk" }, repository, "other"));
  test("is other for a push whose default branch is not known", () => check(onTrunk, {}, "other"));
  test("is other for a comment on a plain issue", () =>
    check({ GITHUB_EVENT_NAME: "issue_comment", ...onTrunk }, { issue: { number: 5 } }, "other"));
  test("is that of a pull request though its payload is missing", () =>
    check({ GITHUB_EVENT_NAME: "pull_request" }, undefined, "pull-request"));
});

describe("a payload that makes no sense", () => {
  test.each([
    undefined,
    null,
    "text",
    [],
    {},
    { pull_request: { number: "3" } },
    { pull_request: 1 },
  ])("%j leaves the run without a pull request", (payload) => {
    const context = contextFrom(env, payload);
    expect(context.pullRequest).toBeUndefined();
    expect(context.headSha).toBe("merge000");
  });

  test("is read as nothing, whatever is wrong with its file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "gate-"));
    const path = join(folder, "event.json");
    await writeFile(path, "{ broken");
    expect(await readPayload({ GITHUB_EVENT_PATH: path })).toBeUndefined();
    expect(await readPayload({ GITHUB_EVENT_PATH: join(folder, "none") })).toBeUndefined();
    expect(await readPayload({})).toBeUndefined();
    await writeFile(path, '{"action":"opened"}');
    expect(await readPayload({ GITHUB_EVENT_PATH: path })).toEqual({ action: "opened" });
    await rm(folder, { recursive: true });
  });

  test("an empty environment is no reason to stop", () => {
    expect(contextFrom({}, undefined)).toMatchObject({
      role: "other",
      attempt: 1,
      runUrl: undefined,
    });
  });
});
