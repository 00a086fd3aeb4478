// The verdict as JSON: the public format that other tools read; the zod schema is its one source.
import { z } from "zod";
import type { Run } from "../../metrics/run.ts";
import { exitCodeOf, type GatePolicy } from "../../verdict/policy.ts";
import {
  type Comparison,
  type Verdict,
  verdictKinds,
  type WorkloadVerdict,
} from "../../verdict/verdict.ts";
import { workloadRunOf } from "../input.ts";

const verdictSchemaVersion = 1;

const number = z.number().nullable();
const message = z.object({ code: z.string(), message: z.string() });

/** Values in the metric's unit; changes and limits are shares (0.15 is 15 %), of the error rate differences of shares. */
const verdictCellSchema = z.object({
  finding: z.enum(["regressed", "improved", "unchanged", "inconclusive"]),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  gating: z.boolean(),
  unit: z.string(),
  better: z.enum(["lower", "higher"]),
  baseline: number,
  candidate: number,
  confirmation: number,
  change: number,
  lower: number,
  upper: number,
  limit: number,
  theta: number,
  p: number,
  pHolm: number,
  /** Of a duet. */
  pExact: number,
  mde: number,
  n: z.int().nullable(),
  jobs: z.int(),
});

const historyIdentitySchema = z.object({
  kind: z.literal("history"),
  source: z.string(),
  sha: z.string(),
  time: z.string(),
  match: z.enum(["exact", "ancestor", "approximate"]),
  /** Commits from it to the commit that the change was made on, where that is known. */
  distance: z.int().min(0).optional(),
  jobs: z.int(),
});

const duetIdentitySchema = z.object({
  kind: z.literal("duet"),
  endpoint: z.string(),
  rounds: z.int().min(0),
  /** Main's duets with itself behind what is known of the placement; 0: assumed. */
  placementDuets: z.int().min(0),
});

const baselineIdentitySchema = z.discriminatedUnion("kind", [
  historyIdentitySchema,
  duetIdentitySchema,
]);

export const verdictSchema = z.object({
  schema: z.literal(verdictSchemaVersion),
  kind: z.literal("latency-gate-verdict"),
  verdict: z.enum(verdictKinds),
  exitCode: z.int(),
  /** One sentence per cause, the worst first. */
  because: z.array(z.string()),
  /** Geometric mean of the gating cells' change, worse = positive. Not tested. */
  geomean: number,
  alpha: z.number(),
  confirmation: z.enum(["not-needed", "measured", "none"]),
  workloads: z.array(
    z.object({
      name: z.string(),
      /** null where the workload was not measured. */
      key: z.string().nullable(),
      baseline: baselineIdentitySchema.nullable(),
      notCompared: z.object({ reason: z.string(), message: z.string() }).nullable(),
      calibrating: z.object({ jobs: z.int(), needed: z.int() }).nullable(),
      cells: z.record(z.string(), verdictCellSchema),
      warnings: z.array(message),
    }),
  ),
  warnings: z.array(message),
});
export type VerdictDocument = z.infer<typeof verdictSchema>;

/** JSON has no NaN and no infinity: what is not a number is absent. */
function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

function cellOf(comparison: Comparison): z.infer<typeof verdictCellSchema> {
  const { cell, finding, reason, note, gating, jobs, n } = comparison;
  return {
    finding,
    reason: reason ?? null,
    note: note ?? null,
    gating,
    unit: cell.metric.unit,
    better: cell.metric.better,
    baseline: finite(comparison.baseline),
    candidate: finite(comparison.candidate),
    confirmation: finite(comparison.confirmation),
    change: finite(comparison.change),
    lower: finite(comparison.lower),
    upper: finite(comparison.upper),
    limit: finite(comparison.limit),
    theta: finite(comparison.theta),
    p: finite(comparison.p),
    pHolm: finite(comparison.pHolm),
    pExact: finite(comparison.pExact),
    mde: finite(comparison.mde),
    n: n ?? null,
    jobs,
  };
}

function workloadOf(verdict: WorkloadVerdict, run: Run): VerdictDocument["workloads"][number] {
  const { workload, baseline, notCompared, calibrating, comparisons, warnings } = verdict;
  return {
    name: workload,
    key: workloadRunOf(run, workload)?.key ?? null,
    baseline: baseline ?? null,
    notCompared: notCompared ?? null,
    calibrating: calibrating ?? null,
    cells: Object.fromEntries(comparisons.map((each) => [each.cell.id, cellOf(each)])),
    warnings: [...warnings],
  };
}

export interface VerdictJsonInput {
  readonly verdict: Verdict;
  readonly run: Run;
  readonly policy: GatePolicy;
}

export function verdictJson({ verdict, run, policy }: VerdictJsonInput): VerdictDocument {
  return {
    schema: verdictSchemaVersion,
    kind: "latency-gate-verdict",
    verdict: verdict.kind,
    exitCode: exitCodeOf(verdict.kind, policy),
    because: [...verdict.because],
    geomean: finite(verdict.geomean),
    alpha: verdict.alpha,
    confirmation: verdict.confirmation,
    workloads: verdict.workloads.map((each) => workloadOf(each, run)),
    warnings: [...verdict.warnings],
  };
}
