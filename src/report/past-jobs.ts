// Past jobs as text: one line for each, what they come to together, and each as JSON for other tools.
import type { CellId } from "../metrics/catalog.ts";
import type { PastVerdict } from "../verdict/past/replay.ts";
import { exitCodeOf, type GatePolicy } from "../verdict/policy.ts";
import type { Comparison, Verdict, VerdictKind } from "../verdict/verdict.ts";
import { oneLine } from "./text/escape.ts";
import { formatCount, formatShare } from "./text/format.ts";
import { safeLine } from "./text/safe-text.ts";
import { detectableOf } from "./words/sensitivity.ts";
import { cellLabel } from "./words/words.ts";

/** JSON has no NaN and no infinity: what is not a number is absent. */
function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

function cellJson(comparison: Comparison) {
  const { finding, reason, change, lower, upper, p, pHolm, mde, theta } = comparison;
  return {
    finding,
    reason: reason ?? null,
    change: finite(change),
    lower: finite(lower),
    upper: finite(upper),
    p: finite(p),
    pHolm: finite(pHolm),
    mde: finite(mde),
    theta: finite(theta),
  };
}

function comparisonsOf({ workloads }: Verdict): Comparison[] {
  return workloads.flatMap(({ comparisons }) => comparisons);
}

/** One line of JSON; shares are fractions, of the error rate differences of them. */
export function pastJobJson({ record, verdict, jobs }: PastVerdict): string {
  const { key, sha, time } = record;
  const compared = comparisonsOf(verdict).map((one) => [one.cell.id, cellJson(one)] as const);
  const cells = Object.fromEntries(compared);
  return `${JSON.stringify({ key, sha, time, verdict: verdict.kind, history: jobs, cells })}\n`;
}

const widest = Math.max(...["inconclusive", "no-baseline"].map(({ length }) => length));

/** "2026-11-30 10:00", in UTC; what is no time is shown as it is. */
function minuteOf(time: string): string {
  const at = Date.parse(time);
  if (Number.isNaN(at)) return oneLine(time, 16);
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

/** "2026-11-30 10:00  a1b2c3d4  chat  regressed     20  TTFT p95 rose by 31 %, allowed are 15 %." */
export function pastJobLine({ record, verdict, jobs }: PastVerdict, name: string): string {
  const because = verdict.because.map((sentence) => sentence.replace(`${name}: `, ""));
  const parts = [
    minuteOf(record.time),
    oneLine(record.sha, 9).replace("…", "").padEnd(8),
    oneLine(name, 24),
    verdict.kind.padEnd(widest),
    `${jobs}`.padStart(2),
    because.join(" "),
  ];
  return safeLine(parts.join("  ").trimEnd());
}

interface CellTally {
  judged: number;
  /** Jobs in which only changes over twice the limit would have been found. */
  blind: number;
  newest: Comparison;
}

/** What many past jobs come to. */
export interface Tally {
  jobs: number;
  red: number;
  readonly kinds: Map<VerdictKind, number>;
  readonly cells: Map<CellId, CellTally>;
}

export function emptyTally(): Tally {
  return { jobs: 0, red: 0, kinds: new Map(), cells: new Map() };
}

export function count(tally: Tally, { verdict }: PastVerdict, policy: GatePolicy): void {
  tally.jobs += 1;
  if (exitCodeOf(verdict.kind, policy) !== 0) tally.red += 1;
  tally.kinds.set(verdict.kind, (tally.kinds.get(verdict.kind) ?? 0) + 1);
  for (const comparison of comparisonsOf(verdict)) countCell(tally, comparison);
}

function countCell({ cells }: Tally, comparison: Comparison): void {
  const { cell, gating, mde, theta } = comparison;
  if (!gating || mde === undefined || theta === undefined) return;
  const known = cells.get(cell.id) ?? { judged: 0, blind: 0, newest: comparison };
  known.judged += 1;
  if (Math.log1p(mde) > 2 * theta) known.blind += 1;
  known.newest = comparison;
  cells.set(cell.id, known);
}

/** How many would have been red, and which cells this set-up sees too little of. */
export function tallyLines({ jobs, red, kinds, cells }: Tally): string[] {
  const others = [...kinds].map(([kind, times]) => `${times} ${kind}`).join(", ");
  const share = jobs === 0 ? "" : ` (${formatShare(red / jobs)})`;
  const blind = [...cells.values()].filter(({ judged, blind: times }) => 2 * times > judged);
  return [
    `${red} of ${formatCount(jobs, "job")}${share} would have been red: ${others || "none"}.`,
    ...blind.map(({ newest }) => blindLine(newest)),
  ];
}

const remedy = "raise its limit or its requests, or calm the runner";

function blindLine(newest: Comparison): string {
  const seen = `most jobs would have seen only changes over twice its limit, lately ${detectableOf(newest)}`;
  return `${cellLabel(newest.cell)}: ${seen}; ${remedy}.`;
}
