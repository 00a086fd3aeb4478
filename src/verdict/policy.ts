// Policy: which cells gate, what each may change, and what each verdict does to the check.
import type { CellId } from "../metrics/catalog.ts";
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

export interface GatePolicy {
  /** Gating cells and their limits. */
  readonly cells: ReadonlyMap<CellId, CellLimit>;
  /** True where the user named the cells: one without a number is then never a pass. */
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
