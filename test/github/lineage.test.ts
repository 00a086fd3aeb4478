// Which commit a change was made on, by what the API says of the commits.
import { describe, expect, onTestFinished, test } from "vitest";
import { restOf } from "../../src/github/api/rest.ts";
import { type Change, lineageOf } from "../../src/github/lineage.ts";
import { mainLineOf } from "../../src/github/main-line.ts";
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
    // Commits have short names here.
    expect(github.violations.filter((each) => !/fewer than 40/.test(each))).toEqual([]);
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
  main: "main",
};

async function lineage(
  { github }: Awaited<ReturnType<typeof repository>>,
  change: Partial<Change> = {},
) {
  const patience = { call: 400, total: 2_000, pauses: [], longestWait: 0 };
  const asking = { apiUrl: github.apiUrl, token: workflowToken, patience };
  const line = mainLineOf({ ...asking, repository: "acme/app", branch: "main" });
  const told: string[] = [];
  const tell = (each: string) => void told.push(each);
  const rest = restOf(asking);
  const found = await lineageOf({ ...pullRequest, ...change }, { rest, line, tell });
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

test("a tag that is called as the branch changes nothing", async () => {
  const world = await repository();
  world.git.addCommit({ sha: "x1", parents: [], message: "elsewhere" });
  world.git.tags.set("main", "x1");
  expect(await lineage(world)).toMatchObject({ base: "m3", ancestors: ["m3", "m2", "m1"] });
  expect(await lineage(world, { tested: "t9" })).toMatchObject({ base: "m1" });
});

test("a base that main has left a hundred commits behind is walked from itself", async () => {
  const world = await repository();
  world.git.addLine(
    "main",
    ...["m1", "m2", "m3"],
    ...Array.from({ length: 200 }, (_, n) => `n${n}`),
  );
  expect((await lineage(world)).ancestors).toEqual(["m3", "m2", "m1"]);
});

describe("a pull request onto a branch that is not main", () => {
  /** s1 ← s2 leave main at m2; the change is tested merged onto s2. */
  async function stacked() {
    const world = await repository();
    world.git.addCommit({ sha: "s1", parents: ["m2"], message: "lower" });
    world.git.addCommit({ sha: "s2", parents: ["s1"], message: "lower" });
    world.git.branches.set("lower", "s2");
    world.git.addCommit({ sha: "t2", parents: ["s2", "h1"], message: "Merge h1 into s2" });
    return world;
  }
  const onto: Partial<Change> = { tested: "t2", base: { ref: "lower", sha: "s1" } };

  test("is held against where that branch left main, and its own base is told", async () => {
    const found = await lineage(await stacked(), onto);
    expect(found).toEqual({ base: "s2", ancestors: ["m2", "m1"], aside: "lower", told: [] });
  });

  test.each([403, 404, 500, "hang"] as const)("knows no ancestors where %s", async (how) => {
    const world = await stacked();
    world.github.fail({ how, path: /compare/ });
    const { told, ...found } = await lineage(world, onto);
    expect(found).toEqual({ base: "s2", ancestors: [], aside: "lower" });
    expect(told).toEqual([expect.stringMatching(/^The ancestors of s2 are not known/)]);
  });
});

test("a hundred of them are enough", async () => {
  const world = await repository();
  world.git.addLine("main", ...Array.from({ length: 300 }, (_, n) => `n${n}`));
  world.git.addCommit({ sha: "t1", parents: ["n299", "h1"], message: "Merge" });
  const { ancestors } = await lineage(world);
  expect([ancestors.length, ancestors.at(-1)]).toEqual([100, "n200"]);
});

describe.each([403, 404, 409, 410, 422, 429, 500, "reset", "hang"] as const)("%s", (how) => {
  test.each([0, 1])("at call %d leaves what is known", async (at) => {
    const world = await repository();
    world.github.fail({ how, at });
    const { base, ancestors, told } = await lineage(world);
    expect(["m1", "m2", "m3"]).toContain(base);
    expect(ancestors[0]).toBe(base);
    // The listing of main that fails is asked for in another way.
    expect(told.length).toBe(at === 0 ? 1 : 0);
  });

  test("at every call leaves what the event says", async () => {
    const world = await repository();
    world.github.fail({ how });
    expect(await lineage(world)).toMatchObject({ base: "m2", ancestors: ["m2"] });
  });
});
