// The branch store: commits upon commits, races that are lost and tried again, and nothing by force.
import { describe, expect, test } from "vitest";
import { refused } from "../../support/fake-github/exchange.ts";
import type { How } from "../../support/fake-github/faults.ts";
import { jobsIn, mainRun, recordingOf } from "../../support/fake-github/main-history.ts";
import { impatient } from "./artifact-world.ts";
import { branchWorld, reader } from "./branch-world.ts";

type World = Awaited<ReturnType<typeof branchWorld>>;
const branch = "latency-gate-data";

const record = ({ storeFor }: World, n: number, overrides = {}) =>
  storeFor(overrides).record(recordingOf(mainRun(n)));

async function jobs({ storeFor }: World) {
  const read = await storeFor().read();
  return read.kind === "found" ? jobsIn(read.document) : read;
}

test("the first job makes the branch, with no history of main in it", async () => {
  const world = await branchWorld();
  expect(await record(world, 1)).toEqual({
    kind: "recorded",
    at: "default.json on the branch latency-gate-data",
  });
  expect(world.git.commits.get(world.git.branches.get(branch)!)?.parents).toEqual([]);
  expect(world.git.branches.get("main")).toBe("m1");
});

test("later jobs add commits that say which commit they measured, and start no workflow", async () => {
  const world = await branchWorld();
  for (const n of [1, 2]) await record(world, n);
  const tip = world.git.commits.get(world.git.branches.get(branch)!);
  expect(tip?.parents).toHaveLength(1);
  expect(tip?.message).toBe(`Record ${mainRun(2).commit} [skip ci]`);
});

test("other files of the branch stay", async () => {
  const world = await branchWorld();
  await record(world, 1, { name: "other" });
  const before = world.git.fileAt(branch, "other.json");
  await record(world, 2);
  expect(world.git.fileAt(branch, "other.json")).toBe(before);
});

test("two lost races are tried again, and nobody's job is lost", async () => {
  const world = await branchWorld();
  await record(world, 1);
  world.github.fail({
    method: "PATCH",
    how: refused(422, "Update is not a fast forward"),
    times: 2,
  });
  expect(await record(world, 2)).toMatchObject({ kind: "recorded" });
  expect(await jobs(world)).toEqual([1, 2]);
});

test("six writers at once, one after the other comes through", async () => {
  const world = await branchWorld({ latency: () => Math.random() * 5 });
  const recorded = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => record(world, n)));
  expect(recorded.map(({ kind }) => kind)).toEqual(Array(6).fill("recorded"));
  const found = await jobs(world);
  expect(Array.isArray(found) && found.toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a race that is lost for good is said, and the others' jobs stay", async () => {
  const world = await branchWorld();
  await record(world, 1);
  world.github.fail({ method: "PATCH", how: refused(422, "Update is not a fast forward") });
  expect(await record(world, 2, { backOff: () => 1 })).toMatchObject({
    kind: "not-recorded",
    why: expect.stringContaining("not a fast forward"),
  });
  expect(await jobs(world)).toEqual([1]);
});

test("an answer that is lost after the branch moved does not record twice", async () => {
  const world = await branchWorld();
  await record(world, 1);
  await record(world, 2);
  const commits = world.git.commits.size;
  expect(await record(world, 2)).toMatchObject({ kind: "recorded" });
  expect(world.git.commits.size).toBe(commits);
});

test("what cannot be read is not overwritten, and is named", async () => {
  const world = await branchWorld();
  const tree = world.git.addTree({ "default.json": '{"schema":99}' });
  world.git.branches.set(branch, world.git.addCommit({ tree, parents: [], message: "newer" }));
  expect(await record(world, 1)).toMatchObject({
    kind: "not-recorded",
    why: expect.stringMatching(/not overwritten: it has schema 99/),
  });
  expect(world.git.fileAt(branch, "default.json")).toBe('{"schema":99}');
  expect(await jobs(world)).toMatchObject({
    kind: "unreadable",
    why: expect.stringMatching(/schema 99/),
  });
});

test("a document of another repository is not used", async () => {
  const world = await branchWorld();
  await world.storeFor().record(recordingOf(mainRun(1, { repository: "mallory/app" })));
  expect(await jobs(world)).toMatchObject({
    kind: "unreadable",
    why: expect.stringMatching(/mallory\/app/),
  });
});

test("a token that may only read says which right is missing, at once", async () => {
  const world = await branchWorld();
  expect(await record(world, 1, { token: reader })).toMatchObject({
    kind: "not-recorded",
    why: expect.stringContaining("contents: write"),
  });
  expect(world.git.branches.has(branch)).toBe(false);
});

test("absent: no branch, and a branch without the file", async () => {
  const world = await branchWorld();
  expect(await jobs(world)).toMatchObject({ kind: "absent", why: "there is no such branch" });
  await record(world, 1, { name: "other" });
  expect(await jobs(world)).toMatchObject({ kind: "absent", why: "there is no such file" });
});

describe.each<How>([403, 404, 409, 410, 422, 429, 500, "reset", "hang"])("%s", (how) => {
  const hasty = { ...impatient, call: 300, total: 1_000, pauses: [1] };

  test.each([0, 1, 2, 3, 4, 5])("once, at call %d of recording, loses nothing", async (at) => {
    const world = await branchWorld();
    await record(world, 1);
    world.github.fail({ how, at: world.github.calls.length + at });
    const { kind } = await record(world, 2, { patience: hasty });
    // A branch that is said not to be there is begun anew, which the one that is there refuses.
    expect(await jobs(world)).toEqual(kind === "recorded" ? [1, 2] : [1]);
  });

  test.each([0, 1])("once, at call %d of reading", async (at) => {
    const world = await branchWorld();
    await record(world, 1);
    world.github.fail({ how, at: world.github.calls.length + at });
    const read = await world.storeFor({ patience: hasty }).read();
    if (read.kind === "found") expect(jobsIn(read.document)).toEqual([1]);
    else expect("why" in read && read.why).toMatch(/\w/);
  });

  test("at every call nothing is there, and it is said", async () => {
    const world = await branchWorld();
    await record(world, 1);
    world.github.fail({ how });
    const store = world.storeFor({ patience: hasty, backOff: () => 1 });
    expect(["absent", "unreadable"]).toContain((await store.read()).kind);
  });
});
