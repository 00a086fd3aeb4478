import { afterEach, describe, expect, test } from "vitest";
import { restOf } from "../../../src/github/api/rest.ts";
import { pullByHead } from "../../../src/github/pulls/by-head.ts";
import type { TriggeringRun } from "../../../src/github/runner/context.ts";
import { serveGitHub, workflowToken } from "../../support/fake-github/github.ts";
import { aPull, type FakePull, pullsRoutes } from "../../support/fake-github/pulls.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const run: TriggeringRun = {
  id: 9,
  attempt: 1,
  event: "pull_request",
  headSha: "abc".padEnd(40, "0"),
  headBranch: "patch-1",
  headRepository: "bob/app",
};

async function found(pulls: FakePull[], changes: Partial<TriggeringRun> = {}) {
  const github = await serveGitHub(pullsRoutes({ pulls, events: [], runs: [] }));
  closing.push(github.close);
  const rest = restOf({ apiUrl: github.apiUrl, token: workflowToken });
  return pullByHead({ ...run, ...changes }, "acme/app", rest);
}

describe("the pull request of a fork's run", () => {
  test("has its branch and its commit", async () => {
    const other = aPull({ sha: "abd".padEnd(40, "0") }, { number: 8 });
    expect(await found([aPull(), other])).toEqual({ kind: "found", number: 7 });
  });

  const none: [string, FakePull[], Partial<TriggeringRun>][] = [
    ["moved on", [aPull({ sha: "d".repeat(40) })], {}],
    ["was closed", [aPull({}, { state: "closed" })], {}],
    ["is of another fork's branch of that name", [aPull({ repo: { full_name: "eve/app" } })], {}],
    [
      "is of a fork whose label lies",
      [aPull({ repo: { full_name: "eve/app" }, label: "bob:patch-1" })],
      {},
    ],
    ["is one of two", [aPull(), aPull({}, { number: 8 })], {}],
    ["is of a fork that is gone", [aPull()], { headRepository: undefined }],
    ["is of a branch that nobody names", [aPull()], { headBranch: undefined }],
  ];
  test.each(none)("is none if it %s", async (_, pulls, changes) => {
    expect(await found(pulls, changes)).toMatchObject({ kind: "none" });
  });
});
