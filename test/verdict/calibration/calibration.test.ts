// What main's jobs say of a set-up: how much they differ, what a gate would see, how often it would have erred.
import { expect, test } from "vitest";
import type { HistoryRecord } from "../../../src/baseline/history.ts";
import { type Calibration, calibrationFrom } from "../../../src/verdict/calibration/calibration.ts";
import { expectClose } from "../../stats/close.ts";
import vectors from "../../stats/vectors.json" with { type: "json" };
import { aHistoryRecord, aPolicy } from "../../support/builders.ts";

const key = "a".repeat(64);

function calibrated(records: readonly HistoryRecord[], overrides = {}): Calibration {
  const series = { workload: "chat", key, records, openLoop: false };
  return calibrationFrom([series], aPolicy(overrides));
}

const only = ({ workloads }: Calibration) => workloads[0]!;
const cellIn = (found: Calibration, id: string) =>
  only(found).cells.find(({ cell }) => cell.id === id);

/** The logs of one cell as jobs. */
function jobsOf(logs: readonly number[], w = 0.02, overrides: Partial<HistoryRecord> = {}) {
  return logs.map((y, index) =>
    aHistoryRecord({}, { cells: { "ttft.p50": { y, w, n: 300 } }, sha: `${index}`, ...overrides }),
  );
}

test("the smallest change of each cell is the one that the reference states for the next job", () => {
  const given = vectors.decide.cells;
  const records = given[0]!.hist.map((_, job) => {
    const cells = given.map(({ name, hist, w }) => [name, { y: hist[job]!, w, n: 300 }] as const);
    return aHistoryRecord({}, { cells: Object.fromEntries(cells) });
  });
  const found = calibrated(records);
  expect(found.alpha).toBe(0.05);
  for (const { name, mde, mu, theta } of vectors.decide.out) {
    const cell = cellIn(found, name);
    expectClose(cell?.mde, mde);
    expectClose(cell?.theta, theta);
    expectClose(cell?.level, Math.exp(name === "output_throughput" ? -mu : mu));
    // 35.8 % in TTFT p95 is over twice 15 %; the others are below 2·ln 1.1 = 21 % and 2·ln 1.15 = 32 %.
    expect([name, cell?.enough]).toEqual([name, name !== "ttft.p95"]);
  }
});

test("how much jobs differ is told without what is assumed, and beside it what one job cannot know", () => {
  // About 5.3: ±.01, ±.02, 0 → SS = .001, df = 4
  const found = calibrated(jobsOf([5.31, 5.29, 5.32, 5.28, 5.3], 0.006));
  expect(cellIn(found, "ttft.p50")?.between).toBeCloseTo(Math.sqrt(0.001 / 4), 9);
  expect(cellIn(found, "ttft.p50")?.within).toBeCloseTo(0.006, 12);
});

test("a rate's error within a job is an assumption, and is not shown as measured", () => {
  const found = calibrated(
    Array.from({ length: 6 }, () => aHistoryRecord({ output_throughput: 9 })),
  );
  expect(cellIn(found, "output_throughput")).toMatchObject({ between: 0 });
  expect(cellIn(found, "output_throughput")?.level).toBeCloseTo(9, 9);
  expect(cellIn(found, "output_throughput")).not.toHaveProperty("within");
});

/** 200 ms by a percent up and down. */
const calm = [0.01, -0.01, 0, 0.01, -0.01, 0, 0.01, -0.01, 0].map((d) => Math.log(200) + d);

test("one job of ten stands off: it is the one false alarm", () => {
  const found = calibrated(jobsOf([...calm.slice(0, 4), Math.log(300), ...calm.slice(4)]));
  const { jobs, red, atMost, cells } = only(found).leaveOneOut;
  expect([jobs, red, [...cells]]).toEqual([10, 1, [["ttft.p50", 1]]]);
  // P(Bin(10, p) ≤ 1) = .05: (1 − p)^10 + 10 p (1 − p)^9 at p = .3942 is .0500
  expect(atMost).toBeCloseTo(0.3942, 4);
});

test("leaving one out of just enough jobs does not make their requests too few", () => {
  // Without five jobs of history a p95 wants 200 requests, with them 100.
  const cells = { "ttft.p95": { y: 6, w: 0.02, n: 100 } };
  const records = Array.from({ length: 5 }, () => aHistoryRecord({}, { cells }));
  expect(only(calibrated(records)).leaveOneOut).toMatchObject({ jobs: 5, red: 0, unsure: 0 });
});

test("no red among five jobs leaves room for many", () => {
  const { red, atMost } = only(calibrated(jobsOf(calm.slice(0, 5)))).leaveOneOut;
  // (1 − p)^5 = .05
  expect([red, atMost]).toEqual([0, expect.closeTo(1 - 0.05 ** 0.2, 9)]);
});

/** By fifteen per cent. */
const wild = calm.map((y) => Math.log(200) + 15 * (y - Math.log(200)));

test("leaving out the job that starts the epoch does not mix the levels", () => {
  const [first, ...rest] = jobsOf(calm.slice(0, 4).map((y) => y + Math.log(1.5)));
  // Too few for the scan to part them: unmarked, 300 ms would stand off a mean of some 250.
  const before = jobsOf(calm.slice(0, 3));
  const found = calibrated([...before, { ...first!, newEpoch: true }, ...rest]);
  expect(only(found)).toMatchObject({ jobs: 4, leaveOneOut: { jobs: 4, red: 0, unsure: 0 } });
  // Three of the four logs are 0 and ±.01, the fourth .01: their mean is .0025 above ln 300.
  expect(cellIn(found, "ttft.p50")?.level).toBeCloseTo(300 * Math.exp(0.0025), 6);
});

test("two workloads of one job share the chances of a false alarm", () => {
  const series = ["a", "b"].map((workload) => ({
    workload,
    key,
    records: jobsOf(wild),
    openLoop: false,
  }));
  const mde = (count: number) => {
    const [first] = calibrationFrom(series.slice(0, count), aPolicy()).workloads;
    return first?.cells[0]?.mde ?? 0;
  };
  expect(mde(2)).toBeGreaterThan(mde(1));
});

test("too few requests are said with the number that it takes", () => {
  const cells = { "ttft.p95": { y: 6, w: 0.05, n: 60 } };
  const found = calibrated(Array.from({ length: 6 }, () => aHistoryRecord({}, { cells })));
  expect(cellIn(found, "ttft.p95")).toMatchObject({
    reason: "insufficient-samples",
    note: "needs 100 requests, had 60",
  });
  expect(cellIn(found, "ttft.p95")).not.toHaveProperty("mde");
});

test("what would see too little is told what would do, what sees enough is not", () => {
  expect(cellIn(calibrated(jobsOf(wild)), "ttft.p50")).toMatchObject({
    enough: false,
    remedy: { theta: expect.any(Number) },
  });
  expect(cellIn(calibrated(jobsOf(calm)), "ttft.p50")).not.toHaveProperty("remedy");
});

test("a single job shows its level, and nothing of how jobs differ", () => {
  const found = calibrated(jobsOf([Math.log(200)]));
  const cell = cellIn(found, "ttft.p50");
  expect(only(found).leaveOneOut).toMatchObject({ jobs: 0, red: 0, atMost: 1 });
  expect(cell?.level).toBeCloseTo(200, 9);
  expect(cell).not.toHaveProperty("between");
});

test("nothing remembered is no workload", () => {
  expect(calibrated([]).workloads).toEqual([]);
});

test("only as many jobs count as main keeps", () => {
  expect(only(calibrated(jobsOf(calm), { history: 5, minHistory: 5 })).jobs).toBe(5);
});
