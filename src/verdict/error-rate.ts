// The error rate's row: shares of failed requests, compared in points.
import type { HistoryRecord } from "../baseline/history.ts";
import { metric } from "../metrics/catalog.ts";
import type { Subject } from "./cases.ts";
import { currentEpoch } from "./epochs.ts";
import { defaultLimit, type GatePolicy } from "./policy.ts";
import type { Comparison } from "./verdict.ts";

const id = "error_rate";
const cell = { id, metric: metric(id), statistic: undefined };
/** Fewer failures are never called a rise. */
const fewest = 3;

type Ruling = Pick<Comparison, "finding" | "reason" | "note">;

/** Undefined where nothing was attempted. A rise beyond the limit is not yet tested for significance, so it warns. */
export function errorRateOf(subject: Subject, policy: GatePolicy): Comparison | undefined {
  const { x, n } = subject.candidate.err;
  if (n === 0) return undefined;
  const limit = policy.cells.get(id) ?? defaultLimit(cell);
  const epoch = currentEpoch(subject.history, subject.candidate.where);
  const baseline = pooledShare(epoch);
  return {
    workload: subject.workload,
    cell,
    gating: policy.cells.has(id),
    ...rulingOf(subject, baseline, limit.maxChange),
    candidate: x / n,
    ...(baseline !== undefined && { baseline, change: x / n - baseline }),
    limit: limit.maxChange,
    jobs: epoch.length,
    n,
    smallSlowdownLikely: false,
  };
}

function pooledShare(epoch: readonly HistoryRecord[]): number | undefined {
  const failed = epoch.reduce((sum, { err }) => sum + err.x, 0);
  const attempted = epoch.reduce((sum, { err }) => sum + err.n, 0);
  return attempted === 0 ? undefined : failed / attempted;
}

function rulingOf(subject: Subject, baseline: number | undefined, maxChange: number): Ruling {
  const { x, n } = subject.candidate.err;
  if (baseline === undefined) {
    const reason = subject.history.length === 0 ? "no-baseline" : "environment-changed";
    return { finding: "inconclusive", reason };
  }
  if (x / n - baseline <= maxChange + 1e-9 || x < fewest) return { finding: "unchanged" };
  const note = "rose by more than its limit; whether by chance was not tested";
  return { finding: "inconclusive", reason: "exceeds-within-noise", note };
}
