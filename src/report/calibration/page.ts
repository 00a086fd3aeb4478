// The page of a calibration: how much jobs differ, what a gate would see, how often it would have erred, what to change.
import type {
  Calibration,
  CellCalibration,
  WorkloadCalibration,
} from "../../verdict/calibration/calibration.ts";
import { type Block, type Column, list, paragraph, type TableRow, table } from "../text/block.ts";
import {
  absent,
  formatCount,
  formatDeviation,
  formatLimit,
  formatSpan,
  formatValue,
} from "../text/format.ts";
import { code, type Text, text } from "../text/text.ts";
import { detectableOf } from "../words/sensitivity.ts";
import { cellLabel, finished } from "../words/words.ts";
import { duetBlocks } from "./duets.ts";
import { type CalibrationInput, validOf } from "./input.ts";
import { remedyText } from "./remedy.ts";

export interface Page {
  readonly symbol: string;
  readonly title: Text;
  readonly blocks: readonly Block[];
}

export function calibrationPage(input: CalibrationInput): Page {
  const { calibration, minHistory } = input;
  return {
    ...headOf(input),
    blocks: [
      ...calibration.workloads.flatMap((one) => workloadBlocks(one, calibration, minHistory)),
      ...input.duets.flatMap(duetBlocks),
      ...list(jobNotes(input)),
    ],
  };
}

function headOf(input: CalibrationInput): Pick<Page, "symbol" | "title"> {
  const { calibration, duets, asked, measured, notRecorded } = input;
  const jobs = validOf(input);
  if (asked > 0 && jobs === 0) {
    const which = measured === 1 ? "the one job is not valid" : `none of ${measured} jobs is valid`;
    return { symbol: "⛔", title: text`Not calibrated: ${which}` };
  }
  const by = asked > 0 ? `Calibrated by ${formatCount(jobs, input.kind)}` : "What main remembers";
  const alone = calibration.workloads.flatMap(({ cells }) => cells);
  const paired = duets.flatMap(({ cells }) => cells);
  const biased = paired.some((one) => one.biased);
  const all: readonly SeenCell[] = [...alone, ...paired];
  const seesAll = all.length > 0 && all.every(({ enough }) => enough === true);
  const fine = seesAll && !biased && notRecorded === undefined;
  return {
    symbol: fine ? "✅" : "🟡",
    title: text`${by}: ${seenBy(alone, paired)}`,
  };
}

type SeenCell = Pick<CellCalibration, "cell" | "enough">;

/** Both are told apart where both are known: a cell that one way does not see the other may. */
function seenBy(alone: readonly SeenCell[], paired: readonly SeenCell[]): string {
  if (alone.length === 0 || paired.length === 0) return seenIn([...alone, ...paired]);
  return `beside main's jobs ${seenIn(alone)}; in a duet ${seenIn(paired)}`;
}

function seenIn(cells: readonly SeenCell[]): string {
  if (cells.length === 0) return "there is nothing to tell of yet";
  const blind = cells.filter(({ enough }) => enough !== true);
  const seen = "a change of twice the limit would be seen in";
  if (blind.length === 0) return `${seen} every gating cell`;
  const but = blind.map(({ cell }) => cellLabel(cell)).join(", ");
  const of = formatCount(cells.length, "gating cell");
  return `${seen} ${cells.length - blind.length} of ${of}, not in ${but}`;
}

const columns: readonly Column[] = [
  { title: text`cell`, align: "left" },
  ...["level", "between jobs", "within a job", "would see", "allowed", "falsely slower"].map(
    (title): Column => ({ title: text`${title}`, align: "right" }),
  ),
];

function seenOf(cell: CellCalibration): string {
  if (cell.mde === undefined) return absent;
  return `${cell.enough ? "" : "🟡 "}${detectableOf(cell)}`;
}

function rowOf(cell: CellCalibration, { leaveOneOut }: WorkloadCalibration): TableRow {
  const { jobs, cells } = leaveOneOut;
  const red = jobs === 0 ? absent : `${cells.get(cell.cell.id) ?? 0} of ${jobs}`;
  const shown = [
    cellLabel(cell.cell),
    formatValue(cell.cell.metric.unit, cell.level),
    formatDeviation(cell.between),
    formatDeviation(cell.within),
    seenOf(cell),
    formatLimit(cell.limit),
    red,
  ];
  return { cells: shown.map((each) => text`${each}`), tone: cell.enough ? "quiet" : "warn" };
}

function workloadBlocks(
  one: WorkloadCalibration,
  calibration: Calibration,
  minHistory: number,
): Block[] {
  const what = `${formatCount(one.jobs, "job")} of ${formatCount(one.requests, "request")}`;
  return [
    paragraph(text`${code(one.workload)}: ${what}${formatSpan(one.from, one.to)}.`),
    table(
      columns,
      one.cells.map((cell) => rowOf(cell, one)),
    ),
    ...list([
      ...one.cells.flatMap((cell) => cellNotes(cell, one)),
      ...alarmNotes(one, calibration),
      ...historyNotes(one, minHistory),
    ]),
  ];
}

function cellNotes(cell: CellCalibration, { jobs, requests }: WorkloadCalibration): Text[] {
  const label = cellLabel(cell.cell);
  if (cell.mde === undefined) {
    const why = cell.note ?? cell.reason ?? "it has no number";
    return [text`${label} cannot be judged: ${why}.`];
  }
  const level =
    cell.jobs < jobs
      ? [text`${label}: only the last ${cell.jobs} of ${jobs} jobs are at this level.`]
      : [];
  return [...level, ...remedyText(cell, requests)];
}

function alarmNotes({ leaveOneOut }: WorkloadCalibration, { alpha }: Calibration): Text[] {
  const { jobs, red, unsure, atMost } = leaveOneOut;
  if (jobs === 0) return [text`A single job tells nothing of how jobs differ: measure more.`];
  const also = unsure === 0 ? "" : `, ${unsure} unsure`;
  const doubt = `the true share is at most ${formatDeviation(atMost)}, with 95 % confidence`;
  const level = alpha > 0.01 ? ", at alpha 0.01 unless it was measured twice" : "";
  return [
    text`Each job judged against the others${level}: ${red} of ${jobs} would have been red (${doubt})${also}.`,
  ];
}

/** A nightly job may start an hour or two early. */
const oneDayMs = 20 * 3_600_000;

function historyNotes({ jobs, from, to }: WorkloadCalibration, minHistory: number): Text[] {
  const span = Date.parse(to) - Date.parse(from);
  const missing = minHistory - jobs;
  return [
    ...(missing > 0
      ? [
          text`${formatCount(missing, "more job")} until the gate has its min-history of ${minHistory}.`,
        ]
      : []),
    ...(jobs > 1 && span < oneDayMs
      ? [
          text`Jobs close in time share that hour's load and machines: from day to day they will differ by more than this. Calibrate nightly to see it.`,
        ]
      : []),
  ];
}

function jobNotes(input: CalibrationInput): Text[] {
  const { asked, measured, invalid, stopped, source, notRecorded } = input;
  const valid = validOf(input);
  const kept = notRecorded === undefined ? `recorded in` : `not recorded in`;
  const why = notRecorded === undefined ? "" : `: ${notRecorded}`;
  return [
    ...invalid.map(
      ({ nth, because }) => text`Job ${nth} does not count: ${because.map(finished).join(" ")}`,
    ),
    ...(measured < asked
      ? [text`${measured} of ${asked} jobs were measured: ${stopped ?? "it was stopped"}.`]
      : []),
    ...(valid > 0 ? [text`${formatCount(valid, input.kind)} ${kept} ${code(source)}${why}.`] : []),
  ];
}
