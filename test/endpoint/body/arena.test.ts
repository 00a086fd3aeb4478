// A recording gives back what was put in, whatever the pieces, and finds markers across their borders.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Recording, RecordingPool, Room } from "../../../src/endpoint/body/arena.ts";
import { micros } from "../../../src/time.ts";

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
      const { body, reads: recorded } = recording.take();
      expect(Buffer.from(body).equals(Buffer.concat(reads.flat()))).toBe(true);
      const ends = reads.map((_, index) => Buffer.concat(reads.slice(0, index + 1).flat()).length);
      expect(recorded).toEqual(ends.map((end, at) => ({ end, at })));
    }),
    { numRuns: 50 },
  );
});

const marker = Buffer.from("\ndata: [DONE]");

/** Splits the text at the given places into reads of one piece. */
function recorded(text: string, cuts: readonly number[]): Recording {
  const recording = new Recording();
  const places = [0, ...cuts, text.length];
  const parts = places.slice(1).map((end, index) => Buffer.from(text.slice(places[index], end)));
  record(
    recording,
    parts.map((part) => [part]),
  );
  return recording;
}

test.each<[string, number[], number | undefined]>([
  ["data: x\n\ndata: [DONE]\n\n", [], 21],
  ["data: x\n\ndata: [DONE]\n\n", [10], 21],
  ["data: x\n\ndata: [DONE]\n\n", [9, 12, 16], 21],
  ["data: x\n\ndata: [DONE", [10], undefined],
  // The marker was complete before the last read.
  ["data: x\n\ndata: [DONE]\n\n", [21], undefined],
  ["data: [DONE]", [], undefined],
])("the last read of %j cut at %j completes the marker up to %j", (text, cuts, expected) => {
  const markers = [Buffer.from("nope"), marker];
  expect(recorded(text, cuts).completedByLastRead(markers)).toBe(expected);
});

test("what must follow a marker is looked for after it alone, over reads too", () => {
  const closer = [Buffer.from("}\n")];
  expect(recorded("{}\nend{", []).completedByLastRead(closer, 3)).toBeUndefined();
  expect(recorded("{}\nend{}\n", [4, 8]).completedByLastRead(closer, 6)).toBe(9);
});

test("what an earlier response left behind is never found", () => {
  const recording = new Recording();
  record(recording, [[Buffer.from("data: x\n\ndata: [DONE]\n\n")]]);
  recording.clear();
  record(recording, [[Buffer.from("data: x\n")]]);
  expect(recording.completedByLastRead([marker])).toBeUndefined();
});

test("a recording is used again, however huge it grew", () => {
  const pool = new RecordingPool();
  const recording = pool.take();
  record(recording, [[new Uint8Array(5 * 1024 * 1024).fill(1)]]);
  const { body } = recording.take();
  pool.giveBack(recording);
  expect(pool.take()).toBe(recording);
  record(recording, [[Buffer.from("small")]]);
  expect(Buffer.from(recording.take().body).toString()).toBe("small");
  expect(body.every((byte) => byte === 1)).toBe(true);
});

test("only the head of what cannot count is kept, with the read that brought its end", () => {
  const recording = new Recording();
  const read = new Uint8Array(40 * 1024).fill(7);
  record(recording, [[read], [read], [read]]);
  recording.keepHead();
  const { body, reads } = recording.take();
  expect(body.length).toBe(64 * 1024);
  expect(reads).toEqual([
    { end: 40 * 1024, at: 0 },
    { end: 64 * 1024, at: 1 },
  ]);
});

test("what is short is kept whole where only a head is", () => {
  const recording = new Recording();
  record(recording, [[Buffer.from("one")], [Buffer.from("two")]]);
  recording.keepHead();
  expect(recording.take().reads).toEqual([
    { end: 3, at: 0 },
    { end: 6, at: 1 },
  ]);
});

test("no recording grows beyond one response, nor all of them beyond their room", () => {
  const mebibyte = new Uint8Array(1024 * 1024);
  const fill = (recording: Recording) => {
    recording.beginRead(micros(0));
    let size = 0;
    while (recording.append(mebibyte)) size += 1;
    return size;
  };
  expect(fill(new Recording())).toBe(16);
  const pool = new RecordingPool(new Room(24 * 1024 * 1024));
  const [first, second, third] = [pool.take(), pool.take(), pool.take()];
  expect([fill(first), fill(second), fill(third)]).toEqual([16, 8, 0]);
  pool.giveBack(first);
  second.keepHead();
  // 16 MiB and 8 MiB less 64 KiB were given back.
  expect([fill(first), fill(third)]).toEqual([16, 7]);
});
