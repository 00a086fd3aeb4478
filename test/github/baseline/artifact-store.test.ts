// The artifact store: which artifacts are read, what they come to, and how a main job leaves its own.
import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import {
  artifactName,
  documentOf,
  jobsIn,
  mainRun,
  mainWorkflowRun,
  recordedJobs,
  recordingOf,
  runIdOf,
  shaOf,
  zipped,
} from "../../support/fake-github/main-history.ts";
import { type ArtifactWorld, artifactWorld } from "./artifact-world.ts";

async function jobsRead({ storeFor }: ArtifactWorld, base?: string) {
  const read = await storeFor({ base }).read();
  if (read.kind !== "found") throw new Error(JSON.stringify(read));
  return jobsIn(read.document);
}

describe("reading", () => {
  test("finds what the newest job of main has handed on", async () => {
    const world = await artifactWorld();
    recordedJobs(world.state, 5);
    expect(await jobsRead(world)).toEqual([1, 2, 3, 4, 5]);
    expect(world.said).toEqual([]);
  });

  test("takes eight calls of GitHub's API when all is well, and shows the token to it alone", async () => {
    const world = await artifactWorld();
    recordedJobs(world.state, 5);
    await jobsRead(world, shaOf(5));
    // The list of runs and that of main's commits, which the change's ancestors need too; for each of the newest
    // three runs a list of artifacts and where the zip lies.
    expect(world.github.calls).toHaveLength(8);
    expect(world.blobs.calls.map(({ authorization }) => authorization)).toEqual(
      Array(3).fill(undefined),
    );
  });

  test("joins what jobs at the same time left", async () => {
    const world = await artifactWorld();
    recordedJobs(world.state, 3);
    for (const n of [4, 5]) {
      const run = world.state.addRun(mainWorkflowRun(n));
      const document = documentOf(...[1, 2, 3, n].map((each) => mainRun(each)));
      world.state.addArtifact(run, { name: artifactName, zip: zipped(document) });
    }
    expect(await jobsRead(world)).toEqual([1, 2, 3, 4, 5]);
  });

  test("passes over runs that recorded nothing", async () => {
    const world = await artifactWorld();
    recordedJobs(world.state, 2);
    for (const n of [3, 4, 5, 6]) world.state.addRun(mainWorkflowRun(n, { conclusion: "failure" }));
    expect(await jobsRead(world)).toEqual([1, 2]);
  });

  test("uses red runs as well as green ones: another job may have failed", async () => {
    const world = await artifactWorld();
    const run = world.state.addRun(mainWorkflowRun(1, { conclusion: "failure" }));
    world.state.addArtifact(run, { name: artifactName, zip: zipped(documentOf(mainRun(1))) });
    expect(await jobsRead(world)).toEqual([1]);
  });

  test("looks for the run of the base commit where the newest do not hold it", async () => {
    const world = await artifactWorld();
    recordedJobs(world.state, 1);
    for (const n of [2, 3, 4, 5]) {
      const run = world.state.addRun(mainWorkflowRun(n));
      world.state.addArtifact(run, { name: artifactName, zip: zipped(documentOf(mainRun(n))) });
    }
    expect(await jobsRead(world)).toEqual([3, 4, 5]);
    expect(await jobsRead(world, shaOf(1))).toEqual([1, 3, 4, 5]);
  });

  test("takes the newest attempt of a run, and every copy of it", async () => {
    const world = await artifactWorld();
    const run = world.state.addRun(mainWorkflowRun(1, { run_attempt: 2 }));
    const add = (suffix: string, n: number) => {
      const jobs = documentOf(mainRun(n), mainRun(1, { attempt: n }));
      const name = `latency-gate-baseline-default-${suffix}`;
      world.state.addArtifact(run, { name, zip: zipped(jobs) });
    };
    add("a1", 1);
    add("a2", 2);
    const other = { ...mainRun(3), workloads: mainRun(3).workloads };
    const copy = documentOf(other, mainRun(1, { attempt: 2 }));
    world.state.addArtifact(run, { name: "latency-gate-baseline-default-a2.2", zip: zipped(copy) });
    expect(await jobsRead(world)).toEqual([1, 2, 3]);
    expect(world.blobs.calls).toHaveLength(2);
  });
});

test("a server of one's own is read as well, though it tells no digests", async () => {
  const world = await artifactWorld("ghes");
  const run = world.state.addRun(mainWorkflowRun(1));
  const zip = zipped(documentOf(mainRun(1)));
  world.state.addArtifact(run, { name: artifactName, zip, digest: undefined });
  expect(await jobsRead(world)).toEqual([1]);
});

describe("every way of having nothing is told apart", () => {
  test.each([
    [
      "runs without a baseline",
      ({ state }: ArtifactWorld) => void state.addRun(mainWorkflowRun(1)),
      { why: /recorded one/ },
    ],
    [
      "an artifact that is listed as expired",
      ({ state }: ArtifactWorld) => {
        const run = state.addRun(mainWorkflowRun(1));
        state.addArtifact(run, { name: artifactName, zip: zipped("x"), expired: true });
      },
      { why: /has expired/, lost: true },
    ],
    [
      "one that expired just now",
      (world: ArtifactWorld) => {
        recordedJobs(world.state, 1);
        world.github.fail({ path: /\/zip$/, how: 410 });
      },
      { why: /has expired/, lost: true },
    ],
  ])("absent: %s", async (_, prepare, { why, ...rest }) => {
    const world = await artifactWorld();
    prepare(world);
    const read = await world.storeFor().read();
    expect(read).toMatchObject({ kind: "absent", why: expect.stringMatching(why), ...rest });
    expect(read).toHaveProperty("source", "the artifacts of .github/workflows/perf.yml on main");
  });

  test.each([
    [403, /\/runs$/, "actions: read"],
    [404, /\/runs$/, "actions: read"],
    [404, /\/artifacts$/, "HTTP 404"],
    [403, /\/commits$/, "contents: read"],
    [404, /\/commits$/, "contents: read"],
  ])("unreadable: %d at %s says which right is missing", async (how, path, right) => {
    const world = await artifactWorld();
    recordedJobs(world.state, 1);
    world.github.fail({ how, path });
    expect(await world.storeFor().read()).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining(right),
    });
  });

  test("unreadable: no token, and nothing is asked", async () => {
    const world = await artifactWorld();
    const read = await world.storeFor({ token: undefined }).read();
    expect(read).toMatchObject({ kind: "unreadable", why: "there is no github-token" });
    expect(world.github.calls).toEqual([]);
  });
});

describe("recording", () => {
  async function record(world: ArtifactWorld, n: number, attempt = 1) {
    world.onRunner(runIdOf(n));
    const store = world.storeFor({ recording: true, run: { id: runIdOf(n), attempt } });
    return store.record(recordingOf(mainRun(n, { attempt })));
  }

  test("hands the history on from job to job", async () => {
    const world = await artifactWorld();
    for (const n of [1, 2, 3]) {
      world.state.addRun(mainWorkflowRun(n));
      expect(await record(world, n)).toEqual({
        kind: "recorded",
        at: "the artifact latency-gate-baseline-default-a1",
      });
    }
    expect(await jobsRead(world)).toEqual([1, 2, 3]);
    expect(await readdir(world.folder)).toEqual([]);
  });

  test("two jobs at once lose neither record", async () => {
    const world = await artifactWorld();
    recordedJobs(world.state, 2);
    for (const n of [3, 4]) world.state.addRun(mainWorkflowRun(n, { status: "in_progress" }));
    for (const n of [3, 4]) await record(world, n);
    for (const [at, run] of world.state.runs.entries())
      world.state.runs[at] = { ...run, status: "completed" };
    expect(await jobsRead(world)).toEqual([1, 2, 3, 4]);
  });

  test("a job that is run again keeps what it recorded first", async () => {
    const world = await artifactWorld();
    recordedJobs(world.state, 1);
    world.state.addRun(mainWorkflowRun(2, { status: "in_progress" }));
    await record(world, 2);
    world.state.runs[1] = { ...world.state.runs[1]!, run_attempt: 2 };
    await record(world, 2, 2);
    world.state.runs[1] = { ...world.state.runs[1]!, status: "completed" };
    expect(await jobsRead(world)).toEqual([1, 2, 2]);
  });

  test("a name that is taken gets a number", async () => {
    const world = await artifactWorld();
    const run = world.state.addRun(mainWorkflowRun(1));
    world.state.addArtifact(run, { name: artifactName, zip: zipped("{}") });
    expect(await record(world, 1)).toEqual({
      kind: "recorded",
      at: "the artifact latency-gate-baseline-default-a1.2",
    });
  });

  test.each(["https://ghes.example.test", "https://github.com.evil.test", "https://codeberg.org"])(
    "on %s it says what to do instead",
    async (serverUrl) => {
      const world = await artifactWorld();
      const store = world.storeFor({ recording: true, serverUrl });
      expect(await store.record(recordingOf(mainRun(1)))).toMatchObject({
        kind: "not-recorded",
        why: expect.stringMatching(/only on github.com.*`baseline: branch`.*`baseline` be a path/),
      });
    },
  );

  test.each([
    ["hang", "no answer in time"],
    [400, "(400)"],
    [403, "(403)"],
  ] as const)("%s of the artifact service is said, and nothing else happens", async (how, why) => {
    const world = await artifactWorld();
    world.onRunner(runIdOf(1));
    world.service.fail({ how });
    const store = world.storeFor({ recording: true, uploadPatience: 300 });
    expect(await store.record(recordingOf(mainRun(1)))).toMatchObject({
      kind: "not-recorded",
      why: expect.stringContaining(why),
    });
    expect(await readdir(world.folder)).toEqual([]);
  });

  test("texts of answers stay at home", async () => {
    const world = await artifactWorld();
    const run = world.state.addRun(mainWorkflowRun(1));
    const records = mainRun(1).workloads[0]!.records.map((each) => ({ ...each, text: "secret" }));
    const workloads = [{ ...mainRun(1).workloads[0]!, records }];
    world.onRunner(run.id);
    const store = world.storeFor({ recording: true, run: { id: run.id, attempt: 1 } });
    await store.record(recordingOf(mainRun(1, { workloads })));
    const read = await world.storeFor().read();
    expect(read).toHaveProperty("kind", "found");
    expect(JSON.stringify(read)).not.toContain("secret");
  });

  test("a runner without an artifact service says so", async () => {
    const world = await artifactWorld();
    const store = world.storeFor({ recording: true });
    expect(await store.record(recordingOf(mainRun(1)))).toMatchObject({
      kind: "not-recorded",
      why: expect.stringMatching(/no artifact service/),
    });
  });
});
