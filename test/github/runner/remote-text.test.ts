// Documents on GitHub hold no answers' texts and keep within what their readers accept.
import { expect, test } from "vitest";
import { parseStored } from "../../../src/baseline/codec.ts";
import { remoteRun, remoteText } from "../../../src/github/runner/remote-text.ts";
import { documentOf, mainRun } from "../../support/fake-github/main-history.ts";

const document = documentOf(mainRun(1), mainRun(2));
const recordsIn = (text: string) => JSON.parse(text).workloads["chat-short"].newest.records;

test("raw records stay as long as they fit", () => {
  const text = remoteText(document, 1_000_000);
  expect(recordsIn(text)).toHaveLength(20);
});

test("they are what goes first; the history stays", () => {
  const text = remoteText(document, 10_000);
  expect(recordsIn(text)).toEqual([]);
  expect(JSON.parse(text).workloads["chat-short"].history).toHaveLength(2);
});

test("a run for later attempts holds no address and no answer, and can be read again", () => {
  const run = mainRun(1);
  const { endpoint, environment, tool, createdAt, attempt } = run;
  const leg = { name: "a", endpoint, environment, tool, createdAt, attempt };
  const workloads = run.workloads.map((one) => ({
    ...one,
    leg,
    duet: { endpoint, first: [], rounds: [], base: one },
    records: one.records.map((record) => ({ ...record, text: "the answer" })),
  }));
  const text = remoteRun({ ...run, workloads }, 1_000_000);
  expect(text).not.toContain(endpoint);
  expect(text).not.toContain("the answer");
  const parsed = parseStored(text);
  expect(parsed.kind === "run" && parsed.run.workloads[0]?.records).toHaveLength(20);
  expect(JSON.parse(remoteRun({ ...run, workloads }, 10_000)).workloads[0].records).toEqual([]);
});
