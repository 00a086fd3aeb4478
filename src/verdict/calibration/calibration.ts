// Calibration: how much the jobs of one endpoint differ, what a gate can see through that, and how often it errs.
import type { HistoryRecord } from "../../baseline/history.ts";
import { type Cell, isFailureShare } from "../../metrics/catalog.ts";
import { fromLog } from "../../metrics/cells.ts";
import { type CentreAndScale, centreAndScale } from "../../stats/center.ts";
import { mean } from "../../stats/moments.ts";
import { type Findings, findingsOf, type SubjectFindings } from "../findings.ts";
import { epochsOf, logsOf } from "../past/epochs.ts";
import type { GatePolicy } from "../policy.ts";
import type { Comparison } from "../verdict.ts";
import { type LeaveOneOut, leaveOneOut } from "./leave-one-out.ts";
import { type Remedy, remedyOf, seesEnough, type Terms } from "./remedy.ts";

/** What main remembers of one workload. */
export interface Series {
  readonly workload: string;
  readonly key: string;
  /** Of that key, oldest first. */
  readonly records: readonly HistoryRecord[];
  readonly openLoop: boolean;
}

/** Values in the metric's unit; deviations are of logarithms, which for small ones are shares. */
export interface CellCalibration
  extends Pick<Comparison, "cell" | "limit" | "theta" | "mde" | "reason" | "note" | "jobs"> {
  /** The centre of the current level. */
  readonly level?: number;
  /** Of a job from its level, pooled over all levels, without what is assumed; absent with a single job. */
  readonly between?: number;
  /** Of a job's own value, by its requests alone; absent where it is not known from them. */
  readonly within?: number;
  /** A change of twice the limit would be seen. */
  readonly enough?: boolean;
  /** Where it would not. */
  readonly remedy?: Remedy;
}

export interface WorkloadCalibration {
  readonly workload: string;
  readonly key: string;
  /** Jobs of the current epoch. */
  readonly jobs: number;
  /** When the first and the last of them were measured. */
  readonly from: string;
  readonly to: string;
  /** Attempted by the newest of them. */
  readonly requests: number;
  /** The gating ones with a number; failures are counts and have tests of their own. */
  readonly cells: readonly CellCalibration[];
  readonly leaveOneOut: LeaveOneOut;
}

export interface Calibration {
  readonly workloads: readonly WorkloadCalibration[];
  /** Level of the tests in `mde`. */
  readonly alpha: number;
}

/** The workloads are those that one job measures: their gating cells are tested together. Empty series are left out. */
export function calibrationFrom(series: readonly Series[], policy: GatePolicy): Calibration {
  const kept = series.map((one) => ({ ...one, records: one.records.slice(-policy.history) }));
  const known = kept.flatMap((one) => epochedOf(one) ?? []);
  const terms = { policy, confirmable: policy.confirm > 0 };
  const found = findingsOf(known.map(oneMoreJob), terms);
  return {
    alpha: found.alpha,
    workloads: known.flatMap((one, index) => {
      const findings = found.subjects[index];
      return findings ? workloadOf(one, findings, { policy, ...familyOf(found, policy) }) : [];
    }),
  };
}

interface Epoched extends Series {
  readonly epochs: readonly (readonly HistoryRecord[])[];
  readonly current: readonly HistoryRecord[];
  readonly newest: HistoryRecord;
}

function epochedOf(series: Series): Epoched | undefined {
  const epochs = epochsOf(series.records);
  const current = epochs.at(-1);
  const newest = current?.at(-1);
  return current && newest && { ...series, epochs, current, newest };
}

/** The job that is yet to come: in its place, with as much noise of its own as those before it had. */
function oneMoreJob({ workload, records, openLoop, current, newest }: Epoched) {
  const cells = Object.keys(newest.cells).flatMap((id) => {
    const logged = current.flatMap((record) => record.cells[id] ?? []);
    const y = mean(logged.map((one) => one.y));
    const n = Math.min(...logged.map((one) => one.n));
    return [[id, { y, w: rootMeanSquare(logged.map(({ w }) => w)), n }] as const];
  });
  const candidate = { ...newest, cells: Object.fromEntries(cells) };
  return { workload, candidate, history: records, openLoop };
}

function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(mean(values.map((value) => value ** 2)));
}

interface Context extends Terms {
  readonly policy: GatePolicy;
}

/** The terms of the test that the cells would go through together. */
function familyOf({ subjects, alpha }: Findings, { rule, history }: GatePolicy): Terms {
  const all = subjects.flatMap(({ comparisons }) => comparisons);
  const tested = all.filter(({ gating, mde }) => gating && mde !== undefined);
  return { alpha, rule, history, family: Math.max(1, tested.length) };
}

function workloadOf(one: Epoched, findings: SubjectFindings, context: Context) {
  const { workload, key, current, newest } = one;
  const gating = findings.comparisons.filter(
    ({ gating: gates, cell }) => gates && !isFailureShare(cell.metric),
  );
  return {
    workload,
    key,
    jobs: current.length,
    from: current[0]?.time ?? newest.time,
    to: newest.time,
    requests: newest.err.n,
    cells: gating.map((comparison) => cellOf(comparison, one, context)),
    leaveOneOut: leaveOneOut(one, context.policy),
  };
}

function cellOf(comparison: Comparison, one: Epoched, context: Context): CellCalibration {
  const { cell, limit, theta, mde, reason, note, jobs } = comparison;
  const logged = one.current.flatMap(({ cells }) => cells[cell.id] ?? []);
  const withinRun = logged.length > 0 ? rootMeanSquare(logged.map(({ w }) => w)) : 0;
  const epochs = logsOf(one.epochs, cell.id);
  const scale =
    epochs && centreAndScale({ epochs, withinRun, assumedCv: context.policy.assumedRunCv });
  return {
    cell,
    jobs,
    ...(limit !== undefined && { limit }),
    ...(theta !== undefined && { theta }),
    ...(scale && { level: fromLog(scale.centre, cell.metric.better) }),
    ...(scale?.measured !== undefined && { between: scale.measured }),
    ...(logged.length > 0 && isEstimated(cell) && { within: withinRun }),
    ...(mde === undefined
      ? { ...(reason && { reason }), ...(note && { note }) }
      : sensitivity({ mde, theta: theta ?? 0, cell, withinRun, scale, logged }, context)),
  };
}

/** A deployment's rate and a distribution of gaps are given an error that was assumed. */
function isEstimated({ metric, statistic }: Cell): boolean {
  return statistic !== undefined && metric.scope === "request";
}

interface Seen {
  readonly mde: number;
  readonly theta: number;
  readonly cell: Cell;
  readonly withinRun: number;
  readonly scale: CentreAndScale | undefined;
  readonly logged: readonly { readonly n: number }[];
}

function sensitivity(seen: Seen, { policy, ...terms }: Context) {
  const { mde, theta, cell, withinRun, scale, logged } = seen;
  const enough = seesEnough(mde, theta);
  if (enough || !scale) return { mde, enough };
  const requests = isEstimated(cell) ? Math.min(...logged.map(({ n }) => n)) : undefined;
  const setUp = {
    jobs: scale.jobs,
    freedom: scale.freedom,
    measured: scale.measured ?? 0,
    within: withinRun,
    requests,
    assumedCv: policy.assumedRunCv,
    theta,
  };
  return { mde, enough, remedy: remedyOf(setUp, terms) };
}
