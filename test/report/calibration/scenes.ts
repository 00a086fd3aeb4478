// Calibrations as the program makes them, of histories with a known scatter.
import type { HistoryRecord, PlacementDuet } from "../../../src/baseline/history.ts";
import type { CalibrationInput } from "../../../src/report/calibration/input.ts";
import { calibrationFrom } from "../../../src/verdict/calibration/calibration.ts";
import { duetCalibrations } from "../../../src/verdict/calibration/duets.ts";
import { aHistoryRecord, aPolicy } from "../../support/builders.ts";

const key = "a".repeat(64);
const levels = {
  "ttft.p50": 230,
  "ttft.p95": 412,
  "tpot.p50": 20.1,
  "tpot.p95": 21.4,
  "e2e.p95": 2950,
  output_throughput: 366,
};

/** Levels that no two jobs share: three up and down around the middle, `wild` cells by so many times as much. */
function job(index: number, wild: Readonly<Record<string, number>>, hours: number): HistoryRecord {
  const values = Object.entries(levels).map(([id, level]) => {
    const step = (((index * 3) % 7) - 3) / 300;
    return [id, level * (1 + step * (wild[id] ?? 1))] as const;
  });
  const time = new Date(Date.UTC(2026, 11, 1, 3) + index * hours * 3_600_000).toISOString();
  return aHistoryRecord(Object.fromEntries(values), { sha: `${index}`, time });
}

interface Scene extends Partial<CalibrationInput> {
  readonly jobs: number;
  readonly wild?: Readonly<Record<string, number>>;
  readonly hours?: number;
  /** Requests behind each value. */
  readonly n?: number;
  /** Standard error of each value within its job. */
  readonly w?: number;
}

function scene({
  jobs,
  wild = {},
  hours = 0.05,
  n = 300,
  w = 0.02,
  ...told
}: Scene): CalibrationInput {
  const records = Array.from({ length: jobs }, (_, index) => job(index, wild, hours)).map(
    (one) => ({
      ...one,
      err: { x: 0, n },
      cells: Object.fromEntries(
        Object.entries(one.cells).map(([id, cell]) => [id, { ...cell, n, w }]),
      ),
    }),
  );
  const series = { workload: "chat", key, records, openLoop: false };
  return {
    kind: "job",
    calibration: calibrationFrom(records.length > 0 ? [series] : [], aPolicy()),
    duets: [],
    asked: jobs,
    measured: jobs,
    invalid: [],
    source: "baseline.json",
    minHistory: 5,
    ...told,
  };
}

const played = (bias: number): PlacementDuet[] =>
  Array.from({ length: 6 }, (_, nth) => ({
    time: new Date(Date.UTC(2026, 11, 1, 3, 5 * nth)).toISOString(),
    key,
    where: "ubuntu-24.04/x64",
    cells: Object.fromEntries(
      Object.keys(levels).map((id, at) => [
        id,
        Array.from({ length: 10 }, (_, round) => {
          const shift = id === "tpot.p50" ? bias : 0;
          return (
            shift + (((nth * 5) % 6) - 2.5) / 300 + ((at + 1) * (((round * 7) % 10) - 4.5)) / 500
          );
        }),
      ]),
    ),
  }));

function duetScene(duets: PlacementDuet[]): CalibrationInput {
  const series = [{ workload: "chat", duets, openLoop: false }];
  const measured = duets.length;
  return {
    ...scene({ jobs: 0, asked: measured, measured, kind: "duet" }),
    duets: duetCalibrations(series, aPolicy(), 0.05),
  };
}

const lag = "chat: the client itself lagged by 5.3 ms (p99)";

export const calibrations: Readonly<Record<string, () => CalibrationInput>> = {
  quiet: () => scene({ jobs: 7 }),
  noisy: () => scene({ jobs: 7, wild: { "ttft.p95": 24, output_throughput: 12, "tpot.p95": 8 } }),
  "own-noise": () => scene({ jobs: 3, w: 0.1, wild: { "ttft.p95": 10, "e2e.p95": 10 } }),
  "few-jobs": () => scene({ jobs: 3, wild: { "ttft.p50": 8 } }),
  "few-requests": () => scene({ jobs: 7, n: 60 }),
  partly: () =>
    scene({
      jobs: 3,
      asked: 6,
      measured: 4,
      invalid: [{ nth: 2, because: [lag] }],
      stopped: "the budget does not last for another one",
      notRecorded: "the disk is full",
    }),
  "none-valid": () =>
    scene({
      jobs: 0,
      asked: 2,
      measured: 2,
      invalid: [1, 2].map((nth) => ({ nth, because: [lag] })),
    }),
  "in-rounds": () => duetScene(played(0)),
  "placed-unequally": () => duetScene(played(0.03).slice(0, 4)),
  "one-job": () => scene({ jobs: 1 }),
  "remembered-both": () => ({
    ...scene({ jobs: 3, hours: 24, asked: 0, measured: 0, wild: { "ttft.p50": 8 } }),
    duets: duetScene(played(0)).duets,
  }),
  remembered: () => scene({ jobs: 20, hours: 24, asked: 0, measured: 0 }),
};
