// History × candidate: the prediction interval for one new job, and how far the candidate lies from it.
import { centreAndScale, type HistoryOfLogs } from "../../stats/center.ts";
import { tQuantile, tUpperTail } from "../../stats/distributions/student-t.ts";
import type { Rule } from "../policy.ts";

/** One-sided confidence of each end of the shown interval. */
const intervalConfidence = 0.9;
const power = 0.8;

/** Where one more job of main would fall: centre ± t_ν · error, on the log scale. */
export interface Prediction {
  readonly centre: number;
  /** s·√(1 + 1/n): the scatter of one job and the doubt about the centre. */
  readonly error: number;
  readonly degrees: number;
  readonly jobs: number;
}

/** Undefined without a current epoch. */
export function predict(history: HistoryOfLogs): Prediction | undefined {
  const estimate = centreAndScale(history);
  if (!estimate) return undefined;
  const { centre, scale, degrees, jobs } = estimate;
  return { centre, error: scale * Math.sqrt(1 + 1 / jobs), degrees, jobs };
}

/** Log scale, worse = positive. */
export interface Effect {
  readonly d: number;
  /** Chance of a job at least this bad, and at least this good, if nothing changed. */
  readonly p: number;
  readonly pImproved: number;
  readonly lower: number;
  readonly upper: number;
}

export function effectOf(y: number, { centre, error, degrees }: Prediction): Effect {
  const d = y - centre;
  const reach = tQuantile(intervalConfidence, degrees) * error;
  return {
    d,
    p: tUpperTail(d / error, degrees),
    pImproved: tUpperTail(-d / error, degrees),
    lower: d - reach,
    upper: d + reach,
  };
}

export interface PowerRequest {
  readonly prediction: Prediction;
  readonly theta: number;
  readonly alpha: number;
  /** Cells tested together. */
  readonly family: number;
  readonly rule?: Rule;
}

/** The smallest change, as a share, that would be called regressed with 80 % power: it must clear both noise and θ. */
export function detectableChange(request: PowerRequest): number {
  const { prediction, theta, alpha, family, rule = "effect" } = request;
  const { error, degrees } = prediction;
  const reach = (p: number) => tQuantile(p, degrees) * error;
  const limit = rule === "strict" ? theta + reach(1 - alpha) : theta;
  return Math.exp(Math.max(reach(1 - alpha / family), limit) + reach(power)) - 1;
}
