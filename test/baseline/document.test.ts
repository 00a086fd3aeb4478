import { expect, test } from "vitest";
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

test("of two documents with the same workload the longer history wins", () => {
  const short = withJob(emptyDocument, addition("a"));
  const long = withJob(short, addition("b"));
  for (const order of [
    [short, long],
    [long, short],
  ])
    expect(joined(order).workloads["chat"]?.history).toHaveLength(2);
});

test("runs without a valid workload leave an empty document", () => {
  const invalid = [{ code: "client-lag", message: "lagged" }];
  const run = aRun({ workloads: [aWorkloadRun({ invalid })] });
  expect(documentFromRuns([run], 30).workloads).toEqual({});
});
