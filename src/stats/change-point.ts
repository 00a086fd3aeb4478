// Level shifts that nobody marked: the scan for one, and the slow ones that it would miss.
import { tUpperTail } from "./distributions/student-t.ts";
import { mean, standardDeviation } from "./moments.ts";

/** Values that a level needs before the shift, and after it. */
const fewestBefore = 5;
const fewestAfter = 3;
/** Chance of any shift found where there is none, over all splits. */
const alpha = 0.001;
/** Below this the values differ by the rounding of logarithms. */
const smallestDeviation = 1e-9;

/**
 * Where the values' newest level starts, 0 without a shift: the split with the largest pooled two-sample t, if that is
 * beyond chance, Bonferroni over all splits.
 */
export function levelShift(values: readonly number[]): number {
  const n = values.length;
  const splits = n - fewestAfter - fewestBefore + 1;
  if (splits < 1) return 0;
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const { split, between } = strongestSplit(values.map((value) => value - centre));
  const within = Math.max((squares - between) / (n - 2), smallestDeviation ** 2);
  return 2 * tUpperTail(Math.sqrt(between / within), n - 2) * splits < alpha ? split : 0;
}

/** The split with the largest sum of squares between its sides, which has the largest t; deviations sum to 0. */
function strongestSplit(deviations: readonly number[]) {
  const n = deviations.length;
  let [sum, strongest] = [0, { split: 0, between: 0 }];
  for (const [index, deviation] of deviations.slice(0, n - fewestAfter).entries()) {
    sum += deviation;
    const split = index + 1;
    const between = (sum ** 2 * n) / (split * (n - split));
    if (split >= fewestBefore && between > strongest.between) strongest = { split, between };
  }
  return strongest;
}

/** The values in levels, oldest first; each level is scanned again, as one shift can hide another. */
export function levelsOf(values: readonly number[]): readonly (readonly number[])[] {
  const start = levelShift(values);
  if (start === 0) return [values];
  return [...levelsOf(values.slice(0, start)), ...levelsOf(values.slice(start))];
}

/** Values on either side of a slow change, at least. */
const fewestOnSide = 3;

export interface Rise {
  readonly by: number;
  /** Chance of such a rise between two samples of one level. */
  readonly p: number;
}

/** The newest third against the oldest: many small steps add up to what no single one shows. At least six values. */
export function riseOf(values: readonly number[]): Rise | undefined {
  const size = Math.max(fewestOnSide, Math.floor(values.length / 3));
  if (values.length < 2 * size) return undefined;
  const [oldest, newest] = [values.slice(0, size), values.slice(-size)];
  const by = mean(newest) - mean(oldest);
  const variance = (standardDeviation(oldest) ** 2 + standardDeviation(newest) ** 2) / 2;
  const error = Math.max(Math.sqrt((2 * variance) / size), smallestDeviation);
  return { by, p: tUpperTail(by / error, 2 * size - 2) };
}
