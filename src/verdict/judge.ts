// Run + baselines + policy → Verdict.
import type { HistoryRecord } from "../baseline/history.ts";
import { isFailureShare } from "../metrics/catalog.ts";
import { failureFaults } from "../metrics/run/validity.ts";
import type { WorkloadRun } from "../metrics/run.ts";
import { mean } from "../stats/moments.ts";
import { type Warning, warning } from "../warning.ts";
import {
  type Against,
  type Brief,
  briefOf,
  type JudgeRequest,
  noBaseline,
  unmeasuredVerdict,
} from "./brief.ts";
import { type BoundedSubject, findingsOf, type SubjectFindings } from "./findings.ts";
import { outcomeOf } from "./outcome.ts";
import type { GatePolicy } from "./policy.ts";
import type { BaselineIdentity, Comparison, Verdict, WorkloadVerdict } from "./verdict.ts";
import { cellName, percent } from "./words.ts";

export function judge(request: JudgeRequest): Verdict {
  const { run, policy, confirmable } = request;
  const briefs = run.workloads.map((workload) => briefOf(workload, request));
  const found = findingsOf(
    briefs.map(({ subject }) => subject),
    { policy, confirmable },
  );
  const judged = briefs.flatMap((brief, index) => {
    const findings = found.subjects[index];
    return findings ? workloadVerdict(brief, findings, policy) : [];
  });
  const workloads = [...judged, ...(request.unmeasured ?? []).map(unmeasuredVerdict)];
  const { confirmation, alpha } = found;
  return {
    ...outcomeOf(workloads, invalidityOf(request), policy),
    workloads,
    confirmation,
    alpha,
    ...geomeanOf(workloads),
    warnings: request.warnings ?? [],
  };
}

/** Whether a second measurement would decide something: a gating cell is regressed but for it, and the first is valid. */
export function needsConfirmation({ kind, workloads }: Verdict): boolean {
  if (kind === "invalid") return false;
  return workloads.some(({ comparisons }) =>
    comparisons.some(({ gating, awaitsConfirmation }) => gating && awaitsConfirmation === true),
  );
}

export interface PastJob {
  readonly name: string;
  readonly record: HistoryRecord;
  /** Earlier jobs of the same key, oldest first. */
  readonly history: readonly HistoryRecord[];
  readonly policy: GatePolicy;
  readonly openLoop?: boolean | undefined;
}

/** What the gate would have said of a recorded job; absolute bounds need raw values, which a record has not. */
export function judgeRecord({ name, record, history, policy, openLoop }: PastJob): Verdict {
  const { confirmation: cells, confirmationErr: err = { x: 0, n: 0 }, confirmationRej } = record;
  const again = cells ? { ...record, cells, err, rej: confirmationRej } : undefined;
  const subject: BoundedSubject = {
    workload: name,
    candidate: record,
    confirmation: policy.confirm > 0 ? again : undefined,
    history: history.slice(-policy.history),
    openLoop: openLoop ?? false,
  };
  const { subjects, confirmation, alpha } = findingsOf([subject], { policy, confirmable: false });
  const notCompared = history.length === 0 ? noBaseline("it is the first job") : undefined;
  const against = { kind: "history", reference: undefined } as const;
  const brief: Brief = { subject, against, notCompared, warnings: [] };
  const workloads = subjects.map((findings) => workloadVerdict(brief, findings, policy));
  const invalid = faultsOfRecord(record).map(({ message }) => `${name}: ${message}`);
  const outcome = outcomeOf(workloads, invalid, policy);
  return { ...outcome, workloads, confirmation, alpha, ...geomeanOf(workloads), warnings: [] };
}

/** Why a record should not have entered the history; what else makes a measurement invalid it does not tell. */
export function faultsOfRecord({ err }: HistoryRecord): Warning[] {
  return failureFaults(err.x, err.n);
}

function workloadVerdict(
  brief: Brief,
  findings: SubjectFindings,
  policy: GatePolicy,
): WorkloadVerdict {
  const { against, explanation } = brief;
  const { workload, jobs } = findings;
  const notCompared =
    brief.notCompared ?? elsewhere(brief, jobs) ?? nothingGated(findings, against);
  const baseline = identityOf(against, jobs);
  const { minHistory } = policy;
  const short = against.kind === "history" && jobs > 0 && jobs < minHistory;
  return {
    workload,
    comparisons: findings.comparisons.map((one) => withReason(one, brief.notCompared)),
    ...(baseline && { baseline }),
    ...(notCompared && { notCompared }),
    ...(short && { calibrating: { jobs, needed: minHistory } }),
    ...(explanation && { explanation }),
    warnings: [
      ...brief.warnings,
      ...droppedWarnings(findings, against),
      ...driftWarnings(findings),
    ],
  };
}

/** A cell that found no history because the workload was not compared at all says that instead. */
function withReason(comparison: Comparison, why: WorkloadVerdict["notCompared"]): Comparison {
  if (!why || comparison.reason !== "no-baseline") return comparison;
  return { ...comparison, reason: why.reason };
}

function identityOf(against: Against, jobs: number): BaselineIdentity | undefined {
  if (against.kind === "duet") return against.identity;
  const { reference } = against;
  const chosen = reference?.history.at(-1);
  if (!reference || !chosen) return undefined;
  const { source, match, distance } = reference;
  const { sha, time } = chosen;
  const near = distance !== undefined && { distance };
  return { kind: "history", source, sha, time, match, ...near, jobs };
}

function elsewhere({ subject }: Brief, jobs: number): WorkloadVerdict["notCompared"] {
  if ("rounds" in subject) return undefined;
  const newest = subject.history.at(-1);
  if (!newest || jobs > 0) return undefined;
  const message = `main was measured on ${newest.where}, this run on ${subject.candidate.where}`;
  return { reason: "environment-changed", message };
}

/** Cells gate but none has a counterpart: all new, or dropped. Failures alone are no comparison of speed. */
function nothingGated(
  { comparisons, dropped }: SubjectFindings,
  { kind }: Against,
): WorkloadVerdict["notCompared"] {
  const gating = comparisons.filter((one) => one.gating);
  const cells = gating.filter(({ cell }) => !isFailureShare(cell.metric));
  const onlyErrors = gating.length > 0 && cells.length === 0 && dropped.length === 0;
  if (onlyErrors || cells.some(({ reason }) => reason !== "new")) return undefined;
  const message = `${nameOf[kind]} has none of the cells that gate`;
  return kind === "history" ? noBaseline(message) : { reason: "not-comparable", message };
}

/** The other side, in sentences. */
const nameOf: Readonly<Record<Against["kind"], string>> = {
  history: "main",
  duet: "the base endpoint",
};

function droppedWarnings({ dropped }: SubjectFindings, { kind }: Against): Warning[] {
  if (dropped.length === 0) return [];
  const names = dropped.map(cellName).join(", ");
  const message = `Not gated, as neither this run nor ${nameOf[kind]} has a number for it: ${names}.`;
  return [warning("cells-dropped", message)];
}

/** Small losses add up: each was within the limit, all of them together are not. */
function driftWarnings({ drifted }: SubjectFindings): Warning[] {
  return drifted.map(({ cell, by, jobs }) => {
    const { better } = cell.metric;
    const share = percent(Math.abs(better === "lower" ? Math.expm1(by) : Math.expm1(-by)));
    const verb = better === "lower" ? "risen" : "fallen";
    const message = `${cellName(cell)} of main has ${verb} by ${share} over its last ${jobs} jobs, and nobody accepted that.`;
    return warning("main-drifted", message);
  });
}

/** Reasons why nothing here can be trusted, one sentence each. */
function invalidityOf({ run, declared }: JudgeRequest): string[] {
  const names = new Set(run.workloads.map(({ name }) => name));
  const missing = declared.filter((name) => !names.has(name));
  const none = run.workloads.length === 0 ? ["No workload was measured."] : [];
  return [
    ...none,
    ...missing.map((name) => `${name}: was declared but not measured.`),
    ...run.workloads.flatMap(workloadInvalidity),
  ];
}

/** A base endpoint that was not measured well leaves nothing to hold this one against; who measures may have said so. */
function workloadInvalidity({ name, duet, ...own }: WorkloadRun): string[] {
  const faults = faultsOf(own);
  const base = duet ? faultsOf(duet.base).map((fault) => `base endpoint: ${fault}`) : [];
  return (faults.length > 0 ? faults : base).map((fault) => `${name}: ${fault}`);
}

function faultsOf({ invalid, counts }: Pick<WorkloadRun, "invalid" | "counts">): string[] {
  const stated = invalid.map(({ message }) => message);
  return counts.completed > 0 || stated.length > 0 ? stated : ["no request completed."];
}

function geomeanOf(workloads: readonly WorkloadVerdict[]): Pick<Verdict, "geomean"> {
  const effects = workloads
    .flatMap(({ comparisons }) => comparisons.filter(({ gating }) => gating))
    .flatMap(worseBy);
  return effects.length === 0 ? {} : { geomean: Math.expm1(mean(effects)) };
}

/** d again, worse = positive; a share of failures changes in points and has none. */
function worseBy({ cell, change, p }: Comparison): number[] {
  if (change === undefined || p === undefined || isFailureShare(cell.metric)) return [];
  const log = Math.log1p(change);
  return [cell.metric.better === "lower" ? log : -log];
}
