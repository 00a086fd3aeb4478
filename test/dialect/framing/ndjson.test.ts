import { expect, it } from "vitest";
import { Arrivals } from "../../../src/dialect/framing/arrivals.ts";
import { ndjsonEvents } from "../../../src/dialect/framing/ndjson.ts";
import { micros } from "../../../src/time.ts";
import { readAt, transcriptOf } from "../wire.ts";

function linesOf(...chunks: string[]): unknown[] {
  const { body, reads } = transcriptOf(chunks);
  return [...ndjsonEvents(body, new Arrivals(reads, micros(-1)))].map(({ at, data, framed }) => [
    data,
    readAt(at),
    framed,
  ]);
}

it("gives a line when its end arrives, though lines and reads do not match", () => {
  expect(linesOf('{"a"', ':1}\n{"b":2}\n{"c"', ":3}\n")).toEqual([
    ['{"a":1}', 1, true],
    ['{"b":2}', 1, true],
    ['{"c":3}', 2, true],
  ]);
});

it("leaves blank lines out and takes CRLF", () => {
  expect(linesOf('\r\n{"a":1}\r\n\n\r\n')).toEqual([['{"a":1}', 0, true]]);
});

it("marks a last line that nothing ended", () => {
  expect(linesOf('{"a":1}\n{"b"')).toEqual([
    ['{"a":1}', 0, true],
    ['{"b"', 0, false],
  ]);
});
