// Rows: one comparison as a row of the table, its values in one unit and its digits where they matter.
import { isFailureShare } from "../metrics/catalog.ts";
import type { WorkloadRun } from "../metrics/run.ts";
import type { AbsoluteFinding, Comparison } from "../verdict/verdict.ts";
import { type ReportInput, subjectOf, workloadRunOf } from "./input.ts";
import { worstFirst } from "./rank.ts";
import { type Column, type Table, type TableRow, table } from "./text/block.ts";
import {
  type ChangeUnit,
  formatAgainst,
  formatChange,
  formatInterval,
  formatLimit,
  formatShare,
  formatValue,
  formatValues,
} from "./text/format.ts";
import { code, strong, type Text, text } from "./text/text.ts";
import { baseColumn, workloadVerdictOf } from "./words/against.ts";
import { cellLabel, findingWords, symbols } from "./words/words.ts";

/** Shares of failures change by percentage points: from 0 % there is no relative change. */
export function changeUnit({ cell }: Comparison): ChangeUnit {
  return isFailureShare(cell.metric) ? "pp" : "%";
}

export function changeOf(comparison: Comparison): string {
  const { change, limit } = comparison;
  return formatChange(change, { limit, unit: changeUnit(comparison) });
}

function boundWords({ metric }: Comparison["cell"], { bound, limit }: AbsoluteFinding): string {
  const [, shown] = formatAgainst(metric.unit, limit, limit);
  return `${bound === "max" ? "≤" : "≥"} ${shown}`;
}

/** "+15 %", with an absolute bound beside it where there is one. */
function allowedOf(comparison: Comparison): string {
  const { cell, limit, absolute } = comparison;
  const relative = formatLimit(limit, changeUnit(comparison));
  if (absolute === undefined) return relative;
  const bound = boundWords(cell, absolute);
  return limit === undefined ? bound : `${relative}, ${bound}`;
}

/** "3.33 % of 300": a share of few requests says less than one of many. */
function errorsOf(share: number | undefined, run: WorkloadRun | undefined): string {
  if (share === undefined || run === undefined) return formatShare(share);
  return `${formatShare(share)} of ${run.counts.attempted}`;
}

/** Baseline and candidate as they stand in the row. */
export function valuesOf(comparison: Comparison, run: WorkloadRun | undefined): [string, string] {
  const { cell, baseline, candidate } = comparison;
  if (isFailureShare(cell.metric)) return [formatShare(baseline), errorsOf(candidate, run)];
  const [before = "", after = ""] = formatValues(cell.metric.unit, [baseline, candidate]);
  return [before, after];
}

function changeText(comparison: Comparison, bold: boolean): Text {
  const interval = formatInterval(comparison.lower, comparison.upper);
  const change = bold ? strong(changeOf(comparison)) : changeOf(comparison);
  return interval === "" ? text`${change}` : text`${change} ${interval}`;
}

interface RowContext {
  readonly run: WorkloadRun | undefined;
  readonly subject: string;
  /** The other side's column. */
  readonly base: string;
  /** A regression that somebody agreed to is not shown in red. */
  readonly accepted: boolean;
}

function compareRow(comparison: Comparison, { run, accepted }: RowContext): TableRow {
  const found = findingWords(comparison);
  const { tone } = found;
  const words = accepted ? found.words.replace(symbols.regressed, symbols.accepted) : found.words;
  const [before, after] = valuesOf(comparison, run);
  const bold = tone === "bad";
  return {
    tone,
    cells: [
      text`${bold ? strong(cellLabel(comparison.cell)) : cellLabel(comparison.cell)}`,
      text`${before}`,
      text`${bold ? strong(after) : after}`,
      changeText(comparison, bold),
      text`${allowedOf(comparison)}`,
      text`${words}`,
    ],
  };
}

function right(title: string): Column {
  return { title: text`${title}`, align: "right" };
}

/** Both sides, the change with its interval, what is allowed and the finding. */
function comparisonTable(
  workload: string,
  comparisons: readonly Comparison[],
  context: RowContext,
): Table {
  const columns: Column[] = [
    { title: text`${code(workload)}`, align: "left" },
    right(context.base),
    right(context.subject),
    right("change"),
    right("allowed"),
    { title: text`finding`, align: "left" },
  ];
  return table(
    columns,
    worstFirst(comparisons).map((each) => compareRow(each, context)),
  );
}

/** Without one: what was measured. */
function measuredTable(
  workload: string,
  comparisons: readonly Comparison[],
  context: RowContext,
): Table {
  const columns: Column[] = [
    { title: text`${code(workload)}`, align: "left" },
    right(context.subject),
  ];
  return table(
    columns,
    comparisons.map(({ cell, candidate }) => [
      text`${cellLabel(cell)}`,
      text`${
        isFailureShare(cell.metric)
          ? errorsOf(candidate, context.run)
          : formatValue(cell.metric.unit, candidate)
      }`,
    ]),
  );
}

/** Both sides where there are two, else what was measured; undefined without rows. */
export function tableOf(
  workload: string,
  comparisons: readonly Comparison[],
  input: ReportInput,
): Table | undefined {
  if (comparisons.length === 0) return undefined;
  const run = workloadRunOf(input.run, workload);
  const context = {
    run,
    subject: subjectOf(input),
    base: baseColumn(workloadVerdictOf(input.verdict, workload)?.baseline),
    accepted: input.verdict.kind === "accepted",
  };
  const judged = comparisons.some(
    ({ baseline, finding }) => baseline !== undefined || finding === "regressed",
  );
  return judged
    ? comparisonTable(workload, comparisons, context)
    : measuredTable(workload, comparisons, context);
}
