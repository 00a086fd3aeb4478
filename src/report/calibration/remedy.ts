// What to change where too little would be seen, in words: each way by itself.
import type { CellCalibration } from "../../verdict/calibration/calibration.ts";
import { formatCount, formatLimit } from "../text/format.ts";
import { sentence, type Text } from "../text/text.ts";
import { detectableOf } from "../words/sensitivity.ts";
import { cellLabel } from "../words/words.ts";

/** A log limit as the share that people set, rounded up to a whole percent. */
export function limitOf(theta: number, { cell }: Pick<CellCalibration, "cell">): number {
  const share = cell.metric.better === "lower" ? Math.expm1(theta) : -Math.expm1(-theta);
  return Math.ceil(100 * share - 1e-9) / 100;
}

/** What a job's own requests leave open stays in the difference of two; what its jobs share cancels. */
function isShared({ between = 0, within = 0 }: CellCalibration): boolean {
  return between > Math.SQRT2 * within;
}

/** Nothing where enough is seen. */
export function remedyText(cell: CellCalibration, requests: number): Text[] {
  const { remedy, limit, jobs, between, within } = cell;
  if (!remedy) return [];
  const seen = `only ${detectableOf(cell)} would be seen, over twice the limit of ${formatLimit(limit)}`;
  const ways = [
    ...(remedy.jobs === undefined ? [] : [`${remedy.jobs} jobs in the history instead of ${jobs}`]),
    ...(remedy.requests === undefined
      ? []
      : [`${formatCount(remedy.requests, "request")} a job instead of ${requests}`]),
    `a limit of ${Math.round(100 * limitOf(remedy.theta, cell))} %`,
  ];
  const would = ways.length === 1 ? "What would do" : "Any of these would do";
  const vain = remedy.requests === undefined && between !== undefined && within !== undefined;
  const notes = [
    vain ? " More requests would not: what differs is the jobs." : "",
    isShared(cell)
      ? " Or measure both versions in turns (`baseline-endpoint`): what a job shares then cancels."
      : "",
  ];
  return [
    sentence(`${cellLabel(cell.cell)}: ${seen}. ${would}: ${ways.join("; ")}.${notes.join("")}`),
  ];
}
