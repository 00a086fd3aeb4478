// Leave one out: every job judged against the others, as if nothing of it were known; all that is red is a false alarm.
import type { HistoryRecord } from "../../baseline/history.ts";
import type { CellId } from "../../metrics/catalog.ts";
import { exactBounds } from "../../stats/comparisons/proportion.ts";
import { judgeRecord } from "../judge.ts";
import type { GatePolicy } from "../policy.ts";
import type { Verdict } from "../verdict.ts";

export interface LeaveOneOut {
  /** Jobs that were judged; none where there is but one. */
  readonly jobs: number;
  /** Of them called regressed. */
  readonly red: number;
  /** The most that the true share of them may be, with 95 % confidence. */
  readonly atMost: number;
  /** Called inconclusive. */
  readonly unsure: number;
  /** How often each cell was called regressed. */
  readonly cells: ReadonlyMap<CellId, number>;
}

export interface Jobs {
  readonly workload: string;
  readonly openLoop: boolean;
  /** Oldest first, none empty; the last one is judged. */
  readonly epochs: readonly (readonly HistoryRecord[])[];
}

/** One-sided. */
const confidence = 0.95;

/** A job without a second measurement of its own is judged at the stricter α of one that has none. */
export function leaveOneOut(jobs: Jobs, policy: GatePolicy): LeaveOneOut {
  const verdicts = verdictsOf(jobs, policy);
  const red = verdicts.filter(({ kind }) => kind === "regressed").length;
  const share = { x: red, n: verdicts.length };
  return {
    jobs: verdicts.length,
    red,
    atMost: verdicts.length === 0 ? 1 : exactBounds(share, 2 * confidence - 1).upper,
    unsure: verdicts.filter(({ kind }) => kind === "inconclusive").length,
    cells: countsOf(verdicts),
  };
}

/** One job fewer than the gate will have is no reason to ask for more requests. */
function verdictsOf({ workload: name, openLoop, epochs }: Jobs, given: GatePolicy): Verdict[] {
  const policy = { ...given, minHistory: given.minHistory - 1 };
  const earlier = epochs.slice(0, -1).flat();
  const current = epochs.at(-1) ?? [];
  if (current.length < 2) return [];
  return current.map((record, index) => {
    const history = [...earlier, ...asEpoch(current.toSpliced(index, 1))];
    return judgeRecord({ name, openLoop, policy, record, history });
  });
}

/** The mark of an epoch is on its first job, which may be the one that is left out. */
function asEpoch([first, ...rest]: readonly HistoryRecord[]): HistoryRecord[] {
  return first ? [{ ...first, newEpoch: true }, ...rest] : [];
}

function countsOf(verdicts: readonly Verdict[]): ReadonlyMap<CellId, number> {
  const regressed = verdicts.flatMap(({ workloads }) =>
    workloads.flatMap(({ comparisons }) =>
      comparisons
        .filter(({ gating, finding }) => gating && finding === "regressed")
        .map(({ cell }) => cell.id),
    ),
  );
  return new Map([...Map.groupBy(regressed, (id) => id)].map(([id, all]) => [id, all.length]));
}
