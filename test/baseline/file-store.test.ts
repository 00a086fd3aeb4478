import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFileStore } from "../../src/baseline/file-store.ts";
import type { HistoryRecord } from "../../src/baseline/history.ts";
import { historyRecordFrom } from "../../src/baseline/history-record.ts";
import type { Run } from "../../src/metrics/run.ts";
import { aRun } from "../support/builders.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "latency-gate-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const place = (...parts: string[]) => path.join(folder, ...parts);

function storeAt(...paths: string[]) {
  return createFileStore({ paths, name: "gate", keep: 3 });
}

function recordingOf(run: Run) {
  const records = new Map<string, HistoryRecord>(
    run.workloads.map((workload) => [workload.name, historyRecordFrom({ run, workload })]),
  );
  return { run, records, keep: 3 };
}

async function historyAt(file: string): Promise<string[]> {
  const read = await storeAt(file).read();
  if (read.kind !== "found") return [read.kind];
  return Object.values(read.document.workloads).flatMap(({ history }) =>
    history.map(({ sha }) => sha),
  );
}

test("a path that is not there is absent, and is named", async () => {
  expect(await storeAt(place("none.json")).read()).toEqual({
    kind: "absent",
    source: place("none.json"),
  });
});

test("recording creates a document, grows it, and keeps the newest jobs", async () => {
  const file = place("deep", "base.json");
  for (const commit of ["a", "b", "c", "d"]) {
    await storeAt(file).record(recordingOf(aRun({ commit })));
  }
  expect(await historyAt(file)).toEqual(["b", "c", "d"]);
  expect(await readdir(place("deep"))).toEqual(["base.json"]);
});

test("in a directory the document is named after the gate", async () => {
  const written = await storeAt(place("dir")).record(recordingOf(aRun({ commit: "a" })));
  expect(written).toEqual({ kind: "recorded", at: place("dir", "gate.json") });
  expect(await historyAt(place("dir"))).toEqual(["a"]);
});

test("run files make a history in the order of their time, the invalid left out", async () => {
  const runs = [
    aRun({ commit: "late", createdAt: "2026-01-03T00:00:00.000Z" }),
    aRun({ commit: "early", createdAt: "2026-01-01T00:00:00.000Z" }),
    aRun({ commit: "broken", createdAt: "2026-01-02T00:00:00.000Z" }),
  ];
  for (const workload of runs[2]?.workloads ?? []) {
    workload.invalid.push({ code: "client-lag", message: "lagged" });
  }
  const files = await Promise.all(
    runs.map(async (run, index) => {
      await writeFile(place(`${index}.json`), JSON.stringify(run));
      return place(`${index}.json`);
    }),
  );
  const read = await storeAt(...files).read();
  expect(read.kind === "found" && Object.values(read.document.workloads)).toMatchObject([
    { history: [{ sha: "early" }, { sha: "late" }] },
  ]);
});

describe("what cannot be read is a configuration error that names the file, and stays as it was", () => {
  const good = async () => {
    const file = place("good.json");
    await storeAt(file).record(recordingOf(aRun({ commit: "a" })));
    return readFile(file, "utf8");
  };
  test.each([
    ["cut off", (text: string) => text.slice(0, text.length / 2), /valid JSON/],
    ["of a newer schema", (text: string) => text.replace('"schema":1', '"schema":99'), /schema 99/],
    ["holding NaN", (text: string) => text.replace(/"y":[^,]+/, '"y":NaN'), /valid JSON/],
    ["holding null for a number", (text: string) => text.replace(/"y":[^,]+/, '"y":null'), /\.y: /],
    ["holding a negative error", (text: string) => text.replace(/"w":[^,]+/, '"w":-1'), /\.w: /],
    ["empty", () => "", /valid JSON/],
    [
      "with a prototype",
      (text: string) => text.replace('"sha"', '"__proto__":{},"sha"'),
      /__proto__/,
    ],
    [
      "with a hidden one",
      (text: string) => text.replace('"sha"', '"\\u005f_proto__":1,"sha"'),
      /__proto__/,
    ],
    ["another program's", () => '{"a":1}', /not a file of ours/],
  ])("%s", async (_, spoil, reason) => {
    const file = place("bad.json");
    const spoilt = spoil(await good());
    await writeFile(file, spoilt);
    const failure = { code: "config", message: expect.stringMatching(reason) };
    await expect(storeAt(file).read()).rejects.toMatchObject(failure);
    await expect(storeAt(file).record(recordingOf(aRun()))).rejects.toMatchObject(failure);
    await expect(storeAt(file).read()).rejects.toThrow(file);
    expect(await readFile(file, "utf8")).toBe(spoilt);
  });

  test("a run file is never overwritten by recording", async () => {
    const file = place("run.json");
    const text = JSON.stringify(aRun());
    await writeFile(file, text);
    await expect(storeAt(file).record(recordingOf(aRun()))).rejects.toThrow(/run file/);
    expect(await readFile(file, "utf8")).toBe(text);
  });
});
