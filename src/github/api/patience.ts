// Patience: how long to wait for GitHub, and when asking again may help.
import type { Answered } from "./exchange.ts";

/** Milliseconds. */
export interface Patience {
  /** One request, its answer included. */
  readonly call: number;
  /** All that belong together, pauses included. */
  readonly total: number;
  /** Before the second try, the third, and so on; there are no more tries than that. */
  readonly pauses: readonly number[];
  /** The longest that GitHub may ask us to wait. */
  readonly longestWait: number;
}

export const usualPatience: Patience = {
  call: 10_000,
  total: 40_000,
  pauses: [500, 2_000],
  longestWait: 20_000,
};

const passing: ReadonlySet<number> = new Set([500, 502, 503, 504]);

export function isLimited({ status, headers }: Answered): boolean {
  const spent = headers["x-ratelimit-remaining"] === "0" || headers["retry-after"] !== undefined;
  return status === 429 || (status === 403 && spent);
}

/** Milliseconds that a limited answer asks for, by GitHub's own clock; undefined where it does not say. */
function askedWait({ headers }: Answered): number | undefined {
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  if (seconds >= 0) return seconds * 1_000;
  const until = Number(headers["x-ratelimit-reset"] ?? Number.NaN) * 1_000;
  const wait = until - Date.parse(headers["date"] ?? "");
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Before trying again, milliseconds; undefined where that would not help or takes too long. `tried`: from 1. */
export function pauseAfter(
  answer: Answered,
  tried: number,
  { pauses, longestWait }: Patience,
): number | undefined {
  const pause = pauses[tried - 1];
  if (pause === undefined) return undefined;
  if (passing.has(answer.status)) return pause;
  if (!isLimited(answer)) return undefined;
  const wait = askedWait(answer) ?? pause;
  return wait <= longestWait ? wait : undefined;
}
