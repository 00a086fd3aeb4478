// What was measured, and how: the workload card, and three answers for every metric of the table.
import type { Metric } from "../../metrics/catalog.ts";
import { originOf } from "../../metrics/run/legs.ts";
import type { WorkloadRun } from "../../metrics/run.ts";
import { allComparisons, type ReportInput } from "../input.ts";
import { type Block, list, paragraph, table } from "../text/block.ts";
import { code, strong, type Text, text } from "../text/text.ts";
import { cardOf } from "./card.ts";
import type { Fold } from "./fold.ts";

/** Straight from the catalogue, so that no prose can say something else. */
function boundariesTable(metrics: readonly Metric[]): Block {
  const titles = ["metric", "counted", "clock starts", "clock stops", "scope", "formula"];
  return table(
    titles.map((title) => ({ title: text`${title}`, align: "left" })),
    metrics.map(({ label, counted, clockStart, clockStop, scope, formula }) =>
      [label, counted, clockStart, clockStop, scope, formula].map(
        (answer) => text`${answer ?? "–"}`,
      ),
    ),
  );
}

function metricsShown(input: ReportInput): Metric[] {
  return [...new Set(allComparisons(input).map(({ cell }) => cell.metric))];
}

/** The definition that the key stands for; two runs are compared only if all of it is equal. */
function definitionOf({ key, definition }: WorkloadRun): Text {
  const settings = Object.entries(definition).map(([name, value]) => `${name}=${value}`);
  const parts = settings.flatMap((setting, index) => [
    ...(index === 0 ? [] : text` `),
    code(setting),
  ]);
  return text`Key ${code(key.slice(0, 12))}: ${parts}`;
}

function workloadBlocks(run: WorkloadRun, input: ReportInput): Block[] {
  return [
    paragraph(text`${strong("Workload")} ${code(run.name)}`),
    cardOf(run, originOf(input.run, run).environment),
    ...list([definitionOf(run)]),
  ];
}

export function measuredFold(input: ReportInput): Fold {
  const metrics = metricsShown(input);
  return {
    title: "What was measured, and how",
    blocks: [
      ...input.run.workloads.flatMap((run) => workloadBlocks(run, input)),
      ...(metrics.length === 0 ? [] : [boundariesTable(metrics)]),
    ],
  };
}
