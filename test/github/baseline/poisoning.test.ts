// Poisoning: what a fork, a stranger or a broken upload leaves behind is never a baseline, and the log names it.
import { describe, expect, test } from "vitest";
import type { BaselineDocument } from "../../../src/baseline/history.ts";
import {
  aWorkflowRun,
  type FakeArtifact,
  type FakeRun,
} from "../../support/fake-github/actions.ts";
import {
  artifactName,
  documentOf,
  jobsIn,
  mainRun,
  mainWorkflowRun,
  recordedJobs,
  runIdOf,
  shaOf,
  zipped,
} from "../../support/fake-github/main-history.ts";
import { zipOf } from "../../support/zip.ts";
import { type ArtifactWorld, artifactWorld } from "./artifact-world.ts";

const fork = { id: 666, full_name: "mallory/app" };

/** After two honest jobs only those are read, and the log says why the third is not. */
async function expectOnlyHonest(world: ArtifactWorld, says: RegExp) {
  const read = await world.storeFor({ base: shaOf(9) }).read();
  expect(read.kind === "found" && jobsIn(read.document)).toEqual([1, 2]);
  expect(world.said.join("\n")).toMatch(says);
}

test("a run of the branch is one, however many commits ago", async () => {
  const world = await artifactWorld();
  recordedJobs(world.state, 2);
  world.git.addLine("main", ...Array.from({ length: 250 }, (_, n) => `${n}`.padStart(40, "d")));
  world.git.addCommit({ sha: "d".repeat(40), parents: [shaOf(12)], message: "" });
  const first = world.git.commits.get(`${0}`.padStart(40, "d"));
  world.git.addCommit({ ...first!, parents: [shaOf(12)] });
  const read = await world.storeFor().read();
  expect(read.kind === "found" && jobsIn(read.document)).toEqual([1, 2]);
});

/** Its content is as good as can be: it claims to be the run's own. */
const lure = (run: FakeRun) =>
  zipped(documentOf(mainRun(3, { runId: String(run.id), commit: run.head_sha })));

describe("a run that only looks like one of main", () => {
  test.each<[string, Partial<FakeRun>, RegExp]>([
    ["a fork's pull request", { event: "pull_request", head_repository: fork }, /mallory\/app/],
    ["a fork's branch called main", { head_repository: fork }, /repository mallory\/app/],
    [
      "another repository of the same name",
      { repository: { id: 7, full_name: "acme/app" } },
      /acme/,
    ],
    ["our own pull request", { event: "pull_request" }, /event is pull_request/],
    ["pull_request_target", { event: "pull_request_target" }, /event is pull_request_target/],
    ["a workflow_run", { event: "workflow_run" }, /event is workflow_run/],
    ["a comment", { event: "issue_comment" }, /event is issue_comment/],
    ["a run that goes on", { status: "in_progress", conclusion: null }, /it is in_progress/],
  ])("%s", async (_, fields, says) => {
    const world = await artifactWorld();
    recordedJobs(world.state, 2);
    const run = world.state.addRun(mainWorkflowRun(9, fields));
    world.state.addArtifact(run, { name: artifactName, zip: lure(run) });
    await expectOnlyHonest(world, new RegExp(`Run ${runIdOf(9)} is no baseline: .*${says.source}`));
  });

  test.each(["push", "workflow_dispatch"])(
    "a tag called main, elsewhere than on the branch, by %s",
    async (event) => {
      const world = await artifactWorld();
      recordedJobs(world.state, 2);
      const sha = "e".repeat(40);
      world.git.addCommit({ sha, parents: [shaOf(2)], message: "not reviewed" });
      world.git.tags.set("main", sha);
      const run = world.state.addRun(mainWorkflowRun(9, { event, head_sha: sha }));
      world.state.addArtifact(run, { name: artifactName, zip: lure(run) });
      await expectOnlyHonest(world, /Run 109 is no baseline: its commit is not on the branch main/);
    },
  );

  test("a commit that nobody knows any more", async () => {
    const world = await artifactWorld();
    recordedJobs(world.state, 2);
    const run = world.state.addRun(mainWorkflowRun(9, { head_sha: "f".repeat(40) }));
    world.state.addArtifact(run, { name: artifactName, zip: lure(run) });
    await expectOnlyHonest(world, /its commit is not on the branch main/);
  });

  /** What the server's filters should have left out comes all the same. */
  test.each<[string, Partial<FakeRun>, RegExp]>([
    ["another branch", { head_branch: "mine" }, /branch is mine/],
    ["another workflow file", { path: ".github/workflows/evil/perf.yml" }, /workflow is .*evil/],
  ])("%s", async (_, fields, says) => {
    const world = await artifactWorld();
    recordedJobs(world.state, 2);
    const run = world.state.addRun(mainWorkflowRun(9, fields));
    world.state.addArtifact(run, { name: artifactName, zip: lure(run) });
    await expectOnlyHonest(world, says);
  });

  test("150 artifacts of a fork hide nothing, as runs are looked for first", async () => {
    const world = await artifactWorld();
    recordedJobs(world.state, 2);
    const run = world.state.addRun(
      mainWorkflowRun(9, { event: "pull_request", head_repository: fork }),
    );
    for (let n = 0; n < 150; n += 1)
      world.state.addArtifact(run, { name: artifactName, zip: lure(run) });
    await expectOnlyHonest(world, /Run 109 is no baseline/);
  });

  test("150 runs of a fork's main hide nothing: the events of our own people are asked for", async () => {
    const world = await artifactWorld();
    recordedJobs(world.state, 2);
    for (let id = 1_000; id < 1_150; id += 1)
      world.state.addRun(aWorkflowRun({ id, event: "pull_request", head_repository: fork }));
    await expectOnlyHonest(world, /Run 1149 is no baseline[\s\S]*More runs are no baseline/);
    expect(world.said.length).toBeLessThan(25);
  });

  test("150 artifacts of one honest run are looked through to the last page", async () => {
    const world = await artifactWorld();
    recordedJobs(world.state, 1);
    const run = world.state.addRun(mainWorkflowRun(2));
    const zip = zipped(documentOf(mainRun(1), mainRun(2)));
    world.state.addArtifact(run, { name: artifactName, zip });
    for (let n = 0; n < 150; n += 1)
      world.state.addArtifact(run, { name: `other-${n}`, zip: Buffer.alloc(0) });
    const read = await world.storeFor().read();
    expect(read.kind === "found" && jobsIn(read.document)).toEqual([1, 2]);
  });
});

describe("an artifact of an honest run that is not what it should be", () => {
  const good = (document = documentOf(mainRun(9))) => document;
  const text = (document: BaselineDocument) => JSON.stringify(document);
  const entry = (content: string | Buffer, name = "baseline.json") => ({
    name,
    bytes: Buffer.from(content),
  });
  const link = { ...entry("/etc/passwd"), mode: 0o120777 };
  const bomb = { ...entry(Buffer.alloc(200_000_000)), statedSize: 1_000 };

  test.each<[string, () => Partial<FakeArtifact> & { zip: Buffer }, RegExp]>([
    [
      "wrong digest",
      () => ({ zip: zipped(good()), digest: `sha256:${"0".repeat(64)}` }),
      /digest is wrong/,
    ],
    ["stated as huge", () => ({ zip: zipped(good()), size_in_bytes: 6_000_000 }), /6000000 bytes/],
    [
      "huge, stated as small",
      () => ({ zip: Buffer.alloc(5_000_001), size_in_bytes: 10 }),
      /over 5000000 bytes/,
    ],
    ["no zip", () => ({ zip: Buffer.from(text(good())) }), /not a whole zip/],
    ["a zip bomb", () => ({ zip: zipOf(bomb) }), /cannot be unpacked/],
    ["an honest bomb", () => ({ zip: zipOf({ ...bomb, statedSize: 2e8 }) }), /200000000 bytes/],
    [
      "two entries",
      () => ({ zip: zipOf(entry(text(good())), entry("{}", "more.json")) }),
      /2 entries/,
    ],
    ["an entry outside", () => ({ zip: zipOf(entry(text(good()), "../baseline.json")) }), /\.\.\//],
    ["an absolute entry", () => ({ zip: zipOf(entry(text(good()), "/baseline.json")) }), /"\/base/],
    ["a symbolic link", () => ({ zip: zipOf(link) }), /symbolic link/],
    [
      "10 MB of JSON",
      () => ({ zip: zipped(`${text(good()).slice(0, -1)},"x":"${" ".repeat(1e7)}"}`) }),
      /allowed are 8000000/,
    ],
    [
      "a __proto__ key",
      () => ({ zip: zipped(text(good()).replace('"workloads"', '"__proto__":{},"workloads"')) }),
      /__proto__/,
    ],
    ["cut off", () => ({ zip: zipped(text(good()).slice(0, 500)) }), /not valid JSON/],
    [
      "another schema",
      () => ({ zip: zipped(text(good()).replace('"schema":1', '"schema":99')) }),
      /schema 99/,
    ],
    ["a run", () => ({ zip: zipped(JSON.stringify(mainRun(9))) }), /a run, not a baseline/],
    [
      "another repository",
      () => ({ zip: zipped(documentOf(mainRun(9, { repository: "mallory/app" }))) }),
      /repository mallory\/app/,
    ],
    [
      "no repository",
      () => ({ zip: zipped(documentOf(mainRun(9, { repository: null }))) }),
      /repository unknown/,
    ],
    [
      "another commit",
      () => ({ zip: zipped(documentOf(mainRun(9, { commit: shaOf(3) }))) }),
      new RegExp(`commit ${shaOf(3)}`),
    ],
    ["another run's job", () => ({ zip: zipped(documentOf(mainRun(8))) }), /no job of the run/],
    [
      "an attempt that never was",
      () => ({ zip: zipped(good()), name: "latency-gate-baseline-default-a7" }),
      /attempt 7, the run had 1/,
    ],
    [
      "a job of an attempt that never was",
      () => ({ zip: zipped(documentOf(mainRun(9, { attempt: 4 }))) }),
      /attempt 4, the run had 1/,
    ],
    [
      "another workload's key",
      () => {
        const { workloads, ...rest } = good();
        const odd = { ...workloads["chat-short"]!, key: "b".repeat(64) };
        return { zip: zipped({ ...rest, workloads: { "chat-short": odd } }) };
      },
      /another key/,
    ],
    [
      "listed under another run",
      () => {
        const other = { id: 1, repository_id: 666, head_repository_id: 666 };
        const workflow_run = { ...other, head_branch: "main", head_sha: shaOf(9) };
        return { zip: zipped(good()), workflow_run: { ...workflow_run, id: runIdOf(9) } };
      },
      /of another run/,
    ],
  ])("%s", async (_, artifactOf, says) => {
    const world = await artifactWorld();
    recordedJobs(world.state, 2);
    const run = world.state.addRun(mainWorkflowRun(9));
    world.state.addArtifact(run, { name: artifactName, ...artifactOf() });
    await expectOnlyHonest(world, new RegExp(`of run 109 is not used: .*${says.source}`));
  });

  test("where nothing else is there, the baseline is unreadable and named", async () => {
    const world = await artifactWorld();
    const run = world.state.addRun(mainWorkflowRun(9));
    world.state.addArtifact(run, { name: artifactName, zip: zipped("{") });
    expect(await world.storeFor().read()).toMatchObject({
      kind: "unreadable",
      source: expect.stringContaining("perf.yml on main"),
      why: expect.stringMatching(/latency-gate-baseline-default-a1 of run 109 .*not valid JSON/),
    });
  });
});
