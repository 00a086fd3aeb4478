// Sample: values that statistics may be taken of; non-empty, finite, ascending.

/** Made by `sampleOf` only. */
export type Sample = readonly number[] & { readonly kind: "sample" };

/** Undefined where there are no values: absent is never 0. Throws a RangeError on NaN and infinities. */
export function sampleOf(values: readonly number[]): Sample | undefined {
  if (values.length === 0) return undefined;
  // Typed arrays sort numbers several times faster than arrays do by a function, infinities and NaN to the ends.
  const sorted = Array.from(Float64Array.from(values).sort());
  const stray = [sorted[0], sorted.at(-1)].find((value) => !Number.isFinite(value));
  if (stray !== undefined) throw new RangeError(`a sample holds finite numbers only, not ${stray}`);
  return sorted as readonly number[] as Sample;
}

/** The `rank`-th smallest value, counted from 1. */
export function orderStatistic(sample: Sample, rank: number): number {
  const value = sample[rank - 1];
  if (value === undefined) throw new RangeError(`no rank ${rank} in ${sample.length} values`);
  return value;
}
