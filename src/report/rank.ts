// Rank: which findings come first.
import type { Comparison } from "../verdict/verdict.ts";

/** Loud first: what made the check red, then what kept it from being sure. */
function order({ finding, reason, gating }: Comparison): number {
  if (!gating) return 4;
  if (finding === "regressed") return 0;
  if (finding !== "inconclusive" || reason === "underpowered" || reason === "new") return 3;
  return reason === "exceeds-within-noise" ? 1 : 2;
}

/** How many times its limit a troubled cell has moved; the calm ones keep their order. */
function severity(comparison: Comparison): number {
  const { change, limit } = comparison;
  if (order(comparison) > 1 || change === undefined || limit === undefined || limit === 0) return 0;
  return change / limit;
}

/** Worst first; cells of equal weight keep their order. */
export function worstFirst(comparisons: readonly Comparison[]): Comparison[] {
  return comparisons.toSorted((a, b) => order(a) - order(b) || severity(b) - severity(a));
}

/** The regressed cells that gate, worst first. */
export function regressedOf(comparisons: readonly Comparison[]): Comparison[] {
  return worstFirst(comparisons).filter((each) => each.gating && each.finding === "regressed");
}

/** The gating cells that keep the run from being sure. */
export function unsureOf(comparisons: readonly Comparison[]): Comparison[] {
  return worstFirst(comparisons).filter((each) => order(each) === 1 || order(each) === 2);
}

/** Cells that were compared: both sides have a number. */
export function comparedOf(comparisons: readonly Comparison[]): Comparison[] {
  return comparisons.filter((each) => each.baseline !== undefined && each.change !== undefined);
}
