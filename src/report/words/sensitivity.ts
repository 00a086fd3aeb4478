// Sensitivity: the smallest changes that this set-up would have seen, and how much main itself varies.
import { isFailureShare } from "../../metrics/catalog.ts";
import type { Comparison } from "../../verdict/verdict.ts";
import { formatChange } from "../text/format.ts";
import { cellLabel } from "./words.ts";

/** The compared cells that would have shown the least and the most, at most one of each. */
function extremes(comparisons: readonly Comparison[]): Comparison[] {
  const known = comparisons
    .filter(
      ({ gating, mde, finding, cell }) =>
        gating && mde !== undefined && finding !== "regressed" && !isFailureShare(cell.metric),
    )
    .toSorted((a, b) => (b.mde ?? 0) - (a.mde ?? 0));
  const [blindest, sharpest] = [known[0], known.at(-1)];
  return blindest === sharpest
    ? [blindest].filter((each) => each !== undefined)
    : [blindest, sharpest].filter((each) => each !== undefined);
}

/** As people read it: `mde` is e^x − 1 for the worse, which for a rate is a fall by 1 − e^−x. */
export function detectableOf({ cell, mde }: Pick<Comparison, "cell" | "mde">): string {
  if (mde === undefined) return formatChange(undefined);
  return formatChange(cell.metric.better === "higher" ? 1 / (1 + mde) - 1 : mde);
}

/** " A change of +19 % in TTFT p95 (or +12 % in TPOT p50) would have been seen." */
export function detectableSentence(comparisons: readonly Comparison[]): string {
  const [first, second] = extremes(comparisons);
  if (first === undefined) return "";
  const or = second ? ` (or ${detectableOf(second)} in ${cellLabel(second.cell)})` : "";
  return ` A change of ${detectableOf(first)} in ${cellLabel(first.cell)}${or} would have been seen.`;
}

/** "would have seen +19 % on TTFT p95, +12 % on TPOT p50". */
export function detectableShort(comparisons: readonly Comparison[]): string | undefined {
  const said = extremes(comparisons).map(
    (each) => `${detectableOf(each)} on ${cellLabel(each.cell)}`,
  );
  return said.length === 0 ? undefined : `would have seen ${said.join(", ")}`;
}

const fewestForVariation = 5;

/** Job-to-job standard deviation of the logarithms, which for small ones is the relative deviation. */
export function variationOf(values: readonly number[]): number | undefined {
  if (values.length < fewestForVariation) return undefined;
  const logs = values.map((value) => Math.log(value));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const squares = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (logs.length - 1));
  return Number.isFinite(deviation) ? deviation : undefined;
}
