// Which branch's jobs a run is held against, and what of it is the change.
import { expect, test } from "vitest";
import { whereaboutsFrom } from "../../src/github/origin.ts";
import { contextFrom } from "../../src/github/runner/context.ts";

const runner = {
  GITHUB_REPOSITORY: "acme/app",
  GITHUB_REPOSITORY_ID: "42",
  GITHUB_WORKFLOW_REF: "acme/app/.github/workflows/perf.yml@refs/heads/main",
  GITHUB_SHA: "t1",
};
const repository = { default_branch: "main" };

function whereabouts(env: Record<string, string>, payload: object) {
  const environment = { ...runner, ...env };
  const known = { repository, ...payload };
  return whereaboutsFrom(environment, known, contextFrom(environment, known));
}

const pull_request = {
  number: 3,
  head: { sha: "h1", repo: { full_name: "acme/app" } },
  base: { sha: "b1", ref: "release/1.x" },
};

test("a pull request is held against main, whatever branch it goes to: nothing else is recorded", () => {
  expect(whereabouts({ GITHUB_EVENT_NAME: "pull_request" }, { pull_request })).toEqual({
    branch: "main",
    origin: {
      repository: "acme/app",
      repositoryId: 42,
      branch: "main",
      workflow: ".github/workflows/perf.yml",
    },
    change: {
      repository: "acme/app",
      event: "pull_request",
      tested: "t1",
      head: "h1",
      base: { ref: "release/1.x", sha: "b1" },
      main: "main",
    },
    serverUrl: "https://github.com",
  });
});

test("where the event does not name the default branch, it is the one that the change goes to", () => {
  const env = { GITHUB_EVENT_NAME: "pull_request" };
  const { branch, change } = whereabouts(env, { pull_request, repository: undefined });
  expect([branch, change?.main]).toEqual(["release/1.x", "release/1.x"]);
});

test("a merge group is held against what it comes upon", () => {
  const merge_group = { head_sha: "g1", base_sha: "b2", base_ref: "refs/heads/main" };
  expect(whereabouts({ GITHUB_EVENT_NAME: "merge_group" }, { merge_group }).change).toMatchObject({
    event: "merge_group",
    base: { ref: "main", sha: "b2" },
  });
});

test("main has no change of its own, another branch has", () => {
  const on = (name: string) => ({
    GITHUB_EVENT_NAME: "workflow_dispatch",
    GITHUB_REF: `refs/heads/${name}`,
    GITHUB_REF_NAME: name,
  });
  expect(whereabouts(on("main"), {})).toMatchObject({ branch: "main", change: undefined });
  const { branch, change } = whereabouts(on("mine"), {});
  expect(branch).toBe("main");
  expect(change).toMatchObject({ head: "t1", base: { ref: "main", sha: undefined } });
});

test.each(["", "x", "12a", "1".repeat(16)])("%o is no repository's id", (id) => {
  const env = { GITHUB_EVENT_NAME: "push", GITHUB_REPOSITORY_ID: id };
  expect(whereabouts(env, {}).origin?.repositoryId).toBeUndefined();
});
