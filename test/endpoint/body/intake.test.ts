// What one body may be made of before no more of it is taken in.
import { expect, test } from "vitest";
import { systemClock } from "../../../src/clock.ts";
import { Recording } from "../../../src/endpoint/body/arena.ts";
import { maxReads } from "../../../src/endpoint/body/bounds.ts";
import { Intake, type IntakeParts } from "../../../src/endpoint/body/intake.ts";

function anIntake(status = 200, parts: Partial<IntakeParts> = {}): Intake {
  const intake = new Intake({
    clock: systemClock,
    recording: new Recording(),
    endMarkers: [],
    endClosers: undefined,
    onRead: undefined,
    onEndMarker: () => {},
    onProblem: () => {},
    ...parts,
  });
  intake.open(status, undefined);
  return intake;
}

/** Each a read of its own: between two reads the promises of the first are settled. */
async function take(intake: Intake, piece: Uint8Array): Promise<void> {
  intake.take(piece);
  await undefined;
}

test("a byte at a time is taken in up to a bound", async () => {
  const intake = anIntake();
  const byte = Buffer.from("x");
  for (let reads = 0; reads < maxReads; reads += 1) await take(intake, byte);
  expect(intake.problem).toBeUndefined();
  await take(intake, byte);
  expect(intake.problem).toBe("the response came in more than 262144 pieces");
  // Of what cannot count, the head alone is kept.
  expect(intake.result().body.length).toBe(64 * 1024);
});

test("of a failure's body the first 64 KiB are taken in, to the byte", async () => {
  const intake = anIntake(500);
  for (let reads = 0; reads < 3; reads += 1) await take(intake, Buffer.alloc(30_000, 1 + reads));
  const { body, reads } = intake.result();
  expect([body.length, body.at(-1), reads.length]).toEqual([65_536, 3, 3]);
});

test("the memory of a read is freed when the next one brings more, of all its pieces at once", async () => {
  const intake = anIntake();
  const [first, second] = [Buffer.allocUnsafeSlow(32), Buffer.allocUnsafeSlow(8)];
  intake.take(first.subarray(0, 16));
  await take(intake, first.subarray(16));
  expect(first.length).toBe(32);
  await take(intake, second);
  expect([first.length, second.length]).toEqual([0, 8]);
  expect(intake.result().body.length).toBe(40);
});

// Node's pool is shared by many small buffers: to free it threw, and would have ended the process.
test("memory that others use is never freed", async () => {
  const intake = anIntake();
  const pooled = Buffer.from("shared");
  await take(intake, pooled);
  await take(intake, Buffer.allocUnsafeSlow(3));
  expect(pooled.toString()).toBe("shared");
  expect(intake.result().body.length).toBe(9);
});

const done = Buffer.from("\ndata: [DONE]");

test.each<[string, number, readonly string[], boolean]>([
  ["an end marker is found before the keep-alives that came with it", 2_000, [], true],
  ["a marker far before the end of its read is left to the body's end", 2_048, [], false],
  ["a marker that opens the last event is found however long that is", 60_000, ["\n\n"], true],
])("%s", async (_, after, closers, found) => {
  const endClosers = closers.map((closer) => Buffer.from(closer));
  const intake = anIntake(200, { endMarkers: [done], endClosers });
  await take(intake, Buffer.from("data: 1\n".repeat(1_000)));
  await take(intake, Buffer.from(`data: 2\n${done}${" ".repeat(after)}\n\n`));
  expect(intake.markerAt !== undefined).toBe(found);
});
