import { describe, expect, test } from "vitest";
import { documentFromRuns, emptyDocument, joined, withJob } from "../../src/baseline/document.ts";
import { aHistoryRecord, aRun, aWorkloadRun } from "../support/builders.ts";

const addition = (sha: string, key = "k", name = "chat") => ({
  repository: "acme/app",
  workload: aWorkloadRun({ name, key }),
  record: { ...aHistoryRecord({}), sha, key },
  keep: 3,
});

test("a job is added at the end, and the oldest falls out", () => {
  const document = ["a", "b", "c", "d"].reduce(
    (grown, sha) => withJob(grown, addition(sha)),
    emptyDocument,
  );
  expect(document.workloads["chat"]?.history.map(({ sha }) => sha)).toEqual(["b", "c", "d"]);
});

test("a changed workload keeps the old records until they are pushed out", () => {
  const changed = withJob(withJob(emptyDocument, addition("a", "old")), addition("b", "new"));
  expect(changed.workloads["chat"]).toMatchObject({
    key: "new",
    history: [{ sha: "a" }, { sha: "b" }],
  });
});

test("workloads do not touch each other", () => {
  const both = withJob(withJob(emptyDocument, addition("a")), addition("b", "k", "long"));
  expect(Object.keys(both.workloads)).toEqual(["chat", "long"]);
  expect(both.workloads["chat"]?.history).toHaveLength(1);
});

test("the same job added twice is there once", () => {
  const once = withJob(emptyDocument, addition("a"));
  expect(withJob(once, addition("a"))).toEqual(once);
});

describe("documents that grew side by side", () => {
  const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T00:00:00.000Z`;
  function dated(sha: string, day: number) {
    const { record, ...rest } = addition(sha);
    const window = { ...rest.workload.window, start: at(day) };
    const workload = { ...rest.workload, window, scheduleDigest: sha };
    return { ...rest, workload, record: { ...record, runId: sha, time: at(day) }, keep: 30 };
  }
  const shared = withJob(withJob(emptyDocument, dated("a", 1)), dated("b", 2));
  const left = withJob(shared, dated("d", 4));
  const right = withJob(shared, dated("c", 3));

  test.each([
    ["one way", [left, right]],
    ["the other way", [right, left]],
    ["with what both grew from", [right, shared, left, left]],
  ])("lose no record, %s", (_, documents) => {
    const chat = joined(documents).workloads["chat"];
    expect(chat?.history.map(({ sha }) => sha)).toEqual(["a", "b", "c", "d"]);
    expect(chat?.newest.scheduleDigest).toBe("d");
  });

  test("keep attempts of one job apart, and records of other workloads", () => {
    const again = { ...dated("d", 4), record: { ...dated("d", 4).record, attempt: 2 } };
    const other = addition("e", "k", "long");
    const chat = joined([left, withJob(shared, again), withJob(shared, other)]);
    expect(chat.workloads["chat"]?.history.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 2]);
    expect(chat.workloads["long"]?.history).toHaveLength(1);
  });

  test("put a record without a readable time first", () => {
    const undated = { ...dated("x", 9), record: { ...dated("x", 9).record, time: "yesterday" } };
    const chat = joined([left, withJob(emptyDocument, undated)]).workloads["chat"];
    expect(chat?.history.map(({ sha }) => sha)).toEqual(["x", "a", "b", "d"]);
  });
});

test("runs without a valid workload leave an empty document", () => {
  const invalid = [{ code: "client-lag", message: "lagged" }];
  const run = aRun({ workloads: [aWorkloadRun({ invalid })] });
  expect(documentFromRuns([run], 30).workloads).toEqual({});
});
