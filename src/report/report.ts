// Report: one verdict made readable; every face (comment, summary, terminal) shows this same value.
import type { VerdictKind, WorkloadVerdict } from "../verdict/verdict.ts";
import { type Annotation, annotationsOf } from "./faces/annotations.ts";
import { footerOf } from "./faces/footer.ts";
import { allMetricsFold } from "./folds/all-metrics.ts";
import type { Fold } from "./folds/fold.ts";
import { historyFold } from "./folds/history.ts";
import { identityFold } from "./folds/identity.ts";
import { measuredFold } from "./folds/measured.ts";
import { reproduceFold } from "./folds/reproduce.ts";
import { whyFold } from "./folds/why.ts";
import { gatingOf, type ReportInput } from "./input.ts";
import { comparedOf, regressedOf, unsureOf } from "./rank.ts";
import { tableOf } from "./rows.ts";
import type { Table } from "./text/block.ts";
import type { Text } from "./text/text.ts";
import { headlineOf } from "./words/headline.ts";
import { notesOf, warningNotes } from "./words/notes.ts";
import { symbols } from "./words/words.ts";

/** One workload: its gated rows and what qualifies them; the other rows stand in a fold. */
export interface Section {
  readonly workload: string;
  /** Something to look at: shown open where there are several workloads. */
  readonly open: boolean;
  /** "6 of 6 compared, nothing beyond its limit", for a section that is closed. */
  readonly status: string;
  readonly gated: Table | undefined;
  readonly notes: readonly Text[];
  readonly footer: Text;
}

export interface Report {
  readonly name: string;
  readonly kind: VerdictKind;
  readonly symbol: string;
  readonly title: Text;
  readonly lead: readonly Text[];
  readonly sections: readonly Section[];
  /** What qualifies the whole verdict. */
  readonly notes: readonly Text[];
  readonly folds: readonly Fold[];
  readonly annotations: readonly Annotation[];
}

/** What a broken measurement compared says nothing. */
function judged({ verdict: { kind } }: ReportInput): boolean {
  return kind !== "invalid" && kind !== "skipped";
}

function statusOf(verdict: WorkloadVerdict): string {
  const gating = gatingOf(verdict);
  const slower = regressedOf(gating).length;
  if (slower > 0) return `${slower} of ${gating.length} beyond the limit`;
  if (verdict.notCompared !== undefined || unsureOf(gating).length > 0) return "not sure";
  return `${comparedOf(gating).length} of ${gating.length} compared, nothing beyond its limit`;
}

function sectionOf(verdict: WorkloadVerdict, input: ReportInput): Section {
  const gating = gatingOf(verdict);
  return {
    workload: verdict.workload,
    open:
      input.verdict.workloads.length === 1 ||
      verdict.notCompared !== undefined ||
      regressedOf(gating).length + unsureOf(gating).length > 0,
    status: statusOf(verdict),
    gated: judged(input) ? tableOf(verdict.workload, gating, input) : undefined,
    notes: notesOf(verdict, input),
    footer: footerOf(verdict, input),
  };
}

function foldsOf(input: ReportInput): Fold[] {
  if (input.verdict.kind === "skipped") return [];
  return [whyFold, allMetricsFold, measuredFold, historyFold, identityFold, reproduceFold]
    .map((fold) => fold(input))
    .filter(({ blocks }) => blocks.length > 0);
}

export function reportFrom(input: ReportInput): Report {
  const headline = headlineOf(input);
  const { verdict } = input;
  return {
    name: input.name,
    kind: verdict.kind,
    symbol: symbols[verdict.kind],
    ...headline,
    sections: verdict.workloads.map((each) => sectionOf(each, input)),
    notes: warningNotes(verdict.warnings),
    folds: foldsOf(input),
    annotations: annotationsOf(input, headline),
  };
}
