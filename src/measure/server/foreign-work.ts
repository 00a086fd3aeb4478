// Foreign work: what a server did between two looks at it, held against what this job asked of it.
import type { ServerFigures, Total } from "../../dialect/server-metrics/figures.ts";
import type { ServerReading } from "../../metrics/run.ts";
import type { DigestedRecord } from "../../metrics/values/digest.ts";
import { isAttempted } from "../../metrics/values/window.ts";
import { type Warning, warning } from "../../warning.ts";

/** Tokens that a server makes and does not deliver (stop words, speculation) are no other's. */
const tokenSlack = 0.05;

/** The most that ran and waited at any look. */
export interface Peaks {
  readonly running: number;
  readonly waiting: number;
}

export function busyWords({ running, waiting }: Peaks): string {
  return `${running} requests of others run and ${waiting} wait`;
}

export interface Ours {
  /** Sent while the server was watched, warm-up and probe included. */
  readonly sent: number;
  readonly records: readonly DigestedRecord[];
  /** What one request may cost at most, tokens of output. */
  readonly outputTokens: number;
}

export interface Seen {
  readonly before: ServerFigures;
  readonly after: ServerFigures;
  readonly peaks: Peaks;
}

function meanMs(before: Total | undefined, after: Total | undefined, sent: number): number | null {
  if (!before || !after) return null;
  const count = after.count === undefined ? sent : after.count - (before.count ?? 0);
  return count > 0 ? Math.max(0, (1_000 * (after.seconds - before.seconds)) / count) : null;
}

export function serverReading({ before, after, peaks }: Seen, { sent }: Ours): ServerReading {
  const { finished } = after;
  return {
    engine: after.engine,
    runningMax: peaks.running,
    waitingMax: peaks.waiting,
    sent,
    finished: finished === undefined ? null : Math.max(0, finished - (before.finished ?? 0)),
    queueMeanMs: meanMs(before.queue, after.queue, sent),
    prefillMeanMs: meanMs(before.prefill, after.prefill, sent),
  };
}

/** Tokens of all our requests, warm-up included at its most; undefined where one of them was not counted. */
function ourTokens({ records, sent, outputTokens }: Ours): number | undefined {
  const attempted = records.filter(isAttempted);
  const counts = attempted.flatMap(({ tokens }) => tokens.output ?? []);
  if (counts.length < attempted.length) return undefined;
  const others = sent - attempted.length + 1;
  return counts.reduce((sum, count) => sum + count, 0) + others * outputTokens;
}

function foreignWork({ before, after }: Seen, ours: Ours): string | undefined {
  const finished = (after.finished ?? 0) - (before.finished ?? 0);
  if (finished > ours.sent)
    return `the server finished ${finished} requests where this job sent ${ours.sent}`;
  const tokens = ourTokens(ours);
  const made = (after.outputTokens ?? 0) - (before.outputTokens ?? 0);
  if (tokens !== undefined && made > tokens * (1 + tokenSlack))
    return `the server made ${made} output tokens where this job asked for at most ${tokens}`;
  const cut = ours.records.some((record) => record.outcome !== "completed");
  if (!cut && after.running + after.waiting > 0) return `${busyWords(after)} after ours had ended`;
  return undefined;
}

/** Others' requests make ours slower: what was measured is not the endpoint's doing. */
export function aloneFaults(seen: Seen, ours: Ours): Warning[] {
  const why = foreignWork(seen, ours);
  return why === undefined ? [] : [warning("not-alone", `not alone: ${why}`)];
}
