// What one turn of the loop reads had arrived together; what waited longest in it waited for the others.
import { expect, test } from "vitest";
import { type LoopState, readingOf, TurnCounts, TurnWatch } from "../../../src/load/watch/turns.ts";
import { fromMilliseconds } from "../../../src/time.ts";

const turnOver = () => new Promise((resolve) => setImmediate(resolve));

/** A loop that took so many turns from one turn with reads to the next, and idled so long (ms) meanwhile. */
function loopOf({ turns, idle }: { turns: number; idle: number }): () => LoopState {
  let looks = 0;
  return () => {
    looks += 1;
    return { idle: fromMilliseconds(looks * idle), turns: looks * turns };
  };
}

const idle = { turns: 1, idle: 1_000 };

function watched(loop = idle): [TurnWatch, TurnCounts] {
  const watch = new TurnWatch(loopOf(loop));
  const counts = new TurnCounts();
  watch.countInto(counts);
  return [watch, counts];
}

/** One turn of the loop with reads at these instants, in ms. */
async function turn(watch: TurnWatch, stamps: readonly number[]): Promise<void> {
  for (const at of stamps) watch.noteRead(fromMilliseconds(at));
  await turnOver();
}

const evenly = (count: number, first: number, apart: number) =>
  Array.from({ length: count }, (_, index) => first + index * apart);

test("reads that come alone wait for nobody", async () => {
  const [watch, counts] = watched();
  for (const at of evenly(200, 0, 5)) await turn(watch, [at]);
  expect(readingOf(counts)).toEqual({ waitP99Ms: 0, readsTogether: 1 });
});

// Reads 10 ms apart, 1,000 of them, whose arrivals are evenly spread over what the loop did between them.
test.each([
  ["busy all the time in one turn", { turns: 1, idle: 0 }, 9.9],
  ["busy all the time in five turns", { turns: 5, idle: 0 }, 1.98],
  // Idle for 9 ms: a tenth of the arrivals falls into the other one, and a hundredth into its first tenth.
  ["busy for the last of ten milliseconds", { turns: 1, idle: 9 }, 0.9],
  ["idle all the time", { turns: 1, idle: 10 }, 0],
])("what arrives while the loop is %s waits", async (_, loop, expected) => {
  const [watch, counts] = watched(loop);
  for (const at of evenly(1_000, 0, 10)) await turn(watch, [at]);
  expect(Math.abs((readingOf(counts)?.waitP99Ms ?? Number.NaN) - expected)).toBeLessThanOrEqual(
    0.03,
  );
});

test("streams in step wait for each other", async () => {
  const [watch, counts] = watched();
  // 100 reads 0.03 ms apart: the last starts 2.97 ms after the first, and the 99 % of 1,000 lies at 2.97.
  for (const at of evenly(10, 0, 20)) await turn(watch, evenly(100, at, 0.03));
  const reading = readingOf(counts);
  expect(reading?.waitP99Ms).toBeGreaterThanOrEqual(2.93);
  expect(reading?.waitP99Ms).toBeLessThanOrEqual(2.97);
  expect(reading?.readsTogether).toBe(100);
});

test("the number together is that of most reads, not of most turns", async () => {
  const [watch, counts] = watched();
  for (const at of evenly(50, 0, 5)) await turn(watch, [at]);
  for (const at of evenly(2, 300, 20)) await turn(watch, evenly(60, at, 0.01));
  // 50 reads alone, 120 in turns of 60.
  expect(readingOf(counts)?.readsTogether).toBe(60);
});

test("a longer wait than it has buckets for is not forgotten", async () => {
  const [watch, counts] = watched();
  await turn(watch, [0, 500]);
  expect(readingOf(counts)?.waitP99Ms).toBeCloseTo(19.99, 6);
});

test("what is counted elsewhere from now on leaves what was counted as it is", async () => {
  const [watch, counts] = watched();
  await turn(watch, [0, 3]);
  const later = new TurnCounts();
  watch.countInto(later);
  expect(readingOf(later)).toBeUndefined();
  await turn(watch, [5]);
  expect(readingOf(later)).toEqual({ waitP99Ms: 0, readsTogether: 1 });
  expect(readingOf(counts)?.readsTogether).toBe(2);
});
