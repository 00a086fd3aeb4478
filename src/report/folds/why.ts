// Why: e2e taken apart before and after, and what else may have moved it.
import type { WorkloadRun } from "../../metrics/run.ts";
import type { Parts, WorkloadVerdict } from "../../verdict/verdict.ts";
import { type ReportInput, subjectOf, workloadRunOf } from "../input.ts";
import { type Block, list, paragraph, table } from "../text/block.ts";
import { formatNumber, formatShare, formatValue, formatValues } from "../text/format.ts";
import { code, sentence, strong, type Text, text } from "../text/text.ts";
import { baseColumn } from "../words/against.ts";
import { failuresOf } from "../words/failures.ts";
import { spreadWords } from "../words/load-words.ts";
import type { Fold } from "./fold.ts";

type Sides = readonly [before: Parts, after: Parts];

/** A difference of two means is not good for three digits. */
function rounded(change: number): number {
  return Number(Math.abs(change).toFixed(Math.abs(change) < 10 ? 1 : 0));
}

function moved([before, after]: Sides, part: keyof Parts): string {
  const change = after[part] - before[part];
  const shown = formatValue("ms", rounded(change));
  if (!/[1-9]/.test(shown)) return shown;
  return `${change > 0 ? "+" : "\u2212"}${shown}`;
}

/** "127 × 19.8 ms": how many gaps after the first token, how long each. */
function gapWords({ pace }: Parts, run: WorkloadRun | undefined): string {
  const gaps = (run?.tokens.output?.mean ?? 0) - 1;
  return gaps > 0 ? ` (${formatNumber(gaps)} × ${formatValue("ms", pace / gaps)})` : "";
}

interface Named {
  readonly base: string;
  readonly subject: string;
}

function partsTable(sides: Sides, { base, subject }: Named, run: WorkloadRun | undefined): Block {
  const row = (label: Text, part: keyof Parts, remark: string = "") => {
    const [before = "", after = ""] = formatValues(
      "ms",
      sides.map((side) => side[part]),
    );
    return [label, text`${before}`, text`${after}${remark}`, text`${moved(sides, part)}`];
  };
  return table(
    [
      { title: text`mean request`, align: "left" },
      ...[base, subject, "moved"].map(
        (title) => ({ title: text`${title}`, align: "right" }) as const,
      ),
    ],
    [
      row(text`first token`, "waiting"),
      row(text`+ pace after it`, "pace", gapWords(sides[1], run)),
      row(text`+ tail`, "tail"),
      row(text`${strong("= end to end")}`, "e2e"),
    ],
  );
}

/** The other things that move latency without the endpoint having become slower. */
function circumstances(run: WorkloadRun | undefined): Text[] {
  if (run === undefined) return [];
  const { output, cachedShare, reasoningTotal } = run.tokens;
  return [
    text`Output length: ${spreadWords(output)}.`,
    ...(reasoningTotal === null || output === null || output.total === 0
      ? []
      : [text`Reasoning: ${formatShare(reasoningTotal / output.total)} of the output tokens.`]),
    cachedShare === null
      ? text`Cached share of the prompts: not reported.`
      : text`Cached share of the prompts: ${formatShare(cachedShare)}.`,
    run.counts.failed === 0
      ? text`Failures: none of ${run.counts.attempted}.`
      : text`Failures: ${failuresOf(run)}.`,
  ];
}

function workloadBlocks(verdict: WorkloadVerdict, input: ReportInput): Block[] {
  const { workload, explanation, baseline } = verdict;
  const named = { base: baseColumn(baseline), subject: subjectOf(input) };
  const run = workloadRunOf(input.run, workload);
  const title = input.verdict.workloads.length > 1 ? [paragraph(text`${code(workload)}`)] : [];
  const apart =
    explanation === undefined
      ? []
      : [
          paragraph(sentence(explanation.sentence)),
          partsTable([explanation.before, explanation.after], named, run),
        ];
  return [...title, ...apart, ...list(circumstances(run))];
}

export function whyFold(input: ReportInput): Fold {
  return {
    title: "Why",
    blocks: input.verdict.workloads.flatMap((each) => workloadBlocks(each, input)),
  };
}
