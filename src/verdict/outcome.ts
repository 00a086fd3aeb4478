// What the findings of all workloads come to together, and the sentences that say why.
import { isFailureShare } from "../metrics/catalog.ts";
import { exitCodeOf, type GatePolicy } from "./policy.ts";
import type { Comparison, InconclusiveReason, VerdictKind, WorkloadVerdict } from "./verdict.ts";
import { cellName, movement, percent, quantity } from "./words.ts";

export interface Outcome {
  readonly kind: VerdictKind;
  readonly because: readonly string[];
}

/** Reasons that a run-level `inconclusive` is made of; `underpowered` and `new` pass and are listed. */
const loud: ReadonlySet<InconclusiveReason> = new Set<InconclusiveReason>([
  "exceeds-within-noise",
  "unproven",
  "not-comparable",
  "insufficient-samples",
  "environment-changed",
]);

/** Sentences of each kind of trouble; an empty list is none of it. */
interface Troubles {
  readonly invalid: readonly string[];
  readonly regressed: readonly string[];
  readonly inconclusive: readonly string[];
  readonly noBaseline: readonly string[];
}

/**
 * invalid > regressed > inconclusive or no-baseline > passed. A gated workload that was not compared keeps the run from
 * passing, whatever the others did. Where one workload has no baseline and another is inconclusive, the kind that the
 * policy turns red wins, else `inconclusive`: a mild setting for one must not hide the other. Of an invalid run nothing
 * else is said: what its numbers looked like is no reason for anything.
 */
export function outcomeOf(
  workloads: readonly WorkloadVerdict[],
  invalid: readonly string[],
  policy: GatePolicy,
): Outcome {
  const troubles = troublesOf(workloads, invalid);
  const kind = kindOf(troubles, policy);
  const rest = [...troubles.regressed, ...troubles.inconclusive, ...troubles.noBaseline];
  return { kind, because: kind === "invalid" ? troubles.invalid : rest };
}

function kindOf({ invalid, regressed, inconclusive, noBaseline }: Troubles, policy: GatePolicy) {
  if (invalid.length > 0) return "invalid";
  if (regressed.length > 0) return "regressed";
  const open: VerdictKind[] = [];
  if (inconclusive.length > 0) open.push("inconclusive");
  if (noBaseline.length > 0) open.push("no-baseline");
  return open.find((kind) => exitCodeOf(kind, policy) !== 0) ?? open[0] ?? "passed";
}

function troublesOf(workloads: readonly WorkloadVerdict[], invalid: readonly string[]): Troubles {
  const gatingOf = (among: readonly WorkloadVerdict[]) =>
    among.flatMap(({ comparisons }) => comparisons.filter(({ gating }) => gating));
  const gating = gatingOf(workloads);
  const compared = gatingOf(workloads.filter(({ notCompared }) => !notCompared));
  const reasoned = (
    among: readonly Comparison[],
    wanted: (reason: InconclusiveReason) => boolean,
  ) => among.filter(({ reason }) => reason !== undefined && wanted(reason)).map(sentenceOf);
  const unjudged = workloads.filter(({ notCompared }) => notCompared);
  const messages = (baseline: boolean) =>
    unjudged
      .filter(({ notCompared }) => (notCompared?.reason === "no-baseline") === baseline)
      .map(({ workload, notCompared }) => `${workload}: ${notCompared?.message}.`);
  return {
    invalid: [...invalid, ...reasoned(gating, (reason) => reason === "no-number")],
    regressed: gating.filter(({ finding }) => finding === "regressed").map(sentenceOf),
    inconclusive: [...messages(false), ...reasoned(compared, (reason) => loud.has(reason))],
    noBaseline: messages(true),
  };
}

function sentenceOf(comparison: Comparison): string {
  const { workload, cell, finding, reason, note, absolute, candidate } = comparison;
  const subject = `${workload}: ${cellName(cell)}`;
  if (absolute && note && candidate !== undefined && !absolute.finding.startsWith("kept"))
    return `${subject} is ${quantity(candidate, cell.metric.unit)}, ${note}.`;
  const added = note ? ` (${note})` : "";
  if (finding === "regressed" || reason === "exceeds-within-noise")
    return `${subject} ${moved(comparison)}${added}.`;
  const words = reason ? reasonWords[reason] : finding;
  return `${subject} ${words}${added}.`;
}

function moved({ cell, change, limit, finding, confirmation }: Comparison): string {
  if (change === undefined || limit === undefined) return "is beyond its bound";
  const points = isFailureShare(cell.metric) ? " points" : "";
  const allowed = percent(Math.abs(limit));
  const extent = `${movement(change)}${points}, allowed are ${allowed}${points}`;
  if (finding !== "regressed") return `${extent}, but that may be noise`;
  return confirmation === undefined ? extent : `${extent}; a second measurement confirmed it`;
}

const reasonWords: Readonly<Record<InconclusiveReason, string>> = {
  "exceeds-within-noise": "moved within noise",
  underpowered: "could not be told apart from noise",
  unproven: "could not be shown to be within its limit",
  "no-baseline": "has no baseline",
  "insufficient-samples": "has too few requests",
  "not-comparable": "is not comparable with the baseline",
  "environment-changed": "was measured in another environment",
  new: "is new",
  "no-number": "has no number",
};
