// Calibration by duets: how the placement of two endpoints shows, and what would be seen beside it.
import type { DuetCalibration, DuetCell } from "../../verdict/calibration/duets.ts";
import { type Block, type Column, list, paragraph, type TableRow, table } from "../text/block.ts";
import {
  formatChange,
  formatCount,
  formatDeviation,
  formatLimit,
  formatSpan,
} from "../text/format.ts";
import { code, sentence, type Text, text } from "../text/text.ts";
import { detectableOf } from "../words/sensitivity.ts";
import { cellLabel, directionWords } from "../words/words.ts";

const columns: readonly Column[] = [
  { title: text`cell`, align: "left" },
  ...["difference", "between duets", "within a duet", "placement", "would see", "allowed"].map(
    (title): Column => ({ title: text`${title}`, align: "right" }),
  ),
];

export function duetBlocks(one: DuetCalibration): Block[] {
  const what = `${formatCount(one.duets, "duet")} of ${formatCount(one.rounds, "round")}`;
  return [
    paragraph(text`${code(one.workload)}: ${what}${formatSpan(one.from, one.to)}.`),
    table(columns, one.cells.map(rowOf)),
    ...list([...one.cells.flatMap(biasNotes), ...one.cells.flatMap(blindNotes), ...useNotes(one)]),
  ];
}

/** As people read it: a rate that falls is negative. */
function differenceOf({ cell, difference }: DuetCell): string {
  return formatChange(Math.expm1(cell.metric.better === "lower" ? difference : -difference));
}

function rowOf(one: DuetCell): TableRow {
  const { cell, between, within, placement, limit, enough, biased } = one;
  const shown = [
    cellLabel(cell),
    `${biased ? "🟡 " : ""}${differenceOf(one)}`,
    formatDeviation(between),
    formatDeviation(within),
    formatDeviation(placement),
    `${enough ? "" : "🟡 "}${detectableOf(one)}`,
    formatLimit(limit),
  ];
  const tone = enough && !biased ? "quiet" : "warn";
  return { cells: shown.map((each) => text`${each}`), tone };
}

function biasNotes(one: DuetCell): Text[] {
  if (!one.biased) return [];
  const { worse, better } = directionWords(one.cell);
  const how = one.difference > 0 ? worse : better;
  return [
    text`${cellLabel(one.cell)}: the measured endpoint is ${how} than the base endpoint by more than chance, ${differenceOf(one)} on average, though both should serve the same version. Place them alike; no number of duets makes up for it.`,
  ];
}

function blindNotes(one: DuetCell): Text[] {
  if (one.enough) return [];
  const { within, placement, cell, limit } = one;
  const remedy =
    within > Math.SQRT2 * placement
      ? "more `rounds`, or more requests in each"
      : "endpoints that are placed more alike";
  return [
    sentence(
      `${cellLabel(cell)}: only ${detectableOf(one)} would be seen, over twice the limit of ${formatLimit(limit)}. What would do: ${remedy}, or a wider limit.`,
    ),
  ];
}

function useNotes({ used, duets }: DuetCalibration): Text[] {
  const anew = text`Endpoints that are deployed anew may be placed otherwise: calibrate then too.`;
  if (used) return [text`From now on the gate judges duets by this placement.`, anew];
  return [
    anew,
    text`After ${formatCount(duets, "duet")} the gate still assumes a placement of 1 % of each endpoint; from 5 on it takes what they show.`,
  ];
}
