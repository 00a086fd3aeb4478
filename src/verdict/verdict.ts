// Verdict: the findings of all cells, and what they come to together.
import type { Cell } from "../metrics/catalog.ts";
import type { Warning } from "../warning.ts";

type Finding = "regressed" | "improved" | "unchanged" | "inconclusive";

export type InconclusiveReason =
  | "exceeds-within-noise"
  | "underpowered"
  /** Underpowered where the policy asks for proof that nothing got worse. */
  | "unproven"
  | "no-baseline"
  | "insufficient-samples"
  | "not-comparable"
  | "environment-changed"
  /** On this side only: shown, never a failure. */
  | "new"
  /** A declared cell that has no number here. */
  | "no-number";

/** A bound that needs no baseline. `over` the bound by noise's reach: neither broken nor kept. */
export interface AbsoluteFinding {
  readonly bound: "max" | "min";
  readonly limit: number;
  readonly finding: "broken" | "over-within-noise" | "kept" | "kept-unproven";
  /** Chance of as many requests beyond the bound if the bound were just kept; absent for a plain comparison. */
  readonly p?: number;
}

/** Values in the metric's own unit; `change`, `lower`, `upper`, `mde`, `limit` are shares, signed as people read them. */
export interface Comparison {
  readonly workload: string;
  readonly cell: Cell;
  /** Takes part in the verdict; the others are shown. */
  readonly gating: boolean;
  readonly finding: Finding;
  readonly reason?: InconclusiveReason;
  /** Why, in a sentence, where the reason alone does not say it ("needs 100 requests, had 60"). */
  readonly note?: string;
  readonly baseline?: number;
  readonly candidate?: number;
  readonly change?: number;
  readonly lower?: number;
  readonly upper?: number;
  /** The change allowed: +0.15 means 15 % more, −0.10 means 10 % less. */
  readonly limit?: number;
  /** Log-scale limit θ, worse = positive. */
  readonly theta?: number;
  readonly p?: number;
  readonly pHolm?: number;
  /** Of a duet: the share of all ways to flip its rounds' signs that look as bad; assumes nothing of the noise. */
  readonly pExact?: number;
  /** The smallest change for the worse that would be called regressed with 80 % power; e^x − 1, positive for rates too. */
  readonly mde?: number;
  /** History jobs of the current epoch, and requests behind the candidate's value. */
  readonly jobs: number;
  readonly n?: number;
  /** Set where it was looked at again: the value of the second measurement. */
  readonly confirmation?: number;
  /** Regressed but for a second measurement, which has not been made. */
  readonly awaitsConfirmation?: boolean;
  /** How the cell stands to its absolute bound, where it has one; a broken one is also a `regressed` finding. */
  readonly absolute?: AbsoluteFinding;
  /** A slowdown is likely, though within the limit (the interval excludes zero). */
  readonly smallSlowdownLikely: boolean;
}

/** The one list of them: formats that are read from outside are checked against it. */
export const verdictKinds = [
  "passed",
  "regressed",
  "accepted",
  "inconclusive",
  "no-baseline",
  "skipped",
  "invalid",
] as const;
export type VerdictKind = (typeof verdictKinds)[number];

/** Which recorded run of main served as the baseline. */
export interface HistoryIdentity {
  readonly kind: "history";
  readonly source: string;
  readonly sha: string;
  readonly time: string;
  /** Whether it is the run of the very commit that the change was made on. */
  readonly match: "exact" | "ancestor" | "approximate";
  /** Commits from it to the commit that the change was made on, by first parents, where that is known. */
  readonly distance?: number;
  /** Jobs of the current epoch behind the comparison. */
  readonly jobs: number;
}

/** A second endpoint, measured in the same job. */
export interface DuetIdentity {
  readonly kind: "duet";
  /** Scheme, host and path; empty where a report is told again and does not trust it. */
  readonly endpoint: string;
  readonly rounds: number;
  /** Main's duets with itself that tell what the placement makes of it; 0: assumed. */
  readonly placementDuets: number;
}

/** What the candidate was compared with. */
export type BaselineIdentity = HistoryIdentity | DuetIdentity;

/** Means over the requests, ms: e2e = waiting + pace + tail. */
export interface Parts {
  readonly e2e: number;
  /** Until the first output piece (TTFT). */
  readonly waiting: number;
  /** From the first to the last output piece, (N − 1)·TPOT. */
  readonly pace: number;
  /** From the last output piece to the end of the response. */
  readonly tail: number;
}

export interface Explanation {
  readonly before: Parts;
  readonly after: Parts;
  /** The part that moved most in the direction of e2e. */
  readonly moved: "waiting" | "pace" | "tail";
  readonly sentence: string;
}

/** One workload's part in the verdict. */
export interface WorkloadVerdict {
  readonly workload: string;
  readonly comparisons: readonly Comparison[];
  readonly baseline?: BaselineIdentity;
  /** Why nothing was compared, where nothing was. */
  readonly notCompared?: { readonly reason: InconclusiveReason; readonly message: string };
  /** Fewer history jobs than `min-history`: only gross changes can be found. */
  readonly calibrating?: { readonly jobs: number; readonly needed: number };
  /** Which part of e2e moved, where both sides have raw records. */
  readonly explanation?: Explanation;
  readonly warnings: readonly Warning[];
}

export interface Verdict {
  readonly kind: VerdictKind;
  /** One sentence per cause, the worst first; empty for `passed`. */
  readonly because: readonly string[];
  readonly workloads: readonly WorkloadVerdict[];
  /** Whether a second measurement was made, and if not, that the stricter α stood in for it. */
  readonly confirmation: "not-needed" | "measured" | "none";
  readonly alpha: number;
  /** Geometric mean of the change of all gating cells, as a share; worse = positive. Not tested. */
  readonly geomean?: number;
  readonly warnings: readonly Warning[];
}
