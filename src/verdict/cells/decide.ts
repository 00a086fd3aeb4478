// Findings of all testable cells of a job: Holm over the gating ones, limits, and the second measurement.
import { fromLog } from "../../metrics/cells.ts";
import { tQuantile } from "../../stats/distributions/student-t.ts";
import { holm } from "../../stats/multiplicity.ts";
import type { GatePolicy, Rule } from "../policy.ts";
import type { Comparison, Verdict } from "../verdict.ts";
import type { Testable } from "./cases.ts";
import { detectableChange, type Effect, effectOf } from "./compare.ts";

/** Absorbs the rounding of logarithms: exactly at the limit is within it. */
const slack = 1e-9;
/** Stands in for a second measurement where there is none. */
const unconfirmedAlpha = 0.01;

export interface Terms {
  readonly policy: Pick<GatePolicy, "alpha" | "confirm" | "rule">;
  /** Whether a second measurement can still be made. */
  readonly confirmable: boolean;
}

export interface Decision {
  /** In the order of the cells. */
  readonly comparisons: readonly Comparison[];
  readonly confirmation: Verdict["confirmation"];
  /** The level at which cells were called regressed. */
  readonly alpha: number;
}

/** A cell with its effect and the p-values adjusted for everything tested beside it. */
interface Tested {
  readonly cell: Testable;
  readonly effect: Effect;
  readonly p: number;
  readonly pImproved: number;
  /** Adjusted p of the mean of both measurements. */
  readonly pTogether: number;
  readonly family: number;
}

export function decide(cells: readonly Testable[], terms: Terms): Decision {
  const { policy, confirmable } = terms;
  const tested = testedCells(cells);
  const { rule } = policy;
  const first = { rule, alpha: policy.alpha };
  const suspects = tested.filter((one) => exceeds(one, first) && one.cell.opening.gating);
  const again = cells.some((cell) => cell.again !== undefined);
  const measured = suspects.some(({ cell }) => cell.again !== undefined);
  const strict = !again && !(confirmable && policy.confirm > 0);
  const alpha = strict ? Math.min(unconfirmedAlpha, policy.alpha) : policy.alpha;
  const levels = { rule, alpha, policyAlpha: policy.alpha, awaited: !again && !strict };
  const missing = cells.length > 0 && (strict || suspects.length > 0);
  return {
    comparisons: tested.map((one) => comparisonOf(one, levels)),
    confirmation: measured ? "measured" : missing ? "none" : "not-needed",
    alpha,
  };
}

/** Cells that do not gate are families of their own: shown unadjusted. */
function testedCells(cells: readonly Testable[]): Tested[] {
  const effects = cells.map((cell) => effectOf(cell.y, cell.prediction));
  const together = cells.map((cell) => effectOf(cellMean(cell), cell.prediction));
  const gating = cells.map(({ opening }) => opening.gating);
  const ps = adjusted(
    effects.map(({ p }) => p),
    gating,
  );
  const improved = adjusted(
    effects.map(({ pImproved }) => pImproved),
    gating,
  );
  const psTogether = adjusted(
    together.map(({ p }) => p),
    gating,
  );
  const family = gating.filter(Boolean).length;
  return cells.flatMap((cell, index) => {
    const [effect, p, pImproved] = [effects[index], ps[index], improved[index]];
    const pTogether = psTogether[index];
    if (!effect || p === undefined || pImproved === undefined || pTogether === undefined) return [];
    return { cell, effect, p, pImproved, pTogether, family: cell.opening.gating ? family : 1 };
  });
}

function adjusted(ps: readonly number[], gating: readonly boolean[]): number[] {
  const corrected = holm(ps.filter((_, index) => gating[index]));
  return ps.map((p, index) => (gating[index] ? (corrected.shift() ?? p) : p));
}

/** ȳ; the first measurement alone where there is no second. */
function cellMean({ y, again }: Testable): number {
  return again === undefined ? y : (y + again) / 2;
}

/** |Δ| in the metric's unit. */
function absoluteChange({ y, prediction, opening }: Testable): number {
  const { better } = opening.cell.metric;
  return Math.abs(fromLog(y, better) - fromLog(prediction.centre, better));
}

function isTooSmall(cell: Testable): boolean {
  return absoluteChange(cell) < cell.limit.minChange - slack;
}

interface Standard {
  readonly rule: Rule;
  readonly alpha: number;
}

/** A shift for the worse beyond the limit; for the strict rule its lower confidence bound must be beyond it. */
function isBeyondLimit(shift: number, cell: Testable, { rule, alpha }: Standard): boolean {
  const { prediction, theta } = cell;
  const doubt = rule === "strict" ? tQuantile(1 - alpha, prediction.degrees) : 0;
  return shift - doubt * prediction.error > theta + slack;
}

/** All that makes a regression but its confirmation. */
function exceeds({ cell, effect, p }: Tested, standard: Standard): boolean {
  const { theta, y, last } = cell;
  if (isTooSmall(cell) || p > standard.alpha) return false;
  return isBeyondLimit(effect.d, cell, standard) && y - last >= theta / 2 - slack;
}

/** The mirror image; it needs no confirmation. */
function improves({ cell, effect, pImproved }: Tested, standard: Standard): boolean {
  const { theta, y, last } = cell;
  if (isTooSmall(cell) || pImproved > standard.alpha) return false;
  return isBeyondLimit(-effect.d, cell, standard) && last - y >= theta / 2 - slack;
}

/** The second measurement is bad itself, and both together still stand out by more than the limit. */
function isConfirmed({ cell, pTogether }: Tested, standard: Standard): boolean {
  const { again, theta, prediction } = cell;
  if (again === undefined || pTogether > standard.alpha) return false;
  const together = cellMean(cell) - prediction.centre;
  return isBeyondLimit(together, cell, standard) && again - prediction.centre >= theta / 2 - slack;
}

interface Levels extends Standard {
  readonly policyAlpha: number;
  /** A second measurement is still to come. */
  readonly awaited: boolean;
}

type Ruling = Pick<Comparison, "finding" | "reason" | "note" | "awaitsConfirmation">;

function rulingOf(tested: Tested, levels: Levels): Ruling {
  const first = { rule: levels.rule, alpha: levels.policyAlpha };
  if (exceeds(tested, first)) return excessRuling(tested, levels);
  if (improves(tested, first)) return { finding: "improved" };
  return otherRuling(tested, levels);
}

function excessRuling(tested: Tested, { rule, alpha, awaited }: Levels): Ruling {
  if (awaited && tested.cell.opening.gating)
    return { ...noise("waits for a second measurement"), awaitsConfirmation: true };
  if (tested.cell.again !== undefined) {
    if (isConfirmed(tested, { rule, alpha })) return { finding: "regressed" };
    return noise("a second measurement did not confirm it");
  }
  const single = { rule, alpha: Math.min(unconfirmedAlpha, alpha) };
  if (exceeds(tested, single)) return { finding: "regressed" };
  return noise(`without a second measurement p must be at most ${unconfirmedAlpha}`);
}

function noise(note?: string): Ruling {
  return { finding: "inconclusive", reason: "exceeds-within-noise", ...(note && { note }) };
}

function otherRuling({ cell, effect, p }: Tested, { rule, policyAlpha }: Levels): Ruling {
  const open = rule === "equivalence" && cell.opening.gating ? "unproven" : "underpowered";
  const tolerated = isTooSmall(cell) && effect.d > cell.theta + slack;
  const limit = tolerated ? smallestTheta(cell) : cell.theta;
  if (effect.upper <= limit) return { finding: "unchanged", ...(tolerated && tooSmall(cell)) };
  if (tolerated) return { finding: "inconclusive", reason: open, ...tooSmall(cell) };
  if (effect.d <= cell.theta + slack) return { finding: "inconclusive", reason: open };
  return noise(p <= policyAlpha ? excuseOf(cell, effect, { rule, alpha: policyAlpha }) : undefined);
}

/** Why a change beyond its limit that noise cannot explain is no regression all the same. */
function excuseOf(cell: Testable, { d }: Effect, standard: Standard): string {
  if (!isBeyondLimit(d, cell, standard)) return "its confidence bound is not beyond the limit";
  return "main's newest job had already moved";
}

/** The log limit that `min-change` amounts to at this baseline. */
function smallestTheta({ limit, prediction, opening }: Testable): number {
  const { better } = opening.cell.metric;
  const share = limit.minChange / fromLog(prediction.centre, better);
  if (better === "lower") return Math.log(1 + share);
  return share < 1 ? -Math.log(1 - share) : Number.POSITIVE_INFINITY;
}

function tooSmall({ limit, opening }: Testable): Pick<Comparison, "note"> {
  return {
    note: `differs by less than min-change, ${limit.minChange} ${opening.cell.metric.unit}`,
  };
}

function comparisonOf(tested: Tested, levels: Levels): Comparison {
  const { cell, effect } = tested;
  const { opening, prediction, theta } = cell;
  const { better } = opening.cell.metric;
  return {
    ...opening,
    ...rulingOf(tested, levels),
    baseline: fromLog(prediction.centre, better),
    ...shares(effect, better === "higher"),
    p: effect.p,
    pHolm: tested.p,
    mde: detectableChange({ prediction, theta, ...levels, family: tested.family }),
    ...(cell.again !== undefined && { confirmation: fromLog(cell.again, better) }),
    smallSlowdownLikely: effect.lower > 0 && effect.d < theta,
  };
}

/** Log differences as shares that people read: a rate's are negated and its interval's ends swapped. */
function shares({ d, lower, upper }: Effect, negated: boolean) {
  if (!negated)
    return { change: Math.expm1(d), lower: Math.expm1(lower), upper: Math.expm1(upper) };
  return { change: Math.expm1(-d), lower: Math.expm1(-upper), upper: Math.expm1(-lower) };
}
