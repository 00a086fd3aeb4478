// Faults of GitHub at every call of a read: what is found stays true, or it is said that nothing could be.
import { describe, expect, test } from "vitest";
import type { How } from "../../support/fake-github/faults.ts";
import { jobsIn, recordedJobs, shaOf } from "../../support/fake-github/main-history.ts";
import { type ArtifactWorld, artifactWorld, impatient } from "./artifact-world.ts";

const faults: readonly How[] = [403, 404, 409, 410, 422, 429, 500, "reset", "hang"];

/** One list of runs; of each of three runs its artifacts and where the zip lies; then the base commit's runs. */
const calls = [0, 1, 2, 3, 4, 5, 6, 7];
const blobs = [0, 1, 2];

const hasty = { ...impatient, call: 300, total: 1_500 };

async function readIn(world: ArtifactWorld) {
  recordedJobs(world.state, 4);
  const read = await world.storeFor({ base: shaOf(9), patience: hasty }).read();
  if (read.kind === "found") return { ...read, jobs: jobsIn(read.document) };
  return { ...read, jobs: undefined };
}

/** The jobs of one honest document at least, in order and once each: what each of the newest runs holds. */
const honest = [
  [1, 2, 3, 4],
  [1, 2, 3],
];

describe.each(faults)("%s", (how) => {
  test.each(calls)("once, at call %d of the API", async (at) => {
    const world = await artifactWorld();
    world.github.fail({ how, at });
    const { kind, jobs } = await readIn(world);
    if (kind === "found") expect(honest).toContainEqual(jobs);
    else expect(["absent", "unreadable"]).toContain(kind);
  });

  test.each(blobs)("once, at call %d of the host of the zips", async (at) => {
    const world = await artifactWorld();
    world.blobs.fail({ how, at });
    const { kind, jobs } = await readIn(world);
    expect(kind).toBe("found");
    expect(honest).toContainEqual(jobs);
  });

  test("always, at each kind of call", async () => {
    for (const path of [/\/runs$/, /\/artifacts$/, /\/zip$/, /^\/blobs/]) {
      const world = await artifactWorld();
      world.github.fail({ how, path });
      world.blobs.fail({ how, path });
      const read = await readIn(world);
      expect(["absent", "unreadable"]).toContain(read.kind);
      expect("why" in read && read.why).toMatch(/\w/);
    }
  });
});

test.each<How>([500, 502, 503, 504, "reset", "hang"])(
  "%s that passes costs nothing",
  async (how) => {
    const world = await artifactWorld();
    world.github.fail({ how, times: 2 });
    expect((await readIn(world)).jobs).toEqual([1, 2, 3, 4]);
  },
);

describe("a rate limit", () => {
  const limited = (headers: Record<string, string>) => ({
    status: 403,
    json: { message: "API rate limit exceeded" },
    headers,
  });

  test.each([
    ["seconds", { "retry-after": "0" }],
    ["a time", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" }],
  ])("that ends soon is waited for, told in %s", async (_, headers) => {
    const world = await artifactWorld();
    world.github.fail({ how: limited(headers), times: 1 });
    expect((await readIn(world)).jobs).toEqual([1, 2, 3, 4]);
  });

  test("that lasts is not, and is no missing permission", async () => {
    const world = await artifactWorld();
    world.github.fail({ how: limited({ "retry-after": "3600" }) });
    expect(await readIn(world)).toMatchObject({
      kind: "unreadable",
      why: "HTTP 403: API rate limit exceeded (rate limited)",
    });
    expect(world.github.calls).toHaveLength(1);
  });
});

test("an endless answer is cut off, and a shape that is not GitHub's is said", async () => {
  const world = await artifactWorld();
  world.github.fail({ how: { status: 200, bytes: Buffer.alloc(9_000_000) }, times: 1 });
  expect(await readIn(world)).toMatchObject({
    kind: "unreadable",
    why: expect.stringMatching(/over 8388608 bytes/),
  });
  const other = await artifactWorld();
  other.github.fail({ how: { status: 200, json: { workflow_runs: "many" } } });
  expect(await readIn(other)).toMatchObject({
    kind: "unreadable",
    why: expect.stringMatching(/another shape/),
  });
});

test("a zip is not fetched from a place without HTTPS, nor with our token", async () => {
  const world = await artifactWorld();
  const location = "ftp://127.0.0.1/blob";
  world.github.fail({ path: /\/zip$/, how: { status: 302, headers: { location } } });
  expect(await readIn(world)).toMatchObject({
    kind: "unreadable",
    why: expect.stringMatching(/not HTTPS/),
  });
});
