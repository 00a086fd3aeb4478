// A first tenth that is unlike the rest is told, once, and nothing that merely scatters is.
import { expect, test } from "vitest";
import { steadinessWarnings } from "../../../src/metrics/run/steadiness.ts";
import { isCompleted } from "../../../src/metrics/values/window.ts";
import { randomFrom } from "../../../src/stats/random.ts";
import type { Load } from "../../../src/workload/workload.ts";
import { digested } from "../../support/measured.ts";
import { aCompleted } from "../../support/records.ts";

const open: Load = { kind: "open", arrival: "constant", ratePerSecond: 10, maxInFlight: 100 };
const closed = (concurrency: number): Load => ({ kind: "closed", concurrency });

interface Course {
  n?: number;
  load?: Load;
  /** TTFT and time per token of each request, ms. */
  ttft?: (id: number) => number;
  tpot?: (id: number) => number;
  streamed?: boolean;
}

function told({
  n = 300,
  load = open,
  ttft = () => 200,
  tpot = () => 20,
  streamed = true,
}: Course) {
  const records = Array.from({ length: n }, (_, id) => {
    const output = [0, 1, 2, 3, 4].map((k) => ttft(id) + k * tpot(id));
    return aCompleted({ id, start: 100 * id, output, tokens: 5, streamed });
  });
  return steadinessWarnings(digested(records).filter(isCompleted), load).map((one) => one.message);
}

/** Scatter of ±20 %, fixed by the seed. */
function scattered(seed: number, value: number): (id: number) => number {
  const random = randomFrom(seed);
  const values = Array.from({ length: 2_000 }, () => value * (0.8 + 0.4 * random()));
  return (id) => values[id] ?? value;
}

test("a start that is slower is told with its medians", () => {
  const ttft = (id: number) => (id < 30 ? 300 : 200);
  expect(told({ ttft })).toEqual([
    "the endpoint was not steady when the measurement began: TTFT p50 300.0 ms in the first 30 requests and 200.0 ms after them; a longer warm-up may help",
  ]);
});

test("one that is faster is no less unlike the rest", () => {
  expect(told({ ttft: (id) => (id < 30 ? 100 : 200) })).toHaveLength(1);
});

test("the pace may trend alone, and both are told in one warning", () => {
  const tpot = (id: number) => (id < 30 ? 30 : 20);
  expect(told({ tpot })[0]).toContain("TPOT p50 30.0 ms in the first 30 requests and 20.0 ms");
  expect(told({ tpot, ttft: (id) => (id < 30 ? 300 : 200) })[0]).toMatch(/TTFT.*, TPOT/);
});

test("an answer that is not streamed has its whole time looked at", () => {
  expect(told({ streamed: false, ttft: (id) => (id < 30 ? 300 : 200) })[0]).toContain("E2E p50");
});

test("steady scatter is not told, in 200 runs of it", () => {
  const alarms = Array.from({ length: 200 }, (_, seed) =>
    told({ ttft: scattered(seed, 200), tpot: scattered(seed + 1_000, 20) }),
  ).flat();
  expect(alarms).toEqual([]);
});

test("a difference that is sure but of no account is not told", () => {
  expect(told({ ttft: (id) => (id < 30 ? 208 : 200) })).toEqual([]);
});

test("a closed loop's opening, where all start at once, is left out", () => {
  const ttft = (id: number) => (id < 32 ? 900 : 200);
  expect(told({ load: closed(32), ttft })).toEqual([]);
  expect(told({ load: closed(8), ttft })).toHaveLength(1);
});

test.each([
  ["fewer than ten in the tenth", { n: 99, load: open }],
  ["an opening that leaves too few", { n: 100, load: closed(41) }],
])("%s say nothing", (_, course) => {
  expect(told({ ...course, ttft: (id) => (id < 50 ? 900 : 200) })).toEqual([]);
});
