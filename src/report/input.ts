// ReportInput: everything that a report is drawn from.
import type { CellId } from "../metrics/catalog.ts";
import type { Run, WorkloadRun } from "../metrics/run.ts";
import type { GatePolicy } from "../verdict/policy.ts";
import type { Comparison, Verdict, WorkloadVerdict } from "../verdict/verdict.ts";

/** Values of main's jobs per gated cell, in the metric's unit, oldest first. */
export interface HistorySeries {
  readonly cells: ReadonlyMap<CellId, readonly number[]>;
}

/** Who accepted a regression, and why. */
export interface Acceptance {
  readonly by: "label" | "trailer";
  readonly name: string;
  readonly reason: string;
}

export interface ReportInput {
  /** Names this gate where a repository has several. */
  readonly name: string;
  readonly verdict: Verdict;
  readonly run: Run;
  readonly confirmation?: Run | undefined;
  readonly policy: GatePolicy;
  /** `base` is given for a pull request only. */
  readonly commit?:
    | { readonly head?: string | undefined; readonly base?: string | undefined }
    | undefined;
  readonly history: ReadonlyMap<string, HistorySeries>;
  /** The exact command that repeats this comparison. */
  readonly reproduce: string;
  /** Where the baseline was looked for. */
  readonly baselineSource: string;
  /** The label that accepts a slowdown, where accepting is possible. */
  readonly acceptLabel?: string | undefined;
  readonly acceptance?: Acceptance | undefined;
}

export function workloadRunOf(run: Run | undefined, name: string): WorkloadRun | undefined {
  return run?.workloads.find((workload) => workload.name === name);
}

/** What the candidate's column is called. */
export function subjectOf({ commit }: ReportInput): string {
  return commit?.base === undefined ? "this run" : "this pull request";
}

export function gatingOf({ comparisons }: WorkloadVerdict): Comparison[] {
  return comparisons.filter((comparison) => comparison.gating);
}

export function allComparisons({ verdict }: ReportInput): Comparison[] {
  return verdict.workloads.flatMap(({ comparisons }) => comparisons);
}
