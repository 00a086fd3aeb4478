// The bootstrap of a statistic of two samples: percentile intervals from draws with replacement, seeded.
import type { TwoSamples } from "./comparisons/mann-whitney.ts";
import { mean } from "./moments.ts";
import { quantile } from "./quantile.ts";
import { integerBetween, type Random } from "./random.ts";
import { type Sample, sampleOf } from "./sample.ts";

export interface Resampling {
  readonly replicates: number;
  readonly confidence: number;
  readonly random: Random;
}

export interface Resampled {
  readonly lower: number;
  readonly upper: number;
  readonly mean: number;
}

/** Each replicate draws all of a, then all of b. Neither may be empty. */
export function bootstrap(
  { a, b }: TwoSamples,
  statistic: (a: Sample, b: Sample) => number,
  { replicates, confidence, random }: Resampling,
): Resampled {
  const values = required(
    Array.from({ length: replicates }, () => {
      const drawnA = drawn(a, random);
      return statistic(drawnA, drawn(b, random));
    }),
  );
  const tail = (1 - confidence) / 2;
  return { lower: quantile(values, tail), upper: quantile(values, 1 - tail), mean: mean(values) };
}

function drawn(values: readonly number[], random: Random): Sample {
  const pick = () => values[integerBetween(0, values.length - 1, random)] ?? Number.NaN;
  return required(values.map(pick));
}

function required(values: readonly number[]): Sample {
  const sample = sampleOf(values);
  if (!sample) throw new RangeError("no values");
  return sample;
}
