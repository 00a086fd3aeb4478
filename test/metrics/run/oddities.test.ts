import { expect, test } from "vitest";
import type { Completed, RequestRecord } from "../../../src/metrics/record.ts";
import { answerWarnings } from "../../../src/metrics/run/oddities.ts";
import { digested } from "../../support/measured.ts";
import { aCompleted, aDropped, aFailed, anInterrupted } from "../../support/records.ts";

const odd = (...oddities: string[]): Completed => ({ ...aCompleted({ output: [1, 2] }), oddities });
const warningsOf = (records: readonly RequestRecord[]) => answerWarnings(digested(records));
const told = (records: readonly RequestRecord[]) =>
  warningsOf(records).map(({ code, message }) => `${code}: ${message}`);

test("usual answers are told nothing of", () => {
  expect(told([aCompleted({ output: [1, 2] }), aFailed(), aDropped()])).toEqual([]);
});

test("each oddity is told once, with how many answers it concerns", () => {
  const records = [odd("no_finish_reason"), odd("no_finish_reason", "malformed_event"), odd()];
  expect(told(records)).toEqual([
    "no-finish-reason: 2 of 3 answers gave no finish reason",
    "malformed-event: 1 of 3 answers held events that are not JSON, which were left out",
  ]);
});

test("an oddity that nobody has put into words is still told", () => {
  expect(told([odd("brand_new")])).toEqual(["brand-new: 1 of 1 answers were odd (brand_new)"]);
});

test("answers that came in one read are called buffered, a single piece is not", () => {
  const records = [aCompleted({ output: [9, 9, 9] }), aCompleted({ output: [9] })];
  expect(warningsOf(records)).toMatchObject([
    { code: "buffered", message: expect.stringMatching(/^1 of 2 answers came in one piece/) },
  ]);
});

test("requests that were sent again are counted, failed ones too", () => {
  const records = [{ ...aCompleted(), resent: true }, { ...aFailed(), resent: true }, aCompleted()];
  expect(warningsOf(records)).toMatchObject([
    { code: "resent", message: expect.stringMatching(/^2 of 3 requests/) },
  ]);
});

test("requests that were cut are told, since no figure shows them", () => {
  expect(told([aCompleted(), anInterrupted()])).toEqual([
    "interrupted: 1 of 2 requests were cut while they still ran; they are in no latency and no error rate",
  ]);
});

test("a fingerprint that changes midway is told", () => {
  const of = (fingerprint: string) => ({ ...aCompleted(), servedBy: { fingerprint } });
  expect(warningsOf([of("a"), of("a")])).toEqual([]);
  expect(warningsOf([of("a"), of("b")])).toMatchObject([{ code: "fingerprint-changed" }]);
});
