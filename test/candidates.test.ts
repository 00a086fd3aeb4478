// Which runs are judged: what lies in a folder, what was expected there, and what is refused.
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { formatStored } from "../src/baseline/codec.ts";
import { candidateFrom } from "../src/candidates.ts";
import type { Run } from "../src/metrics/run.ts";
import { aRun, aWorkloadRun, someRecords } from "./support/builders.ts";

const few = someRecords(20);
const head = "c".repeat(40);

function aLeg(name: string, overrides: Partial<Run> = {}): Run {
  return aRun({
    name,
    commit: head,
    workloads: [aWorkloadRun({ name: "chat", records: few })],
    ...overrides,
  });
}

/** Files by their path in a folder of their own. */
async function folderOf(files: Readonly<Record<string, Run | string>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "latency-gate-candidates-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === "string" ? content : formatStored(content));
  }
  return folder;
}

interface Expected {
  readonly legs?: readonly string[];
  readonly declared?: readonly string[];
}

function found(places: string | readonly string[], { legs, declared = [] }: Expected = {}) {
  const all = typeof places === "string" ? [places] : places;
  const { run, ...rest } = candidateFrom({
    input: "results",
    places: all,
    commit: head,
    expected: { name: "default", legs, declared },
  });
  return { names: run?.workloads.map(({ name }) => name), ...rest };
}

describe("a folder", () => {
  test("with one run right in it is judged as it is", async () => {
    const folder = await folderOf({ "run.json": aLeg("default"), "verdict.json": "{}" });
    const expected = { names: ["chat"], declared: [], asMain: false };
    expect(found(folder)).toEqual(expected);
    expect(found(path.join(folder, "run.json"))).toEqual(expected);
  });

  test("with legs is judged as a whole, down to three folders, whatever lies beside them", async () => {
    const folder = await folderOf({
      "leg-b/run.json": aLeg("b"),
      "all/leg-a/x/run.json": aLeg("a"),
      "all/too/deep/now/run.json": aLeg("z"),
      "leg-b/run.json.partial.jsonl": "half",
      "leg-c/other.json": "{}",
    });
    expect(found(folder)).toEqual({ names: ["a.chat", "b.chat"], declared: [], asMain: true });
  });

  test("with a single leg names it as among others", async () => {
    expect(found(await folderOf({ "leg-a/run.json": aLeg("a") })).names).toEqual(["a.chat"]);
  });

  // actions/download-artifact (5 and later) makes no folder where a pattern fits one artifact alone.
  test("with a single leg right in it is one leg, and not all that there should be", async () => {
    const folder = await folderOf({ "run.json": aLeg("a") });
    expect(found(folder)).toEqual({ names: ["a.chat"], declared: [], asMain: true });
    expect(found(folder, { legs: ["a", "b"] })).toMatchObject({
      names: ["a.chat"],
      declared: ["leg b"],
    });
  });

  test("with the run of a gate's own name is judged as it is", async () => {
    const folder = await folderOf({ "run.json": aLeg("chat-gate") });
    const expected = { name: "chat-gate", legs: undefined, declared: [] };
    const { run, asMain } = candidateFrom({ input: "results", places: [folder], expected });
    expect(run?.workloads.map(({ name }) => name)).toEqual(["chat"]);
    expect(asMain).toBe(false);
  });

  test("is put together anew where the whole lies above its legs", async () => {
    const legs = { "a/run.json": aLeg("a"), "b/run.json": aLeg("b") };
    const folder = await folderOf(legs);
    const { run } = candidateFrom({
      input: "r",
      places: [folder],
      expected: { name: "default", legs: undefined, declared: [] },
    });
    await writeFile(path.join(folder, "run.json"), formatStored(run!));
    expect(found(folder).names).toEqual(["a.chat", "b.chat"]);
  });

  test("whose links lead elsewhere is read without them", async () => {
    const elsewhere = await folderOf({ "leg/run.json": aLeg("z") });
    const folder = await folderOf({ "leg-a/run.json": aLeg("a") });
    await symlink(path.join(elsewhere, "leg"), path.join(folder, "linked"));
    await mkdir(path.join(folder, "file"));
    await symlink(path.join(elsewhere, "leg", "run.json"), path.join(folder, "file", "run.json"));
    expect(found(folder).names).toEqual(["a.chat"]);
  });
});

test("several files are judged together", async () => {
  const folder = await folderOf({ "1.json": aLeg("a"), "2.json": aLeg("b") });
  const files = ["2.json", "1.json"].map((name) => path.join(folder, name));
  expect(found(files)).toEqual({ names: ["a.chat", "b.chat"], declared: [], asMain: true });
});

describe("what was expected", () => {
  const two = { "a/run.json": aLeg("a"), "b/run.json": aLeg("b") };
  test.each<[string, Expected, readonly string[], boolean]>([
    ["nothing: what main measures", {}, [], true],
    ["both legs", { legs: ["b", "a"] }, [], false],
    ["a leg that left nothing", { legs: ["a", "b", "c"] }, ["leg c"], false],
    ["a workload that a leg measured", { declared: ["chat"] }, [], true],
    ["a workload that no leg measured", { declared: ["chat", "code"] }, ["code"], true],
  ])("%s", async (_, expected, declared, asMain) => {
    expect(found(await folderOf(two), expected)).toMatchObject({ declared, asMain });
  });

  test("is missed as a whole where no leg left anything", async () => {
    const folder = await folderOf({});
    expect(found(path.join(folder, "none"), { legs: ["a"], declared: ["chat"] })).toEqual({
      names: undefined,
      declared: ["chat", "leg a"],
      asMain: false,
    });
    expect(() => found(folder)).toThrow(/no run is there/);
  });
});

describe("a configuration error", () => {
  const control = "leg\u001b[31m\n::set-output name=x::y";
  test.each<[string, Readonly<Record<string, Run | string>>, RegExp]>([
    [
      "a run of another commit",
      { "a/run.json": aLeg("a", { commit: "d".repeat(40) }) },
      /a\/run\.json: of commit d{40}/,
    ],
    [
      "two legs of one name",
      { "1/run.json": aLeg("a"), "2/run.json": aLeg("a") },
      /workload a\.chat in .*1\/run\.json and in .*2\/run\.json/,
    ],
    [
      "a leg whose file is broken, others or not",
      { "a/run.json": aLeg("a"), "b/run.json": "{" },
      /b\/run\.json: it is not valid JSON/,
    ],
    ["a leg whose name is no name", { "a/run.json": aLeg("<b>\n") }, /a\/run\.json: name:/],
    [
      "a name that would be a command",
      { [`${control}/run.json`]: "{" },
      /leg\[31m ::set-output name=x::y\/run\.json/,
    ],
    [
      "a file with a key of the prototype",
      { "a/run.json": '{"schema":1,"__proto__":{}}' },
      /__proto__/,
    ],
  ])("%s", async (_, files, message) => {
    const folder = await folderOf(files);
    expect(() => found(folder)).toThrow(message);
  });

  test("more than 500 MiB of runs, of which none is read", async () => {
    const folder = await folderOf({ "a/run.json": "", "b/run.json": "" });
    for (const name of ["a", "b"])
      await truncate(path.join(folder, name, "run.json"), 300 * 2 ** 20);
    expect(() => found(folder)).toThrow(/600 MiB of runs; legal: at most 256 runs, of 500 MiB/);
  });

  test("more runs than a matrix has jobs", async () => {
    const names = Array.from({ length: 257 }, (_, at) => [`${at}/run.json`, ""]);
    const folder = await folderOf(Object.fromEntries(names));
    expect(() => found(folder)).toThrow(/257 runs/);
  });
});
