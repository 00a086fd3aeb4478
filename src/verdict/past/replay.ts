// Replay: what the gate would have said of each past job of one workload, in order.
import type { HistoryRecord } from "../../baseline/history.ts";
import { faultsOfRecord, judgeRecord, type PastJob } from "../judge.ts";
import type { Verdict } from "../verdict.ts";
import { currentEpoch } from "./epochs.ts";
import { movedAgain, movedCells } from "./new-level.ts";

export interface Past extends Omit<PastJob, "record" | "history"> {
  /** Of one key, oldest first. */
  readonly records: readonly HistoryRecord[];
}

export interface PastVerdict {
  /** As main then holds it: marked where it starts an epoch. */
  readonly record: HistoryRecord;
  readonly verdict: Verdict;
  /** Earlier jobs of the epoch that it was compared with. */
  readonly jobs: number;
}

/**
 * Judges each job against those before it, of which no more than the policy keeps are looked at; invalid ones do not
 * enter. A job that moves as its predecessor did starts a new epoch for those after it, as it would have on main.
 */
export function* replay({ records, ...past }: Past): Generator<PastVerdict> {
  const { history: kept } = past.policy;
  let history: HistoryRecord[] = [];
  let moved: ReadonlySet<string> = new Set();
  for (const record of records) {
    const job: PastJob = { ...past, record, history };
    const verdict = judgeRecord(job);
    const jobs = currentEpoch(history, record.where).length;
    const held = movedAgain(job, moved) ? { ...record, newEpoch: true } : record;
    if (faultsOfRecord(record).length === 0) {
      history = [...history, held].slice(-kept);
      moved = movedCells(verdict);
    }
    yield { record: held, verdict, jobs };
  }
}
