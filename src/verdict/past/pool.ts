// Attempts at the same commit, pooled into one measurement: a re-run adds to the first verdict, it does not replace it.
import {
  type Logged,
  type Observation,
  observe,
  refusedOf,
  whereOf,
} from "../../metrics/observation.ts";
import { originOf } from "../../metrics/run/legs.ts";
import type { Run, WorkloadRun } from "../../metrics/run.ts";
import { mean } from "../../stats/moments.ts";
import { quantile } from "../../stats/quantile.ts";
import { sampleOf } from "../../stats/sample.ts";
import { type Warning, warning } from "../../warning.ts";

export interface Attempts {
  readonly run: Run;
  /** Runs of earlier attempts at the same commit, in any order. */
  readonly earlier?: readonly Run[] | undefined;
}

export interface Pooled {
  readonly observation: Observation;
  /** The newest with the requests of all of them, for what is counted request by request. */
  readonly workload: WorkloadRun;
  /** As they were measured, the newest first. */
  readonly attempts: readonly WorkloadRun[];
  readonly warnings: readonly Warning[];
}

interface Attempt {
  readonly run: Run;
  readonly workload: WorkloadRun;
}

/** Only what measured the same thing in the same place, and is valid, is pooled; the rest is said to be left out. */
export function pooled({ run, earlier = [] }: Attempts, workload: WorkloadRun): Pooled {
  const known = earlier.flatMap((one) => attemptOf(one, workload));
  const alike = known.filter((one) => isAlike(one, { run, workload }));
  const observations = [{ run, workload }, ...alike].map((one) => observe(one.run, one.workload));
  const workloads = [workload, ...alike.map((one) => one.workload)];
  return {
    observation: pooledObservation(observations),
    workload: alike.length === 0 ? workload : withAllRequests(workload, workloads),
    attempts: workloads,
    warnings: [...notesOn(known.length, alike.length), ...shedNotes(alike)],
  };
}

function attemptOf(run: Run, { name }: WorkloadRun): Attempt[] {
  const workload = run.workloads.find((one) => one.name === name);
  return workload ? [{ run, workload }] : [];
}

function placeOf({ run, workload }: Attempt): string {
  return whereOf(originOf(run, workload).environment);
}

/**
 * Whether both were measured alone, or in rounds with the same base endpoint. What an attempt leaves on GitHub holds no
 * address, which may be a secret: it is of the same workflow, and so of the same base.
 */
function hasSameBase({ duet: one }: WorkloadRun, { duet: newest }: WorkloadRun): boolean {
  if (!one || !newest) return one === newest;
  return one.endpoint === newest.endpoint || one.endpoint === "";
}

function isAlike(one: Attempt, newest: Attempt): boolean {
  const samePlace = placeOf(one) === placeOf(newest);
  const sameCommit = one.run.commit !== null && one.run.commit === newest.run.commit;
  const { key, duet, invalid } = one.workload;
  const { workload } = newest;
  const same = key === workload.key && hasSameBase(one.workload, workload);
  return sameCommit && samePlace && same && invalid.length + (duet?.base.invalid.length ?? 0) === 0;
}

function notesOn(known: number, used: number): Warning[] {
  const notes: Warning[] = [];
  if (used > 0) {
    const message = `This is attempt ${used + 1} at this commit: all of them are judged together.`;
    notes.push(warning("attempts-pooled", message));
  }
  if (used < known) {
    const message = `${known - used} of ${known} earlier attempts were left out: another commit, workload or place, or invalid.`;
    notes.push(warning("attempts-unused", message));
  }
  return notes;
}

/** What was too large to be left on GitHub went without its requests. */
function shedNotes(alike: readonly Attempt[]): Warning[] {
  const shed = alike.filter(
    ({ workload: { records, counts } }) => records.length === 0 && counts.attempted > 0,
  );
  if (shed.length === 0) return [];
  const message = `The requests of ${shed.length} earlier attempts were too many to keep: \`max\` and \`min\` are judged without them.`;
  return [warning("attempts-shed", message)];
}

function pooledObservation(observations: readonly Observation[]): Observation {
  const [newest, ...others] = observations;
  if (!newest) throw new RangeError("nothing to pool");
  if (others.length === 0) return newest;
  const lengths = observations.flatMap(({ outTokMean }) => outTokMean ?? []);
  const ids = Object.keys(newest.cells);
  return {
    ...newest,
    cells: Object.fromEntries(ids.flatMap((id) => pooledCell(id, observations))),
    err: {
      x: observations.reduce((sum, { err }) => sum + err.x, 0),
      n: observations.reduce((sum, { err }) => sum + err.n, 0),
    },
    rej: sumOfKnown(observations.map(({ rej }) => rej)),
    outTokMean: lengths.length === 0 ? null : mean(lengths),
    cachedShare: mean(observations.map(({ cachedShare }) => cachedShare ?? 0)),
  };
}

/** Unknown as soon as one of them is. */
function sumOfKnown(counts: readonly (number | undefined)[]): number | undefined {
  return counts.reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
}

/** The mean of two, the median of more; as many requests as the smallest attempt had. */
function pooledCell(id: string, observations: readonly Observation[]): [string, Logged][] {
  const logged = observations.flatMap(({ cells }) => cells[id] ?? []);
  const sample = sampleOf(logged.map(({ y }) => y));
  if (!sample) return [];
  const w = mean(logged.map((one) => one.w));
  const n = Math.min(...logged.map((one) => one.n));
  return [[id, { y: quantile(sample, 0.5), w, n }]];
}

function withAllRequests(newest: WorkloadRun, workloads: readonly WorkloadRun[]): WorkloadRun {
  const sum = (of: (counts: WorkloadRun["counts"]) => number) =>
    workloads.reduce((total, { counts }) => total + of(counts), 0);
  return {
    ...newest,
    records: workloads.flatMap(({ records }) => records),
    counts: {
      ...newest.counts,
      attempted: sum(({ attempted }) => attempted),
      failed: sum(({ failed }) => failed),
      refused: sum(refusedOf),
    },
  };
}
