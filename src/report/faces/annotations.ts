// Annotations: one full sentence with its numbers per finding, worst first.
import { exitCodeOf } from "../../verdict/policy.ts";
import type { Comparison } from "../../verdict/verdict.ts";
import { allComparisons, type ReportInput } from "../input.ts";
import { regressedOf, unsureOf } from "../rank.ts";
import type { Headline } from "../text/block.ts";
import { code, type Text, text } from "../text/text.ts";
import { findingClaim, findingSentence } from "../words/finding.ts";
import { cellLabel } from "../words/words.ts";
import { plainText } from "./plain.ts";

export type Level = "error" | "warning" | "notice";

export interface Annotation {
  readonly level: Level;
  readonly message: string;
}

/** Red verdicts are errors; what is green says so at the level of how much it should be read: a lost baseline more. */
function levelOf({ verdict, policy }: ReportInput): Level {
  if (exitCodeOf(verdict.kind, policy) !== 0) return "error";
  const lost = verdict.kind === "no-baseline" && verdict.warnings.length > 0;
  return lost || verdict.kind === "regressed" || verdict.kind === "inconclusive"
    ? "warning"
    : "notice";
}

/** "chat-short: TTFT p95 is 31 % slower: 540 ms instead of 412 ms (…), allowed +15 %." */
function cellMessage(comparison: Comparison, input: ReportInput): Text {
  const { workload, cell, finding } = comparison;
  const claim = findingClaim(comparison, finding === "regressed" ? "is" : "looks");
  return text`${code(workload)}: ${cellLabel(cell)} ${claim}: ${findingSentence(comparison, input)}`;
}

function messages(input: ReportInput, { title, lead }: Headline): Text[] {
  const { kind } = input.verdict;
  const noisy = unsureOf(allComparisons(input)).filter(
    ({ reason }) => reason === "exceeds-within-noise",
  );
  const cells = kind === "inconclusive" ? noisy : regressedOf(allComparisons(input));
  const byCell = kind === "regressed" || kind === "accepted" || kind === "inconclusive";
  if (byCell && cells.length > 0) return cells.map((cell) => cellMessage(cell, input));
  const [first] = lead;
  return [first === undefined ? title : text`${title}. ${first}`];
}

/** None for a plain pass: green needs no attention. */
export function annotationsOf(input: ReportInput, headline: Headline): Annotation[] {
  if (input.verdict.kind === "passed") return [];
  const level = levelOf(input);
  return messages(input, headline).map((message) => ({ level, message: plainText(message) }));
}
