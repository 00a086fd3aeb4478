// A recording gives back what was put in, whatever the pieces, and finds markers across their borders.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Recording, RecordingPool } from "../../src/endpoint/arena.ts";
import { micros } from "../../src/time.ts";

/** Reads of several pieces each; the nth read arrives at n. */
function record(recording: Recording, reads: readonly (readonly Uint8Array[])[]): void {
  for (const [index, pieces] of reads.entries()) {
    recording.beginRead(micros(index));
    for (const piece of pieces) recording.append(piece);
  }
}

const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 3_000 }), { maxLength: 4 });

test("bytes, ends and stamps come back as they went in", () => {
  const recording = new Recording();
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 200 }), (reads) => {
      recording.clear();
      record(recording, reads);
      const { body, reads: recorded } = recording.copy();
      expect(Buffer.from(body).equals(Buffer.concat(reads.flat()))).toBe(true);
      const ends = reads.map((_, index) => Buffer.concat(reads.slice(0, index + 1).flat()).length);
      expect(recorded).toEqual(ends.map((end, at) => ({ end, at })));
    }),
    { numRuns: 50 },
  );
});

const marker = Buffer.from("\ndata: [DONE]");

/** Splits the text at the given places into reads of one piece. */
function check(text: string, cuts: readonly number[], expected: boolean) {
  const recording = new Recording();
  const places = [0, ...cuts, text.length];
  const parts = places.slice(1).map((end, index) => Buffer.from(text.slice(places[index], end)));
  record(
    recording,
    parts.map((part) => [part]),
  );
  expect(recording.lastReadCompletes([Buffer.from("nope"), marker])).toBe(expected);
}

test.each<[string, number[], boolean]>([
  ["data: x\n\ndata: [DONE]\n\n", [], true],
  ["data: x\n\ndata: [DONE]\n\n", [10], true],
  ["data: x\n\ndata: [DONE]\n\n", [9, 12, 16], true],
  ["data: x\n\ndata: [DONE", [10], false],
  // The marker was complete before the last read.
  ["data: x\n\ndata: [DONE]\n\n", [21], false],
  ["data: [DONE]", [], false],
])("%j cut at %j completes the marker: %s", check);

test("what an earlier response left behind is never found", () => {
  const recording = new Recording();
  record(recording, [[Buffer.from("data: x\n\ndata: [DONE]\n\n")]]);
  recording.clear();
  record(recording, [[Buffer.from("data: x\n")]]);
  expect(recording.lastReadCompletes([marker])).toBe(false);
});

test("a recording that grew huge is not kept", () => {
  const pool = new RecordingPool();
  const small = pool.take();
  pool.giveBack(small);
  expect(pool.take()).toBe(small);
  record(small, [[new Uint8Array(5 * 1024 * 1024)]]);
  pool.giveBack(small);
  expect(pool.take()).not.toBe(small);
});
