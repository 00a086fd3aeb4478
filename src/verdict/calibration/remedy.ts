// Remedy: what would let a cell show a change of twice its limit: more jobs, more requests, or a wider limit.
import { moderated } from "../../stats/center.ts";
import { detectableChange, type PowerRequest, type Prediction } from "../cells/compare.ts";

/** How one cell was measured by main's jobs; log scale. */
export interface SetUp {
  /** Jobs of the current level. */
  readonly jobs: number;
  /** Degrees of freedom over all levels. */
  readonly freedom: number;
  /** Standard deviation of a job from its level, what a job's own requests leave open included. */
  readonly measured: number;
  /** That part alone: the standard error within a job (w). */
  readonly within: number;
  /** Requests of a job; undefined where `within` does not come from them. */
  readonly requests: number | undefined;
  readonly assumedCv: number;
  readonly theta: number;
}

export interface Terms extends Pick<PowerRequest, "alpha" | "family" | "rule"> {
  /** Jobs that main keeps. */
  readonly history: number;
}

/** Each by itself would do; absent where no reasonable number does. */
export interface Remedy {
  /** Jobs in all, of which main keeps no more than the policy says. */
  readonly jobs?: number;
  /** Requests of each job. */
  readonly requests?: number;
  /** θ: a limit of which twice can be seen. */
  readonly theta: number;
}

/** Beyond it the advice to send more is none. */
const mostFold = 20;
/** Absorbs the rounding of logarithms. */
const slack = 1e-9;
/** A limit of e^3 is one of 1,900 %. */
const widestTheta = 3;

/** Whether a change of twice the limit would be called regressed with 80 % power. */
export function seesEnough(mde: number, theta: number): boolean {
  return Math.log1p(mde) <= 2 * theta + slack;
}

/**
 * What one more job would be held against after `jobs` jobs of `fold` times the requests. Those shrink the part within
 * a job, w² ÷ fold, and leave what is between the jobs.
 */
export function predictionWith(setUp: SetUp, { jobs = setUp.jobs, fold = 1 }): Prediction {
  const { measured, within, assumedCv } = setUp;
  const own = Math.min(within, measured) ** 2;
  const square = measured ** 2 - own + own / fold;
  const freedom = setUp.freedom + jobs - setUp.jobs;
  const withinRun = within / Math.sqrt(fold);
  const { scale, degrees } = moderated({
    squares: square * freedom,
    freedom,
    withinRun,
    assumedCv,
  });
  return { centre: 0, error: scale * Math.sqrt(1 + 1 / jobs), degrees, jobs };
}

export function remedyOf(setUp: SetUp, terms: Terms): Remedy {
  const sees = (prediction: Prediction, theta = setUp.theta) =>
    seesEnough(detectableChange({ ...terms, prediction, theta }), theta);
  const jobs = jobsFor(setUp, terms.history, sees);
  const requests = requestsFor(setUp, sees);
  const now = predictionWith(setUp, {});
  const wideEnough = (theta: number) => sees(now, theta);
  return {
    ...(jobs !== undefined && { jobs }),
    ...(requests !== undefined && { requests }),
    theta: wideEnough(setUp.theta) ? setUp.theta : smallest(setUp.theta, widestTheta, wideEnough),
  };
}

type Sees = (prediction: Prediction) => boolean;

function jobsFor(setUp: SetUp, history: number, sees: Sees): number | undefined {
  for (let jobs = setUp.jobs + 1; jobs <= history; jobs += 1)
    if (sees(predictionWith(setUp, { jobs }))) return jobs;
  return undefined;
}

function requestsFor(setUp: SetUp, sees: Sees): number | undefined {
  const { requests } = setUp;
  if (requests === undefined) return undefined;
  const enough = (fold: number) => sees(predictionWith(setUp, { fold }));
  return enough(mostFold) ? roundedUp(requests * smallest(1, mostFold, enough)) : undefined;
}

/** Two significant digits, never fewer than asked for. */
function roundedUp(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return step * Math.ceil(count / step - slack);
}

/** Where a condition that holds at `high` and for all that is larger begins to hold. */
function smallest(low: number, high: number, holds: (value: number) => boolean): number {
  let [below, above] = [low, high];
  while (above - below > 1e-9 * above) {
    const middle = (below + above) / 2;
    if (holds(middle)) above = middle;
    else below = middle;
  }
  return above;
}
