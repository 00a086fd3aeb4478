// What several watches saw is put together as if it had been one.
import { expect, test } from "vitest";
import { HealthTally } from "../../../src/load/watch/health-tally.ts";

const evenly = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, index) => from + ((index + 1) * (to - from)) / count);

const sample = {
  delays: { quantiles: evenly(1_000, 0, 1), count: 5_000 },
  delayMax: 1,
  pauses: [2, 1],
  cpuMs: 500,
  wallMs: 5_000,
  busyMs: 1_000,
};

test("one watch has its own p99", () => {
  const tally = new HealthTally();
  tally.add(sample);
  expect(tally.reading()).toMatchObject({ loopDelayP99Ms: 0.99, lagP99Ms: 0.99, lagMaxMs: 1 });
});

test("a short watch that lagged weighs as much as it was long", () => {
  const tally = new HealthTally();
  for (let round = 0; round < 9; round++) tally.add(sample);
  tally.add({
    ...sample,
    delays: { quantiles: evenly(1_000, 10, 20), count: 5_000 },
    delayMax: 21,
  });
  // 45,000 delays are at most 1 ms, 5,000 lie evenly between 10 and 20: the worst 500 are above 19.
  expect(tally.reading()?.loopDelayP99Ms).toBeCloseTo(19, 1);
  expect(tally.reading()?.lagMaxMs).toBe(21);
});

test("of the loop's delay a timer's rounding counts as no lag, where it is known how long reads waited", () => {
  const lagAfter = (wait: number, delays: number) => {
    const tally = new HealthTally();
    tally.turns.waits[wait * 100] = 1;
    tally.turns.reads[1] = 1;
    tally.add({ ...sample, delays: { quantiles: [delays], count: 5_000 } });
    return tally.reading()?.lagP99Ms;
  };
  expect(lagAfter(0.25, 0.9)).toBe(0.25);
  expect(lagAfter(0.25, 3)).toBe(2);
  expect(lagAfter(2.5, 3)).toBe(2.5);
});

test("one late delay in many watches is no p99", () => {
  const tally = new HealthTally();
  for (let round = 0; round < 10; round++) tally.add(sample);
  tally.add({ ...sample, delays: { quantiles: [50], count: 20 }, delayMax: 50 });
  expect(tally.reading()?.loopDelayP99Ms).toBeLessThanOrEqual(1);
});

test("times add up, and shares are of all of them", () => {
  const tally = new HealthTally();
  tally.add(sample);
  tally.add({ ...sample, cpuMs: 0, wallMs: 15_000, busyMs: 9_000, pauses: [7] });
  expect(tally.reading()).toMatchObject({
    gcPauses: 3,
    gcMaxMs: 7,
    gcTotalMs: 10,
    cpuShare: 0.025,
    eventLoopUtilization: 0.5,
  });
});

test("a watch without a sample adds nothing, and nothing is no reading", () => {
  const tally = new HealthTally();
  tally.add({ ...sample, delays: { quantiles: [], count: 0 } });
  expect(tally.reading()).toBeUndefined();
});

// The run's file was refused for a share of 1.0001.
test("a loop that was always busy is not busier than that", () => {
  const tally = new HealthTally();
  tally.add({ ...sample, busyMs: 5_001 });
  expect(tally.reading()?.eventLoopUtilization).toBe(1);
});
