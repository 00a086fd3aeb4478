// Winsorised centre and pooled scale of a history in epochs, moderated by a prior.
import { mean } from "./moments.ts";
import { quantile } from "./quantile.ts";
import { sampleOf } from "./sample.ts";

/** Degrees of freedom that the assumed run-to-run variation is worth (ν₀). */
const priorDegrees = 4;
/** Standard deviations per median absolute deviation, for normal values. */
const deviationsPerMad = 1.4826;
const winsoriseAt = 3;
/** Below this many jobs the median absolute deviation is too rough to cut by. */
const winsoriseFrom = 8;
/** What cutting at 3 deviations takes from the sum of squares of normal values. */
const winsorisedLoss = 1.03;

/** Pulls values beyond median ± `deviations`·1.4826·MAD back to that bound; the order is kept. */
export function winsorise(values: readonly number[], deviations = winsoriseAt): number[] {
  const centre = median(values);
  const mad = median(values.map((value) => Math.abs(value - centre)));
  const reach = deviations * deviationsPerMad * mad;
  return values.map((value) => Math.min(Math.max(value, centre - reach), centre + reach));
}

function median(values: readonly number[]): number {
  const sample = sampleOf(values);
  if (!sample) throw new RangeError("no values");
  return quantile(sample, 0.5);
}

export interface HistoryOfLogs {
  /** Oldest first; the last one is the current epoch. None may be empty. */
  readonly epochs: readonly (readonly number[])[];
  /** Within-run standard error of the new value (w). */
  readonly withinRun: number;
  /** Assumed run-to-run standard deviation of the logs (σ₀). */
  readonly assumedCv: number;
}

export interface CentreAndScale {
  /** Mean of the current epoch, winsorised (μ). */
  readonly centre: number;
  /** Standard deviation of one job, pooled over all epochs with the prior (s). */
  readonly scale: number;
  /** ν = ν₀ + Σ (n_e − 1). */
  readonly degrees: number;
  /** Jobs of the current epoch. */
  readonly jobs: number;
  /** The scale without the prior; undefined where no epoch has two jobs. */
  readonly measured: number | undefined;
  /** Degrees of freedom behind it (df). */
  readonly freedom: number;
}

/** Undefined without a current epoch. */
export function centreAndScale(history: HistoryOfLogs): CentreAndScale | undefined {
  const epochs = history.epochs.map(robustEpoch);
  const current = epochs.at(-1);
  if (!current) return undefined;
  const freedom = epochs.reduce((sum, { jobs }) => sum + jobs - 1, 0);
  const squares = epochs.reduce((sum, epoch) => sum + epoch.squares, 0);
  return {
    centre: current.centre,
    ...moderated({ ...history, squares, freedom }),
    jobs: current.jobs,
    measured: freedom > 0 ? Math.sqrt(squares / freedom) : undefined,
    freedom,
  };
}

/** Squared deviations of jobs from their levels (SS) with their degrees of freedom, and what is assumed beside them. */
interface Scatter extends Pick<HistoryOfLogs, "withinRun" | "assumedCv"> {
  readonly squares: number;
  readonly freedom: number;
}

/** s² = (ν₀ (σ₀² + w²) + SS) / (ν₀ + df), ν = ν₀ + df. */
export function moderated({ squares, freedom, withinRun, assumedCv }: Scatter) {
  const prior = priorDegrees * (assumedCv ** 2 + withinRun ** 2);
  const degrees = priorDegrees + freedom;
  return { scale: Math.sqrt((prior + squares) / degrees), degrees };
}

interface Epoch {
  readonly centre: number;
  readonly squares: number;
  readonly jobs: number;
}

function robustEpoch(logs: readonly number[]): Epoch {
  if (logs.length === 0) throw new RangeError("an epoch without jobs");
  const cut = logs.length >= winsoriseFrom;
  const kept = cut ? winsorise(logs) : logs;
  const centre = mean(kept);
  const squares = kept.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return { centre, squares: cut ? squares * winsorisedLoss : squares, jobs: logs.length };
}
