// History: how each gated cell went on main, with this run at the end.
import type { Comparison, WorkloadVerdict } from "../../verdict/verdict.ts";
import { lineChart, sparkline } from "../faces/charts.ts";
import { allComparisons, gatingOf, type ReportInput, subjectOf } from "../input.ts";
import { worstFirst } from "../rank.ts";
import { type Block, type Column, codeBlock, table } from "../text/block.ts";
import { formatShare, formatValue, formatValues } from "../text/format.ts";
import { code, type Text, text } from "../text/text.ts";
import { variationOf } from "../words/sensitivity.ts";
import { cellLabel } from "../words/words.ts";
import type { Fold } from "./fold.ts";

/** Two points make no line. */
const fewestForChart = 3;

function seriesOf({ workload, cell }: Comparison, { history }: ReportInput): readonly number[] {
  return history.get(workload)?.cells.get(cell.id) ?? [];
}

function withThisRun(comparison: Comparison, series: readonly number[]): number[] {
  return comparison.candidate === undefined ? [...series] : [...series, comparison.candidate];
}

function historyRow(comparison: Comparison, input: ReportInput): Text[] {
  const { cell, candidate } = comparison;
  const series = seriesOf(comparison, input);
  const [low = "", high = "", here = ""] = formatValues(cell.metric.unit, [
    Math.min(...series),
    Math.max(...series),
    candidate,
  ]);
  const variation = variationOf(series);
  return [
    text`${cellLabel(cell)}`,
    text`${sparkline(withThisRun(comparison, series))}`,
    text`${low} to ${high}`,
    text`${variation === undefined ? "–" : formatShare(Number(variation.toPrecision(2)))}`,
    text`${here}`,
  ];
}

function workloadTable(verdict: WorkloadVerdict, input: ReportInput): Block[] {
  const shown = gatingOf(verdict).filter((each) => seriesOf(each, input).length > 0);
  const columns: Column[] = [
    { title: text`${code(verdict.workload)}`, align: "left" },
    { title: text`main, oldest first, then ${subjectOf(input)}`, align: "left" },
    { title: text`range on main`, align: "right" },
    { title: text`varies by`, align: "right" },
    { title: text`${subjectOf(input)}`, align: "right" },
  ];
  return shown.length === 0
    ? []
    : [
        table(
          columns,
          shown.map((each) => historyRow(each, input)),
        ),
      ];
}

/** The worst cell drawn, for faces that draw. */
function worstChart(input: ReportInput): Block[] {
  const gating = worstFirst(allComparisons(input)).filter((each) => each.gating);
  const worst = gating.find((each) => seriesOf(each, input).length >= fewestForChart);
  if (worst === undefined) return [];
  const values = withThisRun(worst, seriesOf(worst, input));
  const [, unit = ""] = formatValue(worst.cell.metric.unit, values[0]).split(" ");
  const scale = unit === "s" ? 0.001 : 1;
  const title = `${cellLabel(worst.cell)}: main, then ${subjectOf(input)}`;
  const chart = lineChart({ title, unit, values: values.map((value) => value * scale) });
  return [codeBlock("mermaid", chart)];
}

export function historyFold(input: ReportInput): Fold {
  return {
    title: "History",
    blocks: [
      ...input.verdict.workloads.flatMap((each) => workloadTable(each, input)),
      ...worstChart(input),
    ],
  };
}
