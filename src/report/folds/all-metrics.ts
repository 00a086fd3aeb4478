// All metrics: every comparison with its statistics, and everything that was measured.
import type { Comparison, WorkloadVerdict } from "../../verdict/verdict.ts";
import { measurementBlocks } from "../faces/measurement.ts";
import type { ReportInput } from "../input.ts";
import { comparedOf } from "../rank.ts";
import { changeOf, tableOf } from "../rows.ts";
import { type Block, type Column, paragraph, table } from "../text/block.ts";
import {
  absent,
  formatChange,
  formatInterval,
  formatProbability,
  formatValue,
} from "../text/format.ts";
import { code, strong, type Text, text } from "../text/text.ts";
import { duetOf } from "../words/against.ts";
import { detectableOf } from "../words/sensitivity.ts";
import { cellLabel, findingWords } from "../words/words.ts";
import type { Fold } from "./fold.ts";

const titles = ["change", "80 % interval", "p", "p (Holm)", "seen from", "again", "requests"];

function columnsFor({ workload, baseline }: WorkloadVerdict): Column[] {
  const duet = baseline?.kind === "duet";
  const last = duet ? ["rounds", "p (signs)"] : ["jobs"];
  return [
    { title: text`${code(workload)}`, align: "left" },
    ...[...titles, ...last].map((title): Column => ({ title: text`${title}`, align: "right" })),
    { title: text`finding`, align: "left" },
  ];
}

function row(comparison: Comparison, { baseline }: WorkloadVerdict): Text[] {
  const { cell, lower, upper, p, pHolm, pExact, confirmation, n, jobs } = comparison;
  const signs = baseline?.kind === "duet" ? [text`${formatProbability(pExact)}`] : [];
  return [
    text`${cellLabel(cell)}`,
    text`${changeOf(comparison)}`,
    text`${formatInterval(lower, upper) || absent}`,
    text`${formatProbability(p)}`,
    text`${formatProbability(pHolm)}`,
    text`${detectableOf(comparison)}`,
    text`${formatValue(cell.metric.unit, confirmation)}`,
    text`${n ?? absent}`,
    text`${jobs}`,
    ...signs,
    text`${findingWords(comparison).words}`,
  ];
}

function statistics(verdict: WorkloadVerdict): Block[] {
  const { comparisons } = verdict;
  return comparedOf(comparisons).length === 0
    ? []
    : [
        table(
          columnsFor(verdict),
          comparisons.map((each) => row(each, verdict)),
        ),
      ];
}

function advisory({ workload, comparisons }: WorkloadVerdict, input: ReportInput): Block[] {
  const shown = tableOf(
    workload,
    comparisons.filter(({ gating }) => !gating),
    input,
  );
  return shown === undefined ? [] : [paragraph(text`Not gated, shown for information:`), shown];
}

const legend = text`The interval excludes what lies beyond each end with 90 % confidence. Holm's p counts for gated cells. “Seen from”: the smallest change that would have been called a regression four times in five. “Again”: the second measurement.`;

const signsLegend = text`“p (signs)”: the share of all ways to swap the two endpoints round by round that look as bad; it assumes nothing of the noise, and decides nothing.`;

function statisticsBlocks({ verdict }: ReportInput): Block[] {
  const tables = verdict.workloads.flatMap(statistics);
  const { geomean } = verdict;
  const signs = verdict.workloads.some(duetOf) ? [paragraph(signsLegend)] : [];
  const together =
    geomean === undefined
      ? []
      : [
          paragraph(
            text`All gated cells together, not tested: ${formatChange(geomean)} (worse is +).`,
          ),
        ];
  return tables.length === 0 ? [] : [...tables, paragraph(legend), ...signs, ...together];
}

function comparisonBlocks(input: ReportInput): Block[] {
  if (input.verdict.kind === "invalid") return [];
  return [
    ...input.verdict.workloads.flatMap((each) => advisory(each, input)),
    ...statisticsBlocks(input),
  ];
}

/** What does not gate, then the statistics, then the plain measurement. */
export function allMetricsFold(input: ReportInput): Fold {
  return {
    title: "All metrics",
    blocks: [
      ...comparisonBlocks(input),
      ...input.run.workloads.flatMap((run) => [
        paragraph(text`${strong("Measured")} ${code(run.name)}`),
        ...measurementBlocks(run),
      ]),
    ],
  };
}
