// What was promised of the gate, and what simulated trials show of it.
import {
  duetReds,
  duetsOf,
  type Rate,
  reds,
  redsAfterStep,
  type Trial,
  trialsOf,
} from "./trials.ts";

export interface Finding {
  readonly what: string;
  /** Between-run variation. */
  readonly cv: number;
  readonly rate: Rate;
  /** Share of red jobs at most (false alarms) or at least (found changes); none where it is only reported. */
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Size {
  readonly histories: number;
  readonly candidates: number;
  readonly duets: number;
  /** Lengths of main's history. */
  readonly jobs: readonly number[];
  /** Main's jobs since a step. */
  readonly since: readonly number[];
}

interface Promised {
  readonly cv: number;
  readonly unchanged: number;
  readonly by15: number;
  readonly by25: number;
}

/** At 20 jobs of history, 1000 requests, six cells and one confirmation. */
const promised: readonly Promised[] = [
  { cv: 0.01, unchanged: 0.0075, by15: 0.95, by25: 0.99 },
  { cv: 0.03, unchanged: 0.015, by15: 0.75, by25: 0.97 },
  { cv: 0.08, unchanged: 0.045, by15: 0.25, by25: 0.55 },
];
const promisedJobs = 20;
/** After an unmarked step the promise holds from so many of main's jobs on, up to a variation of 3 %. */
const jobsToNotice = 5;
const step = 0.15;

export function* findings(size: Size): Generator<Finding> {
  for (const one of promised) yield* withHistory(one, size);
  for (const { cv } of promised) yield* withDuets(cv, size);
}

function* withHistory(one: Promised, size: Size): Generator<Finding> {
  const { cv, unchanged } = one;
  const { histories, candidates } = size;
  const calm = trialsOf({ cv, disturbed: false, histories, candidates, seed: 11 });
  for (const jobs of size.jobs) yield* changes(calm, { ...one, jobs, of: "main" });
  const disturbed = trialsOf({ cv, disturbed: true, histories, candidates, seed: 12 });
  for (const jobs of size.jobs) {
    const what = `no change, main with outliers, ${jobs} jobs`;
    yield { what, cv, rate: reds(disturbed, jobs, 0), ...bar(jobs === promisedJobs, unchanged) };
  }
  for (const since of size.since) {
    const what = `no change since an accepted +15 % ${since} jobs ago`;
    const rate = redsAfterStep(calm, { change: step, marked: true, since });
    yield { what, cv, rate, atMost: unchanged };
  }
  for (const since of size.since) {
    const what = `no change since an unmarked +15 % ${since} jobs ago`;
    const rate = redsAfterStep(calm, { change: step, marked: false, since });
    yield { what, cv, rate, ...bar(since >= jobsToNotice && cv <= 0.03, unchanged) };
  }
}

function bar(holds: boolean, atMost: number) {
  return holds ? { atMost } : {};
}

interface Against extends Promised {
  readonly jobs: number;
  readonly of: string;
}

function* changes(
  trials: readonly Trial[],
  { cv, jobs, of, ...bars }: Against,
): Generator<Finding> {
  const holds = jobs === promisedJobs;
  const against = `${of}, ${jobs} jobs`;
  yield {
    what: `no change, ${against}`,
    cv,
    rate: reds(trials, jobs, 0),
    ...bar(holds, bars.unchanged),
  };
  for (const [change, atLeast] of [
    [0.15, bars.by15],
    [0.25, bars.by25],
  ] as const) {
    const what = `+${100 * change} % on all cells, ${against}`;
    yield { what, cv, rate: reds(trials, jobs, change), ...(holds && { atLeast }) };
  }
}

const duetLimit = 0.05;

function* withDuets(cv: number, { duets }: Size): Generator<Finding> {
  const played = duetsOf({ cv, duets, seed: 13 });
  yield { what: "duet: no change", cv, rate: duetReds(played, duetLimit, 0), atMost: 0.02 };
  const found = duetReds(played, duetLimit, 0.1);
  yield {
    what: "duet: +10 % on all cells",
    cv,
    rate: found,
    ...(cv === 0.08 && { atLeast: 0.85 }),
  };
}
