// The system clock's sleep: never over too early, over at once when it is no longer wanted.
import { expect, test } from "vitest";
import { systemClock } from "../src/clock.ts";
import { fromMilliseconds, fromSeconds, micros } from "../src/time.ts";

/** Below, at and above the milliseconds that a timer knows, and of no whole number of them. */
const durations = [0, 0.2, 0.999, 1, 1.5, 2, 2.001, 3.7, 5, 12.34].map(fromMilliseconds);

test("no sleep is over before its instant", async () => {
  for (const duration of [...durations, ...durations]) {
    const at = micros(systemClock.now() + duration);
    await systemClock.sleepUntil(at);
    expect(systemClock.now()).toBeGreaterThanOrEqual(at);
  }
});

test("an instant that has passed is not waited for", async () => {
  let turns = 0;
  const turn = setImmediate(() => {
    turns += 1;
  });
  await systemClock.sleepUntil(micros(systemClock.now() - 1));
  clearImmediate(turn);
  expect(turns).toBe(0);
});

test("a sleep that is aborted is over", async () => {
  const controller = new AbortController();
  const at = micros(systemClock.now() + fromSeconds(3_600));
  const sleeping = systemClock.sleepUntil(at, controller.signal);
  setImmediate(() => controller.abort());
  await sleeping;
  expect(systemClock.now()).toBeLessThan(at);
});

test("a sleep whose signal was aborted before is over at once", async () => {
  await systemClock.sleepUntil(micros(systemClock.now() + fromSeconds(3_600)), AbortSignal.abort());
});
