// The rows of failed and of refused requests, each tested as counts against main's jobs at a level of its own.
import { type CellId, cells } from "../../metrics/catalog.ts";
import { fisherGreater, type Share } from "../../stats/comparisons/fisher.ts";
import { exactBounds } from "../../stats/comparisons/proportion.ts";
import { scatterTest, totalOf } from "../../stats/comparisons/scatter.ts";
import { currentEpoch } from "../past/epochs.ts";
import { defaultLimit, type GatePolicy } from "../policy.ts";
import type { Comparison } from "../verdict.ts";
import type { Subject } from "./cases.ts";

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

export interface FailureTerms {
  readonly policy: GatePolicy;
  /** A second measurement is still to come: what needs it is not decided before. */
  readonly awaited: boolean;
}

/** Failed of attempted requests, and how many of the failed were refused for load. */
export interface Counts {
  readonly err: Share;
  readonly rej?: number | undefined;
}

/** Undefined where it is not known how many; where nothing failed nothing was refused. */
function refusals({ err, rej }: Counts): number | undefined {
  return rej ?? (err.x === 0 ? 0 : undefined);
}

export function failuresOf(subject: Subject, terms: FailureTerms): Comparison[] {
  const { workload, candidate, confirmation, history } = subject;
  const epoch = currentEpoch(history, candidate.where);
  return failureRows({
    workload,
    candidate,
    again: confirmation,
    jobs: epoch,
    absence: untested(subject, epoch.length),
    terms,
  });
}

export interface FailureCounts {
  readonly workload: string;
  readonly candidate: Counts;
  readonly again: Counts | undefined;
  /** What it is compared with. */
  readonly jobs: readonly Counts[];
  /** What was measured beside `again`, if not that. */
  readonly jobsAgain?: readonly Counts[] | undefined;
  /** What to say where that is nothing. */
  readonly absence: Pick<Comparison, "finding" | "reason">;
  readonly terms: FailureTerms;
}

/**
 * The refused before all that failed, as they say more. They have a row only where there were some on either side, or
 * where the user named it; none has one where nothing was attempted.
 */
export function failureRows(counts: FailureCounts): Comparison[] {
  const refused = shareCounts(counts, "rejection_rate", refusedShare);
  const { named } = counts.terms.policy;
  const some = [...refused.jobs, refused.candidate, refused.again].some((one) => one && one.x > 0);
  const failed = shareCounts(counts, "error_rate", ({ err }) => err);
  const shown = some || named.has("rejection_rate") ? [refused, failed] : [failed];
  return shown.flatMap((one) => rowOf(one) ?? []);
}

function refusedShare(counts: Counts): Share | undefined {
  const x = refusals(counts);
  return x === undefined ? undefined : { x, n: counts.err.n };
}

interface ShareCounts extends Pick<FailureCounts, "workload" | "absence" | "terms"> {
  readonly id: CellId;
  readonly candidate: Share | undefined;
  readonly again: Share | undefined;
  readonly jobs: readonly Share[];
  readonly jobsAgain: readonly Share[];
}

function shareCounts(
  { candidate, again, jobs, jobsAgain = [], ...rest }: FailureCounts,
  id: CellId,
  of: (counts: Counts) => Share | undefined,
): ShareCounts {
  const knownOf = (all: readonly Counts[]) =>
    all.flatMap((job) => of(job) ?? []).filter(({ n }) => n > 0);
  const absence =
    jobs.length > 0 ? ({ finding: "inconclusive", reason: "new" } as const) : rest.absence;
  return {
    ...rest,
    absence,
    id,
    candidate: of(candidate),
    again: again && of(again),
    jobs: knownOf(jobs),
    jobsAgain: knownOf(jobsAgain),
  };
}

function rowOf({ id, workload, candidate, again, absence, terms, ...others }: ShareCounts) {
  const { jobs } = others;
  const cell = cells.get(id);
  if (!cell || !candidate || candidate.n === 0) return undefined;
  const { policy, awaited } = terms;
  const { maxChange } = policy.cells.get(id) ?? defaultLimit(cell);
  const gating = policy.cells.has(id);
  const trial: Trial = {
    ...others,
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

function untested({ history }: Subject, jobs: number): Ruling {
  if (history.length === 0) return { finding: "inconclusive", reason: "no-baseline" };
  return { finding: "inconclusive", reason: jobs === 0 ? "environment-changed" : "new" };
}

interface Trial {
  /** Main's jobs of the current epoch, at least one. */
  readonly jobs: readonly Share[];
  /** Measured beside `again`; none where that is held against `jobs`. */
  readonly jobsAgain: readonly Share[];
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
  const { jobs, jobsAgain, maxChange } = trial;
  const together = totalOf([candidate, again]);
  const beside = jobsAgain.length > 0 ? jobsAgain : jobs;
  const change = shareOf(again) - shareOf(totalOf(beside));
  return (
    rises(together, { ...trial, jobs: [...jobs, ...jobsAgain] }) && isBeyond(change, maxChange / 2)
  );
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
