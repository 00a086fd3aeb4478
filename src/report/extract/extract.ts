// From a judged run to its extract: what is no number and no word of ours stays behind.
import { isOfBase } from "../../metrics/duet/duet-run.ts";
import type { Run, WorkloadRun } from "../../metrics/run.ts";
import type { GatePolicy } from "../../verdict/policy.ts";
import type { Verdict, WorkloadVerdict } from "../../verdict/verdict.ts";
import { type ReportInput, workloadRunOf } from "../input.ts";
import {
  type ChangeExtract,
  type Extract,
  extractSchema,
  extractVersion,
  type WorkloadExtract,
} from "./schema.ts";

export interface Extractable {
  /** The gate's. */
  readonly name: string;
  readonly verdict: Verdict;
  readonly run: Run;
  readonly policy: GatePolicy;
  readonly commit?: ReportInput["commit"];
  readonly change?: ChangeExtract | undefined;
}

/** NaN and infinity have no place in JSON: what is none is absent, as what is undefined. */
function withoutHoles(value: unknown): unknown {
  const whole = (_: string, each: unknown) =>
    typeof each === "number" && !Number.isFinite(each) ? undefined : each;
  return JSON.parse(JSON.stringify(value, whole));
}

function loadOf({ definition }: WorkloadRun): WorkloadExtract["load"] {
  const load = String(definition["load"] ?? "");
  const [, concurrency] = /^closed loop, concurrency (\d+)$/.exec(load) ?? [];
  if (concurrency !== undefined) return { concurrency: Number(concurrency) };
  const [, rate, arrival] = /^open loop, rate ([\d.]+)\/s, (constant|poisson)/.exec(load) ?? [];
  if (arrival !== "constant" && arrival !== "poisson") return undefined;
  return { rate: Number(rate), arrival };
}

function measuredOf(run: WorkloadRun | undefined) {
  if (run === undefined) return { attempted: 0, completed: 0, failures: {}, invalid: [] };
  const { counts, tokens } = run;
  const { output, input } = tokens;
  return {
    attempted: counts.attempted,
    completed: counts.completed,
    failures: counts.failures,
    load: loadOf(run),
    tokens: output === null ? undefined : { output: output.mean, input: input?.mean },
    ...faultsOf(run),
  };
}

/** Of a duet by endpoint, as who measured said it; the codes alone no longer tell. */
function faultsOf({ invalid, duet }: WorkloadRun) {
  const codesOf = (faults: WorkloadRun["invalid"]) => faults.map(({ code }) => code);
  if (!duet) return { invalid: codesOf(invalid) };
  const base = invalid.length === 0 ? duet.base.invalid : invalid.filter(isOfBase);
  return {
    invalid: codesOf(invalid.filter((fault) => !isOfBase(fault))),
    baseInvalid: codesOf(base),
  };
}

function workloadOf(verdict: WorkloadVerdict, run: Run) {
  const { workload, comparisons, baseline, notCompared, calibrating, explanation } = verdict;
  return {
    name: workload,
    comparisons: comparisons.map((each) => ({ ...each, cell: each.cell.id })),
    baseline,
    notCompared: notCompared?.reason,
    calibrating,
    parts: explanation && { before: explanation.before, after: explanation.after },
    ...measuredOf(workloadRunOf(run, workload)),
  };
}

/** undefined where something does not fit, such as a commit that is none: then there is nothing to tell again. */
export function extractFrom(told: Extractable): Extract | undefined {
  const { name, verdict, run, policy, commit, change } = told;
  const extract = {
    schema: extractVersion,
    kind: "latency-gate-extract",
    name,
    verdict: verdict.kind,
    confirmation: verdict.confirmation,
    alpha: verdict.alpha,
    minHistory: policy.minHistory,
    onRegression: policy.onRegression,
    createdAt: run.createdAt,
    head: commit?.head,
    base: commit?.base,
    change,
    workloads: verdict.workloads.map((each) => workloadOf(each, run)),
  };
  const parsed = extractSchema.safeParse(withoutHoles(extract));
  return parsed.success ? parsed.data : undefined;
}

/** From outside: anybody may have written it. */
export function parseExtract(text: string): Extract | undefined {
  try {
    const parsed = extractSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
