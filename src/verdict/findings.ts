// Findings of every cell of every workload of one job, tested together.
import { type Cell, type CellId, isFailureShare } from "../metrics/catalog.ts";
import { type CaseList, casesOf, type DriftedCell, type Subject } from "./cells/cases.ts";
import { type Decision, decide, type Terms } from "./cells/decide.ts";
import { type FailureTerms, failuresOf } from "./cells/error-rate.ts";
import { type DuetSubject, duetCases, duetFailures } from "./duet/duet.ts";
import type { GatePolicy } from "./policy.ts";
import type { AbsoluteFinding, Comparison } from "./verdict.ts";
import { quantity } from "./words.ts";

/** One workload, compared with main's history or round by round, and how its cells stand to their absolute bounds. */
export type BoundedSubject = (Subject | DuetSubject) & {
  readonly absolute?: ReadonlyMap<CellId, AbsoluteFinding> | undefined;
};

export interface FindingTerms extends Terms {
  readonly policy: GatePolicy;
}

export interface SubjectFindings {
  readonly workload: string;
  readonly comparisons: readonly Comparison[];
  /** Main's jobs of the current epoch; of a duet its rounds. */
  readonly jobs: number;
  readonly dropped: readonly Cell[];
  readonly drifted: readonly DriftedCell[];
}

export interface Findings extends Pick<Decision, "confirmation" | "alpha"> {
  readonly subjects: readonly SubjectFindings[];
}

/** One Holm family over the gating cells of all subjects. */
export function findingsOf(subjects: readonly BoundedSubject[], terms: FindingTerms): Findings {
  const lists = subjects.map((subject) => listOf(subject, terms.policy));
  const testable = lists.flatMap(({ cases }) => cases.filter((one) => one.kind === "testable"));
  const { comparisons, ...decision } = decide(testable, terms);
  const decided = [...comparisons];
  const found = lists.flatMap((list, index) => {
    const subject = subjects[index];
    if (!subject) return [];
    const ofList = list.cases.flatMap((one) =>
      one.kind === "settled" ? one.comparison : (decided.shift() ?? []),
    );
    return subjectFindings(subject, { list, found: ofList, terms });
  });
  const remeasured = subjects.some(wasBoundRemeasured) || found.some(wereFailuresRemeasured);
  return { ...decision, ...(remeasured && { confirmation: "measured" }), subjects: found };
}

function listOf(subject: BoundedSubject, policy: GatePolicy): CaseList {
  return "rounds" in subject ? duetCases(subject, policy) : casesOf(subject, policy);
}

function failedOf(subject: BoundedSubject, terms: FailureTerms): Comparison[] {
  return "rounds" in subject ? duetFailures(subject, terms) : failuresOf(subject, terms);
}

function wasBoundRemeasured({ absolute, confirmation }: BoundedSubject): boolean {
  if (!absolute || !confirmation) return false;
  return [...absolute.values()].some(({ finding }) => !finding.startsWith("kept"));
}

function wereFailuresRemeasured({ comparisons }: SubjectFindings): boolean {
  return comparisons.some(
    ({ cell, gating, finding, reason, confirmation }) =>
      isFailureShare(cell.metric) &&
      gating &&
      confirmation !== undefined &&
      (finding === "regressed" || reason === "exceeds-within-noise"),
  );
}

interface Found {
  readonly list: CaseList;
  readonly found: readonly Comparison[];
  readonly terms: FindingTerms;
}

function subjectFindings(subject: BoundedSubject, { list, found, terms }: Found) {
  const awaited = terms.confirmable && terms.policy.confirm > 0 && !subject.confirmation;
  const all = [...found, ...failedOf(subject, { policy: terms.policy, awaited })];
  return {
    workload: subject.workload,
    comparisons: all.map((one) => withBound(one, subject.absolute?.get(one.cell.id), awaited)),
    jobs: list.jobs,
    dropped: list.dropped,
    drifted: list.drifted,
  };
}

/** A broken bound is a regression whatever the history says; a doubtful one is never unchanged. */
function withBound(
  comparison: Comparison,
  absolute: AbsoluteFinding | undefined,
  awaited: boolean,
): Comparison {
  if (!absolute) return comparison;
  const { reason, ...rest } = comparison;
  const limit = quantity(absolute.limit, comparison.cell.metric.unit);
  const beyond = `${absolute.bound === "max" ? "above" : "below"} its ${absolute.bound} of ${limit}`;
  const doubtful = { finding: "inconclusive", reason: "exceeds-within-noise" } as const;
  if (absolute.finding === "broken")
    return awaited
      ? { ...comparison, ...doubtful, absolute, awaitsConfirmation: true }
      : { ...rest, finding: "regressed", absolute, note: beyond };
  if (absolute.finding === "over-within-noise" && comparison.finding !== "regressed")
    return { ...comparison, ...doubtful, absolute, note: `${beyond}, perhaps by chance` };
  return { ...comparison, absolute };
}
