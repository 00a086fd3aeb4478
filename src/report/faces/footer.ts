// Footer: under each table, what was measured, against what, and how small a change would have shown.
import type { Verdict, WorkloadVerdict } from "../../verdict/verdict.ts";
import { gatingOf, type ReportInput, workloadRunOf } from "../input.ts";
import { shortSha } from "../text/format.ts";
import { code, joined, type Text, text } from "../text/text.ts";
import { baselineWords } from "../words/against.ts";
import { shapeWords } from "../words/load-words.ts";
import { detectableShort } from "../words/sensitivity.ts";

/** What would have been seen is not said again where the lead of a plain pass has said it. */
function detectableIn(verdict: WorkloadVerdict, { kind, workloads }: Verdict): string | undefined {
  const said = kind === "passed" && workloads.length === 1;
  return said || kind === "invalid" ? undefined : detectableShort(gatingOf(verdict));
}

export function footerOf(verdict: WorkloadVerdict, input: ReportInput): Text {
  const { run, commit } = input;
  const measured = workloadRunOf(run, verdict.workload);
  const detectable = detectableIn(verdict, input.verdict);
  const parts: Text[] = [
    measured === undefined ? text`no measurement` : text`${shapeWords(measured)}`,
    ...(commit?.head === undefined ? [] : [text`commit ${code(shortSha(commit.head))}`]),
    ...(verdict.baseline === undefined || input.verdict.kind === "invalid"
      ? []
      : [baselineWords(verdict.baseline, run.createdAt)]),
    ...(detectable === undefined ? [] : [text`${detectable}`]),
  ];
  return joined(parts, " · ");
}
