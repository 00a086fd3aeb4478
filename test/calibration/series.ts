// Labelled series of real builds, judged as the gate would have judged them.
import { readFileSync } from "node:fs";
import type { HistoryRecord } from "../../src/baseline/history.ts";
import { replay } from "../../src/verdict/past/replay.ts";
import { defaultPolicy, type GatePolicy } from "../../src/verdict/policy.ts";
import { recordOf } from "./trials.ts";

export interface Series {
  readonly series: string;
  readonly kind: string;
  /** Index of the first build after the labelled change, where there is one. */
  readonly slowerFrom?: number;
  /** Build, measurements, mean of their logarithms. */
  readonly builds: readonly (readonly [build: number, n: number, y: number])[];
}

export function readSeries(): readonly Series[] {
  const text = readFileSync(new URL("../data/sap-hana-2021.json", import.meta.url), "utf8");
  return JSON.parse(text).series;
}

/** One mean of a duration without a unit, so that no absolute difference is too small; a change of 5 % counts. */
const policy: GatePolicy = {
  ...defaultPolicy,
  cells: new Map([["e2e.mean", { maxChange: 0.05, minChange: 0 }]]),
};

export interface Replayed extends Series {
  /** Indices of the builds that would have been red. */
  readonly red: readonly number[];
  /** Builds from the change to its finding, 0 at once; undefined where it was not found or there is none. */
  readonly delay: number | undefined;
}

/** Each build is one job; the next one stands in for its second measurement. */
export function replayed(series: Series): Replayed {
  const { builds, slowerFrom = Number.POSITIVE_INFINITY } = series;
  const cells = builds.map(([, n, y]) => ({ "e2e.mean": { y, w: 0, n } }));
  const records = builds.map(([build], index): HistoryRecord => {
    const confirmation = cells[index + 1];
    return recordOf(cells[index] ?? {}, { sha: `${build}`, ...(confirmation && { confirmation }) });
  });
  const verdicts = [...replay({ name: series.series, records, policy })];
  const red = verdicts.flatMap(({ verdict }, index) =>
    verdict.kind === "regressed" ? [index] : [],
  );
  const found = red.find((index) => index >= slowerFrom);
  return { ...series, red, delay: found === undefined ? undefined : found - slowerFrom };
}
