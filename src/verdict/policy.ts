// Policy: which cells gate, what each may change, and what each verdict does to the check.
import {
  type Cell,
  type CellId,
  cells,
  isFailureShare,
  type MetricId,
  type Statistic,
} from "../metrics/catalog.ts";
import type { VerdictKind } from "./verdict.ts";

/** What one cell may do. Shares are fractions; absolutes are in the metric's unit (ms, tokens/s, share). */
export interface CellLimit {
  /** Lower is better: may grow by this share. Higher is better: may fall by it. */
  readonly maxChange: number;
  /** Smaller absolute changes never fail. */
  readonly minChange: number;
  /** Absolute bounds that need no baseline. */
  readonly max?: number;
  readonly min?: number;
}

/**
 * What it takes: `effect`, a change beyond its limit that noise cannot explain; `strict`, one whose confidence bound is
 * beyond the limit too; `equivalence`, as `effect`, and what is not proven to be within its limit is no pass either.
 */
export type Rule = "effect" | "strict" | "equivalence";

export interface GatePolicy {
  readonly rule: Rule;
  /** Gating cells and their limits. */
  readonly cells: ReadonlyMap<CellId, CellLimit>;
  /** Cells that the user named: one without a number is never a pass. */
  readonly named: ReadonlySet<CellId>;
  readonly alpha: number;
  /** Re-measurements that a regression must survive: 0 or 1. */
  readonly confirm: number;
  /** Main jobs kept and compared with. */
  readonly history: number;
  /** Jobs below which only gross changes can be found. */
  readonly minHistory: number;
  readonly assumedRunCv: number;
  readonly onRegression: "fail" | "warn";
  readonly onInconclusive: "pass" | "fail";
  readonly onNoBaseline: "pass" | "fail";
}

const shareByStatistic: Readonly<Record<Statistic, number>> = {
  mean: 0.1,
  p50: 0.1,
  p90: 0.15,
  p95: 0.15,
  p99: 0.25,
};
/** Deployment rates. */
const shareOfRates = 0.1;
/** Shares of failures are compared in points: 0.5 of them. */
const errorPoints = 0.005;

/** Smaller differences in ms are below what anybody feels or a runner can tell. */
const smallestChange: Readonly<Partial<Record<MetricId, number>>> = {
  ttft: 2,
  ttfvt: 2,
  e2e: 2,
  tpot: 0.2,
  itl: 0.2,
};

/** What a cell may change where the user said nothing of it; also how the cells that do not gate are shown. */
export function defaultLimit({ metric, statistic }: Cell): CellLimit {
  const minChange = smallestChange[metric.id] ?? 0;
  if (isFailureShare(metric)) return { maxChange: errorPoints, minChange };
  return { maxChange: statistic ? shareByStatistic[statistic] : shareOfRates, minChange };
}

const gatedByDefault: readonly CellId[] = [
  "ttft.p50",
  "ttft.p95",
  "tpot.p50",
  "tpot.p95",
  "e2e.p95",
  "output_throughput",
  "error_rate",
  "rejection_rate",
];

function defaultCells(): ReadonlyMap<CellId, CellLimit> {
  const gated = gatedByDefault.flatMap((id) => cells.get(id) ?? []);
  return new Map(gated.map((cell) => [cell.id, defaultLimit(cell)]));
}

export const defaultPolicy: GatePolicy = {
  rule: "effect",
  cells: defaultCells(),
  named: new Set(),
  alpha: 0.05,
  confirm: 1,
  history: 30,
  minHistory: 5,
  assumedRunCv: 0.04,
  onRegression: "fail",
  onInconclusive: "pass",
  onNoBaseline: "pass",
};

/** Green 0, red 1, invalid 3: the one place where a verdict becomes an exit code. */
export function exitCodeOf(
  kind: VerdictKind,
  policy: Pick<GatePolicy, "onRegression" | "onInconclusive" | "onNoBaseline">,
): number {
  switch (kind) {
    case "passed":
    case "accepted":
    case "skipped":
      return 0;
    case "regressed":
      return policy.onRegression === "fail" ? 1 : 0;
    case "inconclusive":
      return policy.onInconclusive === "fail" ? 1 : 0;
    case "no-baseline":
      return policy.onNoBaseline === "fail" ? 1 : 0;
    case "invalid":
      return 3;
  }
}
