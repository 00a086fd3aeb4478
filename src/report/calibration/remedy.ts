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

/** Nothing where enough is seen. */
export function remedyText(cell: CellCalibration, requests: number): Text[] {
  const { remedy, limit, jobs, within } = cell;
  if (!remedy) return [];
  const seen = `only ${detectableOf(cell)} would be seen, over twice the limit of ${formatLimit(limit)}`;
  const ways = [
    ...(remedy.jobs === undefined ? [] : [`${remedy.jobs} jobs in the history instead of ${jobs}`]),
    ...(remedy.requests === undefined
      ? []
      : [`${formatCount(remedy.requests, "request")} a job instead of ${requests}`]),
    `a limit of ${Math.round(100 * limitOf(remedy.theta, cell))} %`,
    "both versions measured in turns (`baseline-endpoint`)",
  ];
  const vain = remedy.requests === undefined && within !== undefined;
  const note = vain ? " More requests would not do: what differs is the jobs." : "";
  return [
    sentence(`${cellLabel(cell.cell)}: ${seen}. Any of these would do: ${ways.join("; ")}.${note}`),
  ];
}
