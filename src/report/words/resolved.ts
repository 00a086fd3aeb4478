// Resolved: a green report that follows a red one says what had been slower, and since when it is not.
import { type CellId, cells, isFailureShare } from "../../metrics/catalog.ts";
import type { Verdict } from "../../verdict/verdict.ts";
import { regressedOf } from "../rank.ts";
import type { Report } from "../report.ts";
import { formatChange, shortSha } from "../text/format.ts";
import { code, joined, type Text, text } from "../text/text.ts";
import { noSlowdown } from "./headline.ts";
import { cellLabel } from "./words.ts";

/** One cell that was slower; `change` is a share, of the error rate a difference of shares. */
export interface Slowed {
  readonly workload: string;
  readonly cell: CellId;
  readonly change?: number | undefined;
}

/** A slowdown that an earlier commit of the pull request had. */
export interface PastSlowdown {
  /** At least one, the worst first. */
  readonly slowed: readonly Slowed[];
  /** The last commit that was slower. */
  readonly at: string;
  /** The first commit that was not. */
  readonly healedAt: string;
}

const mostTold = 5;

/** What a later report would have to tell of this verdict. */
export function slowedOf({ workloads }: Verdict): Slowed[] {
  const worst = regressedOf(workloads.flatMap(({ comparisons }) => comparisons));
  return worst
    .slice(0, mostTold)
    .map(({ workload, cell, change }) => ({ workload, cell: cell.id, change }));
}

function slowedWords({ workload, cell: id, change }: Slowed, several: boolean): Text {
  const cell = cells.get(id);
  if (cell === undefined) return [];
  const unit = isFailureShare(cell.metric) ? "pp" : "%";
  const moved = change === undefined ? "" : ` (${formatChange(change, { unit })})`;
  const where = several ? text`${code(workload)} ` : [];
  return text`${where}${cellLabel(cell)}${moved}`;
}

/** Only a plain pass resolves a slowdown; every other report stays as it is. */
export function resolved(report: Report, { slowed, at, healedAt }: PastSlowdown): Report {
  const [first, ...rest] = report.title;
  if (report.kind !== "passed" || first?.text !== noSlowdown) return report;
  const several = new Set(slowed.map(({ workload }) => workload)).size > 1;
  const words = slowed.map((each) => slowedWords(each, several)).filter(({ length }) => length > 0);
  const past = text`Slower at ${code(shortSha(at))}: ${joined(words, ", ")}. Since ${code(shortSha(healedAt))} it is not.`;
  return {
    ...report,
    title: [...text`${`${noSlowdown} any more`}`, ...rest],
    lead: [past, ...report.lead],
  };
}
