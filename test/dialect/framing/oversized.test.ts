// Events and documents that are too long to be parsed: no more than their beginning is ever made a text.
import { expect, test } from "vitest";
import { Arrivals } from "../../../src/dialect/framing/arrivals.ts";
import { wholeJson } from "../../../src/dialect/framing/json.ts";
import { ndjsonEvents } from "../../../src/dialect/framing/ndjson.ts";
import { sseEvents } from "../../../src/dialect/framing/sse.ts";
import { maxEventBytes } from "../../../src/dialect/framing/wire-event.ts";
import { micros } from "../../../src/time.ts";
import { told, transcriptOf } from "../wire.ts";

type Framing = typeof sseEvents;

function lengths(framing: Framing, text: string): unknown[] {
  const { body, reads } = transcriptOf([text]);
  return [...framing(body, new Arrivals(reads, micros(0)))].map(({ data, oversized }) => [
    data.length <= maxEventBytes + 1,
    oversized,
  ]);
}

const most = "x".repeat(maxEventBytes - "data: ".length);
const half = `data: ${"x".repeat(maxEventBytes / 2)}\n`;

test.each<[string, Framing, string, boolean]>([
  ["an event of the longest line", sseEvents, `data: ${most}\n\n`, false],
  ["an event of a line one longer", sseEvents, `data: ${most}x\n\n`, true],
  ["an event of many lines", sseEvents, `${half}${half}${half}${half}\n`, true],
  ["an event that nothing closed", sseEvents, `data: ${most}x`, true],
  ["a bare object", sseEvents, `{${most}${most}}\n`, true],
  ["a line of NDJSON", ndjsonEvents, `${most}${most}\n`, true],
  ["a short line of NDJSON", ndjsonEvents, `${most}\n`, false],
])("%s is measured", (_, framing, text, oversized) => {
  expect(lengths(framing, text)).toEqual([[true, oversized]]);
});

test("the event after one that is too long is its own", () => {
  expect(lengths(sseEvents, `data: ${most}x\n\ndata: y\n\n`)).toEqual([
    [true, true],
    [true, false],
  ]);
});

test("a whole document is parsed up to the same length", () => {
  const whole = (text: string) => wholeJson(Buffer.from(text), new Arrivals([], micros(0)));
  expect(whole(JSON.stringify("x".repeat(maxEventBytes - 2)))).toBeDefined();
  expect(whole(JSON.stringify("x".repeat(maxEventBytes - 1)))).toBeUndefined();
});

test("an answer with such an event is a bad response, even if it could be parsed", () => {
  const event = `data: {"choices":[],"filler":"${most}"}\n\n`;
  expect(told([event])).toMatchObject({
    failure: "bad_response",
    detail: "an event is longer than 1 MiB",
  });
  const document = `{"choices":[{"message":{"content":"${most}"},"finish_reason":"stop"}]}`;
  expect(told([document])).toMatchObject({ failure: "bad_response" });
});
