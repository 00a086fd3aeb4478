// http-failure.ts: an answer whose status is no success, and what its body says about it.
import { Arrivals } from "../framing/arrivals.ts";
import { bufferOver } from "../framing/lines.ts";
import { sseEvents } from "../framing/sse.ts";
import type { ReplyFailure } from "../reply.ts";
import type { Transcript } from "../transcript.ts";
import { messageIn, oneLine } from "./server-message.ts";

/** Bytes of an error's body that are looked at. */
const bodyLimit = 65_536;

/** 429 and 503 are `rejected`: the server protects itself. Undefined for a 2xx or no status at all. */
export function httpFailure(transcript: Transcript): ReplyFailure | undefined {
  const { status, headers } = transcript;
  if (status === undefined || (status >= 200 && status < 300)) {
    return undefined;
  }
  const location = headers["location"];
  const message =
    status < 400 && location !== undefined ? redirection(location) : errorMessage(transcript);
  return {
    kind: status === 429 || status === 503 ? "rejected" : "http_status",
    detail: message ? `HTTP ${status}: ${message}` : `HTTP ${status}`,
  };
}

/** Queries are left out: a page that wants a login puts what nobody should see into them. */
function redirection(location: string): string {
  const target = oneLine(location.replace(/[?#].*$/s, ""));
  return `a redirect, which is not followed: correct the base URL (to ${target})`;
}

/** The error may be JSON, text, a page, or sit inside an event stream's framing. */
function errorMessage({ body, ending }: Transcript): string {
  const head = body.subarray(0, bodyLimit);
  const text = bufferOver(head).toString("utf8");
  if (/^\s*[{[<]/.test(text.slice(0, 200))) {
    return messageIn(text);
  }
  for (const { data } of sseEvents(head, new Arrivals([], ending.at))) {
    if (data !== "" && !data.startsWith("[DONE]")) {
      return messageIn(data);
    }
  }
  return messageIn(text);
}

/**
 * Seconds of patience that the server asks for. A date is taken relative to the answer's own
 * `Date`, since no clock is read here; without one it is ignored.
 * Source: RFC 9110 §10.2.3.
 */
export function retryAfterOf(headers: Transcript["headers"]): number | undefined {
  const value = headers["retry-after"]?.trim();
  if (value === undefined) {
    return undefined;
  }
  if (/^\d{1,9}(\.\d+)?$/.test(value)) {
    return Number(value);
  }
  // Date.parse reads more than HTTP dates: "-5" is a day in May.
  const seconds = (Date.parse(value) - Date.parse(headers["date"] ?? "")) / 1_000;
  return value.endsWith("GMT") && Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
