// When main itself has moved: a job that stands off its history just as the one before it did.
import type { HistoryRecord } from "../../baseline/history.ts";
import { judgeRecord, type PastJob } from "../judge.ts";
import type { Verdict } from "../verdict.ts";
import { startsEpoch } from "./epochs.ts";

/** Gating cells that were called regressed or improved, each with its direction. */
export function movedCells({ workloads }: Verdict): ReadonlySet<string> {
  const compared = workloads.flatMap(({ comparisons }) => comparisons);
  const moved = compared.filter(
    ({ gating, finding }) => gating && (finding === "regressed" || finding === "improved"),
  );
  return new Set(moved.map(({ cell, finding }) => `${cell.id} ${finding}`));
}

/**
 * Whether this job starts a new epoch because it and its predecessor moved in the same cell and direction. Both are
 * held against the jobs before the predecessor: against the predecessor itself nothing moved any more.
 */
export function startsNewLevel(job: PastJob): boolean {
  const predecessor = job.history.at(-1);
  if (!predecessor) return false;
  const moved = movedCells(judgeRecord({ ...job, record: predecessor, history: before(job) }));
  return movedAgain(job, moved);
}

/** The same, where what the predecessor moved is known already. */
export function movedAgain(job: PastJob, moved: ReadonlySet<string>): boolean {
  if (moved.size === 0 || isMarked(job)) return false;
  const again = movedCells(judgeRecord({ ...job, history: before(job) }));
  return [...again].some((one) => moved.has(one));
}

function before({ history }: PastJob): readonly HistoryRecord[] {
  return history.slice(0, -1);
}

/** Either of the two starts an epoch anyway. */
function isMarked({ record, history }: PastJob): boolean {
  const [predecessor, earlier] = [history.at(-1), history.at(-2)];
  return !predecessor || startsEpoch(record, predecessor) || startsEpoch(predecessor, earlier);
}
