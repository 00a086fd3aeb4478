// Epochs of a history: stretches of jobs that measured the same level on the same ground.
import type { HistoryRecord } from "../../baseline/history.ts";
import type { CellId } from "../../metrics/catalog.ts";
import { levelsOf, riseOf } from "../../stats/change-point.ts";

/** A marked one starts where a record says so, with another epoch number, and where the place changes. */
export function startsEpoch(record: HistoryRecord, previous: HistoryRecord | undefined): boolean {
  if (!previous || record.newEpoch) return true;
  return record.epoch !== previous.epoch || record.where !== previous.where;
}

/** As marked, for all cells: oldest first, none empty; the last one is the current epoch. */
export function epochsOf(history: readonly HistoryRecord[]): readonly HistoryRecord[][] {
  const epochs: HistoryRecord[][] = [];
  for (const [index, record] of history.entries()) {
    if (startsEpoch(record, history[index - 1])) epochs.push([]);
    epochs.at(-1)?.push(record);
  }
  return epochs;
}

/**
 * One cell's logs by epoch, without the epochs that lack it; a shift that nobody marked parts an epoch in two.
 * Undefined where the current one lacks the cell: its level is unknown then, whatever came before.
 */
export function logsOf(
  epochs: readonly (readonly HistoryRecord[])[],
  id: CellId,
): readonly (readonly number[])[] | undefined {
  const logs = epochs.map((epoch) => epoch.flatMap(({ cells }) => cells[id]?.y ?? []));
  if (!logs.at(-1)?.length) return undefined;
  return logs.filter((epoch) => epoch.length > 0).flatMap(levelsOf);
}

export interface Drift {
  /** Log difference between the newest third of the jobs and the oldest, worse = positive. */
  readonly by: number;
  /** Jobs over which it came about. */
  readonly jobs: number;
}

/** Only a note hangs on it. */
const driftAlpha = 0.02;

/** How far one cell's level has risen within the current epoch, so that nobody accepted it; undefined if not surely. */
export function driftOf(
  epochs: readonly (readonly HistoryRecord[])[],
  id: CellId,
): Drift | undefined {
  const logs = epochs.at(-1)?.flatMap(({ cells }) => cells[id]?.y ?? []) ?? [];
  const rise = riseOf(logs);
  return rise && rise.p <= driftAlpha ? { by: rise.by, jobs: logs.length } : undefined;
}

/** The jobs that a candidate measured at `where` is compared with; none where main was measured elsewhere. */
export function currentEpoch(
  history: readonly HistoryRecord[],
  where: string,
): readonly HistoryRecord[] {
  const current = epochsOf(history).at(-1) ?? [];
  return current.at(-1)?.where === where ? current : [];
}
