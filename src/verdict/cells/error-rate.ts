// The error rate's row: failed of attempted requests, tested against main's jobs at a level of its own.
import type { HistoryRecord } from "../../baseline/history.ts";
import { metric } from "../../metrics/catalog.ts";
import { fisherGreater, type Share } from "../../stats/comparisons/fisher.ts";
import { exactBounds } from "../../stats/comparisons/proportion.ts";
import { scatterTest, totalOf } from "../../stats/comparisons/scatter.ts";
import { currentEpoch } from "../past/epochs.ts";
import { defaultLimit, type GatePolicy } from "../policy.ts";
import type { Comparison } from "../verdict.ts";
import type { Subject } from "./cases.ts";

const id = "error_rate";
const cell = { id, metric: metric(id), statistic: undefined };
/** Outside the family of the other cells. */
const alpha = 0.01;
/** Fewer failures are never called a rise. */
const fewest = 3;
/** Jobs from which their scatter can be told. */
const jobsForScatter = 5;
/** Each end of the shown interval holds with 90 %, as those of the other cells do. */
const intervalConfidence = 0.8;
/** Absorbs the rounding of shares. */
const slack = 1e-9;

export interface ErrorTerms {
  readonly policy: GatePolicy;
  /** A second measurement is still to come: what needs it is not decided before. */
  readonly awaited: boolean;
}

export function errorRateOf(subject: Subject, terms: ErrorTerms): Comparison | undefined {
  const { workload, candidate, confirmation, history } = subject;
  const epoch = currentEpoch(history, candidate.where);
  return errorRow({
    workload,
    candidate: candidate.err,
    again: confirmation?.err,
    jobs: epoch.map(sharesOf),
    absence: untested(subject, epoch),
    terms,
  });
}

export interface ErrorCounts {
  readonly workload: string;
  readonly candidate: Share;
  readonly again: Share | undefined;
  /** What it is compared with. */
  readonly jobs: readonly Share[];
  /** What to say where that is nothing. */
  readonly absence: Pick<Comparison, "finding" | "reason">;
  readonly terms: ErrorTerms;
}

/** Undefined where nothing was attempted. */
export function errorRow(counts: ErrorCounts): Comparison | undefined {
  const { workload, candidate, again, absence, terms } = counts;
  if (candidate.n === 0) return undefined;
  const { policy, awaited } = terms;
  const { maxChange } = policy.cells.get(id) ?? defaultLimit(cell);
  const gating = policy.cells.has(id);
  const jobs = counts.jobs.filter(({ n }) => n > 0);
  const trial: Trial = {
    jobs,
    maxChange,
    again: again?.n ? again : undefined,
    awaited,
    proof: gating && policy.rule === "equivalence",
  };
  return {
    workload,
    cell,
    gating,
    candidate: shareOf(candidate),
    limit: maxChange,
    jobs: jobs.length,
    n: candidate.n,
    smallSlowdownLikely: false,
    ...(jobs.length > 0 ? tested(candidate, trial) : absence),
  };
}

function sharesOf({ err }: HistoryRecord): Share {
  return err;
}

function untested({ history }: Subject, epoch: readonly HistoryRecord[]): Ruling {
  if (history.length === 0) return { finding: "inconclusive", reason: "no-baseline" };
  return { finding: "inconclusive", reason: epoch.length === 0 ? "environment-changed" : "new" };
}

interface Trial {
  /** Main's jobs of the current epoch, at least one. */
  readonly jobs: readonly Share[];
  /** Points. */
  readonly maxChange: number;
  readonly again: Share | undefined;
  readonly awaited: boolean;
  /** A rise by the limit must be excluded. */
  readonly proof: boolean;
}

type Ruling = Pick<Comparison, "finding" | "reason" | "note" | "awaitsConfirmation">;
type Tested = Ruling &
  Pick<Comparison, "baseline" | "change" | "lower" | "upper" | "p" | "pHolm" | "confirmation">;

function tested(candidate: Share, trial: Trial): Tested {
  const { jobs, again } = trial;
  const baseline = shareOf(totalOf(jobs));
  const { lower, upper } = exactBounds(candidate, intervalConfidence);
  const p = chanceOf(candidate, jobs);
  const unproven = trial.proof && upper - baseline > trial.maxChange + slack;
  return {
    ...rulingOf(candidate, trial, unproven),
    baseline,
    change: shareOf(candidate) - baseline,
    lower: lower - baseline,
    upper: upper - baseline,
    p,
    pHolm: p,
    ...(again && { confirmation: shareOf(again) }),
  };
}

function shareOf({ x, n }: Share): number {
  return x / n;
}

/** The larger of two chances of such a rise: by Fisher's test, and by main's own scatter where it is known. */
function chanceOf(candidate: Share, jobs: readonly Share[]): number {
  const fisher = fisherGreater(candidate, totalOf(jobs));
  return jobs.length < jobsForScatter ? fisher : Math.max(fisher, scatterTest(candidate, jobs).p);
}

/** As much as is not allowed: other than for times, the limit itself is already too much. */
function isBeyond(change: number, limit: number): boolean {
  return change > slack && change >= limit - slack;
}

function rises(candidate: Share, { jobs, maxChange }: Trial): boolean {
  const change = shareOf(candidate) - shareOf(totalOf(jobs));
  return candidate.x >= fewest && isBeyond(change, maxChange) && chanceOf(candidate, jobs) <= alpha;
}

/** Both measurements together rose, and the second by half the limit on its own. */
function isConfirmed(candidate: Share, again: Share, trial: Trial): boolean {
  const together = totalOf([candidate, again]);
  const change = shareOf(again) - shareOf(totalOf(trial.jobs));
  return rises(together, trial) && isBeyond(change, trial.maxChange / 2);
}

function rulingOf(candidate: Share, trial: Trial, unproven: boolean): Ruling {
  const { jobs, maxChange, again, awaited } = trial;
  if (rises(candidate, trial)) {
    if (awaited) return { ...noise("waits for a second measurement"), awaitsConfirmation: true };
    if (!again || isConfirmed(candidate, again, trial)) return { finding: "regressed" };
    return noise("a second measurement did not confirm it");
  }
  const change = shareOf(candidate) - shareOf(totalOf(jobs));
  const open = { finding: "inconclusive", reason: unproven ? "unproven" : "underpowered" } as const;
  if (!isBeyond(change, maxChange)) return unproven ? open : { finding: "unchanged" };
  return candidate.x < fewest ? open : noise();
}

function noise(note?: string): Ruling {
  return { finding: "inconclusive", reason: "exceeds-within-noise", ...(note && { note }) };
}
