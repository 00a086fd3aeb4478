// Thin: what a job that was cut short has too few requests for is not remembered; main would look noisier than it is.
import type { HistoryRecord } from "../../baseline/history.ts";
import { cells } from "../../metrics/catalog.ts";
import { cellsOf } from "../../metrics/cells.ts";
import type { Run, WorkloadRun } from "../../metrics/run.ts";
import { type Warning, warning } from "../../warning.ts";
import { requestsNeeded } from "../cells/cases.ts";
import { cellName } from "../words.ts";

/** How many requests each cell would have had: as planned, or where a duration bounds the load, as in the job before. */
export interface Whole {
  readonly planned: number | null;
  readonly before: HistoryRecord | undefined;
}

type Cells = HistoryRecord["cells"];

/** Of a whole job's requests, where even those are too few. */
const enoughShare = 0.5;

/** A workload that never has enough is remembered as it is: it is the same for every job. */
function isThin(id: string, n: number, { planned, before }: Whole): boolean {
  const cell = cells.get(id);
  if (!cell) return false;
  const needed = requestsNeeded(cell, true);
  const whole = planned ?? before?.cells[id]?.n ?? n;
  return n < needed && (whole >= needed || n < enoughShare * whole);
}

function kept(given: Cells, whole: Whole): Cells {
  return Object.fromEntries(Object.entries(given).filter(([id, { n }]) => !isThin(id, n, whole)));
}

export function withoutThin(record: HistoryRecord, whole: Whole): HistoryRecord {
  const { confirmation } = record;
  const again = confirmation ? { confirmation: kept(confirmation, whole) } : {};
  return { ...record, cells: kept(record.cells, whole), ...again };
}

function thinWarning({ name, counts }: WorkloadRun, left: readonly string[]): Warning {
  const message = `${name}: main does not remember ${left.join(", ")} of this job, as ${counts.completed} requests are too few for it.`;
  return warning("not-remembered", message);
}

/** What is missing in the records, by workload name, of what the run has a number for. */
export function thinWarnings(
  run: Run,
  records: ReadonlyMap<string, Pick<HistoryRecord, "cells">>,
): readonly Warning[] {
  return run.workloads.flatMap((workload) => {
    const remembered = records.get(workload.name)?.cells ?? {};
    const left = Object.keys(cellsOf(workload)).filter((id) => !(id in remembered));
    const names = left.flatMap((id) => cells.get(id) ?? []).map(cellName);
    return names.length === 0 ? [] : [thinWarning(workload, names)];
  });
}
