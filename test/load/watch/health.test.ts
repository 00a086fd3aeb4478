// The client notices when it was itself the one that was late.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { idlySpun, systemClock } from "../../../src/clock.ts";
import { watchHealth } from "../../../src/load/watch/health.ts";
import { micros, toMilliseconds } from "../../../src/time.ts";

function blockFor(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test("a blocked loop shows as lag, CPU time and utilization", async () => {
  const watch = watchHealth();
  await sleep(20);
  blockFor(120);
  await sleep(20);
  const reading = watch.read()!;
  expect(reading.lagMaxMs).toBeGreaterThan(100);
  expect(reading.lagP99Ms).toBeLessThanOrEqual(reading.lagMaxMs);
  expect(reading.cpuShare).toBeGreaterThan(0.1);
  expect(reading.eventLoopUtilization).toBeGreaterThan(0.3);
  expect(reading.eventLoopUtilization).toBeLessThanOrEqual(1);
});

test("collections are counted with their length", async () => {
  const watch = watchHealth();
  const kept: unknown[] = [];
  for (let round = 0; round < 40; round++) {
    kept.push(Array.from({ length: 20_000 }, (_, index) => ({ index })));
    if (kept.length > 5) kept.shift();
    await sleep(1);
  }
  const { gcPauses, gcMaxMs, gcTotalMs } = watch.read()!;
  expect(gcPauses).toBeGreaterThan(0);
  expect(gcMaxMs).toBeGreaterThan(0);
  expect(gcTotalMs).toBeGreaterThanOrEqual(gcMaxMs);
});

test("a watch too short for a sample has no reading rather than zeros", () => {
  expect(watchHealth().read()).toBeUndefined();
});

// An open loop of 1,000 requests/s spins nearly always, and was refused as saturated for it.
test("a loop that only spins until something is due is not busy", async () => {
  const [startedAt, before] = [performance.now(), idlySpun()];
  const watch = watchHealth();
  for (let nth = 0; nth < 50; nth += 1)
    await systemClock.sleepUntil(micros(systemClock.now() + 1_000));
  const { eventLoopUtilization } = watch.read()!;
  const idle = toMilliseconds(micros(idlySpun() - before)) / (performance.now() - startedAt);
  // How much of the time it is depends on the neighbours; what it was is not counted as use.
  expect(idle).toBeGreaterThan(0);
  expect(eventLoopUtilization).toBeLessThanOrEqual(1 - 0.9 * idle);
});
