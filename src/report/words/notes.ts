// Notes: what qualifies a workload's numbers, each said once.

import type { Comparison, WorkloadVerdict } from "../../verdict/verdict.ts";
import type { Warning } from "../../warning.ts";
import { gatingOf, type ReportInput, workloadRunOf } from "../input.ts";
import { unsureOf } from "../rank.ts";
import { changeOf } from "../rows.ts";
import { formatCount } from "../text/format.ts";
import { sentence, type Text, text } from "../text/text.ts";
import { capitalised, cellLabel, directionWords, finished } from "./words.ts";

/** "TTFT p50 −22 %, faster than any of the last 30 main runs": said once, never a nag. */
function improvement(comparison: Comparison, series: readonly number[]): Text {
  const { cell, candidate } = comparison;
  const { better } = directionWords(cell);
  const best = cell.metric.better === "lower" ? Math.min(...series) : Math.max(...series);
  const beats =
    candidate !== undefined &&
    (cell.metric.better === "lower" ? candidate < best : candidate > best);
  const among =
    beats && series.length > 1
      ? `${better} than any of the last ${series.length} main runs`
      : better;
  return text`${cellLabel(cell)} ${changeOf(comparison)}, ${among}.`;
}

/** A measurement that is not valid compared nothing, and praises nothing. */
function improvements(verdict: WorkloadVerdict, input: ReportInput): Text[] {
  const { history } = input;
  if (input.verdict.kind === "invalid") return [];
  return gatingOf(verdict)
    .filter(({ finding }) => finding === "improved")
    .map((each) => {
      const series = history.get(verdict.workload)?.cells.get(each.cell.id) ?? [];
      return improvement(each, series);
    });
}

/** Everything is measured again where one cell looked slower; only that one is worth a word. */
function notConfirmed(verdict: WorkloadVerdict, input: ReportInput): Text[] {
  if (input.verdict.confirmation !== "measured") return [];
  return gatingOf(verdict)
    .filter(
      ({ reason, confirmation }) => confirmation !== undefined && reason === "exceeds-within-noise",
    )
    .map(({ cell }) => cell)
    .map((cell) => text`${cellLabel(cell)} was measured again; that did not confirm a slowdown.`);
}

export function warningNotes(warnings: readonly Warning[]): Text[] {
  const distinct = new Set(warnings.map(({ message }) => finished(capitalised(message))));
  return [...distinct].map((message) => sentence(message));
}

/** What a headline of "not sure" has said is not said again. */
function cellNotes(verdict: WorkloadVerdict, { verdict: { kind } }: ReportInput): Text[] {
  if (verdict.notCompared !== undefined) return [];
  const said = new Set(kind === "inconclusive" ? unsureOf(verdict.comparisons) : []);
  const noted = gatingOf(verdict).filter(
    (each) => each.note !== undefined && each.absolute?.finding !== "broken" && !said.has(each),
  );
  const byNote = Map.groupBy(noted, ({ note }) => note ?? "");
  return [...byNote].map(([note, cells]) => {
    const labels = cells.map(({ cell }) => cellLabel(cell)).join(", ");
    return text`${labels}: ${sentence(finished(note))}`;
  });
}

function absence({ notCompared }: WorkloadVerdict, { verdict: { kind } }: ReportInput): Text[] {
  if (notCompared === undefined || kind === "inconclusive" || kind === "no-baseline") return [];
  return [text`Not compared: ${sentence(finished(notCompared.message))}`];
}

/** While main's history is short only gross changes can be found, and a reader must know. */
function calibrating({ calibrating: state, baseline }: WorkloadVerdict): Text[] {
  if (state === undefined || baseline === undefined) return [];
  const { jobs, needed } = state;
  return [
    text`Calibrating ${jobs} of ${needed}: with ${formatCount(jobs, "main run")} so far only gross changes can be found.`,
  ];
}

export function notesOf(verdict: WorkloadVerdict, input: ReportInput): Text[] {
  const run = workloadRunOf(input.run, verdict.workload);
  return [
    ...absence(verdict, input),
    ...calibrating(verdict),
    ...cellNotes(verdict, input),
    ...notConfirmed(verdict, input),
    ...improvements(verdict, input),
    ...warningNotes([...verdict.warnings, ...(run?.warnings ?? [])]),
  ];
}
