// Documents on GitHub hold no answers' texts and keep within what their readers accept.
import { expect, test } from "vitest";
import { remoteText } from "../../../src/github/runner/remote-text.ts";
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
