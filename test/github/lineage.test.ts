// Which commit a change was made on, by what the API says of the commits.
import { describe, expect, onTestFinished, test } from "vitest";
import { restOf } from "../../src/github/api/rest.ts";
import { type Change, lineageOf } from "../../src/github/lineage.ts";
import { gitRoutes, gitState } from "../support/fake-github/git.ts";
import { serveGitHub, workflowToken } from "../support/fake-github/github.ts";

/** main: m1 ← m2 ← m3; the change leaves it at m1 and is tested merged onto m3. */
async function repository() {
  const git = gitState();
  git.addLine("main", "m1", "m2", "m3");
  git.addCommit({ sha: "h1", parents: ["m1"], message: "change" });
  git.addCommit({ sha: "t1", parents: ["m3", "h1"], message: "Merge h1 into m3" });
  const github = await serveGitHub(gitRoutes(git), { described: "github" });
  onTestFinished(() => {
    expect(github.violations).toEqual([]);
    return github.close();
  });
  return { git, github };
}

const pullRequest: Change = {
  repository: "acme/app",
  event: "pull_request",
  tested: "t1",
  head: "h1",
  base: { ref: "main", sha: "m2" },
};

async function lineage(
  { github }: Awaited<ReturnType<typeof repository>>,
  change: Partial<Change> = {},
) {
  const patience = { call: 400, total: 2_000, pauses: [], longestWait: 0 };
  const rest = restOf({ apiUrl: github.apiUrl, token: workflowToken, patience });
  const told: string[] = [];
  const found = await lineageOf(rest, { ...pullRequest, ...change }, (line) => told.push(line));
  return { ...found, told };
}

test("a pull request was tested on the first parent of the merge, not on the base of its event", async () => {
  const world = await repository();
  const found = await lineage(world);
  expect(found).toEqual({ base: "m3", ancestors: ["m3", "m2", "m1"], told: [] });
  expect(world.github.calls).toHaveLength(2);
});

test.each<[string, Partial<Change>, string]>([
  ["a merge group on what it comes upon", { event: "merge_group", head: "h1" }, "m2"],
  ["pull_request_target on where it left main", { event: "pull_request_target" }, "m1"],
  ["a branch on where it left main", { event: "workflow_dispatch" }, "m1"],
  ["a merge that is gone on where it left main", { tested: "t9" }, "m1"],
  ["a head that was tested itself on where it left main", { tested: "h1" }, "m1"],
])("%s", async (_, change, base) => {
  expect(await lineage(await repository(), change)).toMatchObject({ base });
});

test("ancestors are first parents: what was merged into main was never main", async () => {
  const world = await repository();
  world.git.addCommit({ sha: "m4", parents: ["m3", "h1"], message: "Merge" });
  world.git.addCommit({ sha: "t1", parents: ["m4", "h1"], message: "Merge" });
  expect((await lineage(world)).ancestors).toEqual(["m4", "m3", "m2", "m1"]);
});

test("a hundred of them are enough", async () => {
  const world = await repository();
  world.git.addLine("main", ...Array.from({ length: 300 }, (_, n) => `n${n}`));
  world.git.addCommit({ sha: "t1", parents: ["n299", "h1"], message: "Merge" });
  const { ancestors } = await lineage(world);
  expect([ancestors.length, ancestors.at(-1)]).toEqual([100, "n200"]);
});

describe.each([403, 404, 409, 410, 422, 429, 500, "reset", "hang"] as const)("%s", (how) => {
  test.each([0, 1, 2])("at call %d leaves what is known, and is told", async (at) => {
    const world = await repository();
    world.github.fail({ how, at });
    const { base, told } = await lineage(world);
    expect(["m1", "m2", "m3"]).toContain(base);
    expect(told.length).toBe(at === 2 ? 0 : 1);
  });

  test("at every call leaves what the event says", async () => {
    const world = await repository();
    world.github.fail({ how });
    expect(await lineage(world)).toMatchObject({ base: "m2", ancestors: ["m2"] });
  });
});
