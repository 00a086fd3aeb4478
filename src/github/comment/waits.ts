// Waits: which failures of GitHub's API pass by themselves, and how long to wait for that.
import { fromSeconds, type Micros } from "../../time.ts";
import { statusOf } from "../sink.ts";

/** What GitHub asks for where its answer names no time. */
const rateLimitPause = 60;
const mostFailures = 6;

function headersOf(error: unknown): Readonly<Record<string, unknown>> {
  if (typeof error !== "object" || error === null || !("response" in error)) return {};
  const { response } = error;
  if (typeof response !== "object" || response === null || !("headers" in response)) return {};
  return { ...(typeof response.headers === "object" ? response.headers : {}) };
}

function secondsIn(headers: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = headers[name];
  return typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : undefined;
}

/** Until the limit is lifted, by GitHub's own clock: ours may be wrong. */
function untilReset(headers: Readonly<Record<string, unknown>>): number | undefined {
  const reset = secondsIn(headers, "x-ratelimit-reset");
  const now = Date.parse(String(headers["date"]));
  if (reset === undefined || headers["x-ratelimit-remaining"] !== "0") return undefined;
  return Number.isFinite(now) ? Math.max(0, reset - now / 1_000) : undefined;
}

/** A 403 is a limit only where it says so; every other one is a missing permission. */
export function isRateLimit(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== 403 && status !== 429) return false;
  const message = error instanceof Error ? error.message : "";
  const said = /rate limit|abuse detection/i.test(message);
  return status === 429 || said || headersOf(error)["x-ratelimit-remaining"] === "0";
}

function rateLimitWait(error: unknown): number {
  const headers = headersOf(error);
  return secondsIn(headers, "retry-after") ?? untilReset(headers) ?? rateLimitPause;
}

/** Their side is in trouble, or nobody answered: no status, or 500 from the client itself. */
function passes(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 408;
}

/** Before trying again; undefined where that would not help. `failures`: how many in a row, this one included. */
export function waitAfter(error: unknown, failures: number): Micros | undefined {
  if (failures >= mostFailures) return undefined;
  if (isRateLimit(error)) return fromSeconds(Math.max(1, rateLimitWait(error)));
  return passes(error) ? fromSeconds(2 ** (failures - 1)) : undefined;
}
