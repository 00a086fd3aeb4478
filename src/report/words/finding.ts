// Findings in sentences: the numbers behind one cell, as the lead and the annotations say them.
import { isFailureShare } from "../../metrics/catalog.ts";
import type { AbsoluteFinding, Comparison, Verdict } from "../../verdict/verdict.ts";
import { type ReportInput, workloadRunOf } from "../input.ts";
import { changeOf, changeUnit, valuesOf } from "../rows.ts";
import {
  formatAgainst,
  formatLimit,
  formatShare,
  formatValue,
  spokenInterval,
} from "../text/format.ts";
import { strong, type Text, text } from "../text/text.ts";
import { baseNoun, workloadVerdictOf } from "./against.ts";
import { capitalised, cellLabel, directionWords, failureWords, spokenCell } from "./words.ts";

/** Slack of the verdict: exactly at the limit passes. */
const slack = 1e-9;

function beyondLimit({ change, limit }: Comparison): boolean {
  if (change === undefined || limit === undefined) return false;
  return limit < 0 ? change < limit - slack : change > limit + slack;
}

/** The absolute bound that is this cell's trouble: broken, or perhaps so, where no relative limit is. */
function brokenBound(comparison: Comparison): AbsoluteFinding | undefined {
  const { absolute } = comparison;
  if (absolute === undefined || beyondLimit(comparison)) return undefined;
  return absolute.finding === "broken" || absolute.finding === "over-within-noise"
    ? absolute
    : undefined;
}

/** The value and the bound, with digits enough to tell them apart. */
function besideBound({ cell, candidate }: Comparison, { limit }: AbsoluteFinding) {
  return formatAgainst(cell.metric.unit, candidate ?? limit, limit);
}

/** The finding without its verdict word: "time to first token p95 +31 %". */
export function findingSubject(comparison: Comparison, where: Text): Text {
  const { cell, candidate } = comparison;
  const broken = brokenBound(comparison);
  if (broken !== undefined) {
    const [value, limit] = besideBound(comparison, broken);
    return text`${where}${spokenCell(cell)} ${value}, allowed ${limit}`;
  }
  return isFailureShare(cell.metric)
    ? text`${where}${formatShare(candidate)} of the requests ${failureWords(cell)}`
    : text`${where}${spokenCell(cell)} ${changeOf(comparison)}`;
}

/** "Slower: time to first token p95 +31 %". */
export function findingTitle(comparison: Comparison, where: Text): Text {
  const word =
    brokenBound(comparison) === undefined
      ? capitalised(directionWords(comparison.cell).worse)
      : "Beyond its limit";
  return text`${word}: ${findingSubject(comparison, where)}`;
}

function boundSentence(
  comparison: Comparison,
  broken: AbsoluteFinding,
  { verdict }: ReportInput,
): Text {
  const { cell, baseline, workload } = comparison;
  const base = baseNoun(workloadVerdictOf(verdict, workload)?.baseline);
  const [value, limit] = besideBound(comparison, broken);
  const main =
    baseline === undefined ? "" : `; ${base} is at ${formatValue(cell.metric.unit, baseline)}`;
  return text`${strong(value)}, allowed at ${broken.bound === "max" ? "most" : "least"} ${limit}${main}`;
}

function changeSentence(comparison: Comparison, input: ReportInput): Text {
  const run = workloadRunOf(input.run, comparison.workload);
  const [before, after] = valuesOf(comparison, run);
  const { cell } = comparison;
  const errors = isFailureShare(cell.metric) ? ` ${failureWords(cell)}` : "";
  const interval = spokenInterval(comparison.lower, comparison.upper);
  const allowed = formatLimit(comparison.limit, changeUnit(comparison));
  return text`${strong(`${after}${errors} instead of ${before}`)}${interval && ` ${interval}`}, allowed ${allowed}`;
}

/** Said only of what was found: whether a second measurement saw it too. */
function secondLook(comparison: Comparison, { confirmation: made }: Verdict): string {
  const { cell, confirmation, finding } = comparison;
  if (finding !== "regressed") return "";
  if (made === "none" && brokenBound(comparison) === undefined)
    return "; measured once only, so it took stronger evidence to say this";
  if (made !== "measured") return "";
  const again =
    cell.metric.unit === "share" ? formatShare : (v: number) => formatValue(cell.metric.unit, v);
  const value = confirmation === undefined ? "" : ` (${again(confirmation)})`;
  return `; seen again in a second measurement${value}`;
}

/** "540 ms instead of 412 ms (+22 % to +41 %), allowed +15 %; seen again in a second measurement." */
export function findingSentence(comparison: Comparison, input: ReportInput): Text {
  const broken = brokenBound(comparison);
  const said =
    broken === undefined
      ? changeSentence(comparison, input)
      : boundSentence(comparison, broken, input);
  return text`${said}${secondLook(comparison, input.verdict)}.`;
}

/** "TTFT p95 +31 %", for lists. */
export function findingShort(comparison: Comparison): string {
  const broken = brokenBound(comparison);
  const said = broken === undefined ? changeOf(comparison) : besideBound(comparison, broken)[0];
  return `${cellLabel(comparison.cell)} ${said}`;
}

function withoutSign(words: string): string {
  return words.replace(/^[+\u2212]/, "");
}

/** "is 31 % slower", to follow the cell's name; `looks` where it is not sure. */
export function findingClaim(comparison: Comparison, verb: "is" | "looks"): string {
  const { cell } = comparison;
  if (brokenBound(comparison) !== undefined) return `${verb} beyond its limit`;
  const change = withoutSign(changeOf(comparison));
  if (isFailureShare(cell.metric)) return `${verb} ${change} higher`;
  return `${verb} ${change} ${directionWords(cell).worse}`;
}
