// Absolute bounds (`max`, `min`): judged by counting the requests beyond them, without any baseline.
import { type Cell, isFailureShare, quantileOf } from "../../metrics/catalog.ts";
import { cellsOf } from "../../metrics/cells.ts";
import { refusedOf } from "../../metrics/observation.ts";
import type { WorkloadRun } from "../../metrics/run.ts";
import { requestValues } from "../../metrics/values/request-values.ts";
import { atLeast, atMost } from "../../stats/distributions/binomial.ts";
import type { CellLimit } from "../policy.ts";
import type { AbsoluteFinding } from "../verdict.ts";

const brokenAlpha = 0.01;
const keptAlpha = 0.05;

type Bound = Pick<AbsoluteFinding, "bound" | "limit">;

/** Requests beyond the bound, against the share that may be; or one value of a whole window. */
type Evidence =
  | { readonly kind: "count"; readonly beyond: number; readonly of: number; readonly share: number }
  | { readonly kind: "value"; readonly beyond: boolean };

export interface BoundedCell {
  readonly cell: Cell;
  readonly limit: CellLimit;
  readonly workload: WorkloadRun;
  /** The same, measured again: a broken bound must then be broken twice. */
  readonly again?: WorkloadRun | undefined;
}

/** Undefined where the cell has no bound or no number. `max` is looked at first; a cell has one of the two. */
export function absoluteFinding(bounded: BoundedCell): AbsoluteFinding | undefined {
  const bound = boundOf(bounded.limit);
  const first = bound && evidenceOf(bounded.cell, bound, bounded.workload);
  if (!bound || !first) return undefined;
  const finding = findingOf(first);
  const second = bounded.again && evidenceOf(bounded.cell, bound, bounded.again);
  if (finding.finding !== "broken" || !second) return { ...bound, ...finding };
  return { ...bound, ...(isConfirmed(first, second) ? finding : { ...finding, ...withinNoise }) };
}

const withinNoise = { finding: "over-within-noise" } as const;

function boundOf({ max, min }: CellLimit): Bound | undefined {
  if (max !== undefined) return { bound: "max", limit: max };
  return min === undefined ? undefined : { bound: "min", limit: min };
}

function evidenceOf(cell: Cell, bound: Bound, workload: WorkloadRun): Evidence | undefined {
  const { attempted, failed } = workload.counts;
  if (isFailureShare(cell.metric)) {
    const beyond = cell.metric.id === "error_rate" ? failed : refusedOf(workload.counts);
    return attempted === 0
      ? undefined
      : { kind: "count", beyond, of: attempted, share: bound.limit };
  }
  const values = requestValues(workload, cell.metric.id);
  const q = cell.statistic && quantileOf[cell.statistic];
  if (q === undefined || values.length === 0) return windowEvidence(cell, bound, workload);
  const beyond = values.filter((value) => isBeyond(value, bound)).length;
  return { kind: "count", beyond, of: values.length, share: bound.bound === "max" ? 1 - q : q };
}

/** Means and whole-window values are compared as they are. */
function windowEvidence(cell: Cell, bound: Bound, workload: WorkloadRun): Evidence | undefined {
  const value = cellsOf(workload)[cell.id]?.value;
  return value === undefined ? undefined : { kind: "value", beyond: isBeyond(value, bound) };
}

function isBeyond(value: number, { bound, limit }: Bound): boolean {
  return bound === "max" ? value > limit : value < limit;
}

/** Broken: so many would be a 1 % chance if the bound were just kept. Kept: so few would be one of 5 %. */
function findingOf(evidence: Evidence): Pick<AbsoluteFinding, "finding" | "p"> {
  if (evidence.kind === "value") return { finding: evidence.beyond ? "broken" : "kept" };
  const { beyond, of, share } = evidence;
  const binomial = { trials: of, probability: share };
  const p = atLeast(beyond, binomial);
  if (p <= brokenAlpha) return { finding: "broken", p };
  if (atMost(beyond, binomial) <= keptAlpha) return { finding: "kept", p };
  return { finding: beyond > of * share + 1e-9 ? "over-within-noise" : "kept-unproven", p };
}

/** Both measurements together break it, and the second is beyond it on its own. */
function isConfirmed(first: Evidence, second: Evidence): boolean {
  if (first.kind === "value" || second.kind === "value")
    return second.kind === "value" && second.beyond;
  const pooled = {
    ...first,
    beyond: first.beyond + second.beyond,
    of: first.of + second.of,
  };
  return findingOf(pooled).finding === "broken" && second.beyond > second.of * second.share;
}
