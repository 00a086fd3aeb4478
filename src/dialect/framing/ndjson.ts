// ndjson.ts: a body cut into lines of JSON, blank ones left out.
import type { Arrivals } from "./arrivals.ts";
import { Lines } from "./lines.ts";
import { maxEventBytes, type WireEvent } from "./wire-event.ts";

/** A line that is an event of its own. */
export function lineEvent(lines: Lines, at: WireEvent["at"]): WireEvent {
  const oversized = lines.length > maxEventBytes;
  return { at, type: "message", data: lines.text(lines.start), framed: lines.ended, oversized };
}

/** A last line that nothing ended is given too, not `framed`. */
export function* ndjsonEvents(body: Uint8Array, arrivals: Arrivals): Generator<WireEvent> {
  const lines = new Lines(body);
  while (lines.advance()) {
    if (lines.start < lines.end) {
      const at = arrivals.of(lines.completed);
      yield lineEvent(lines, at);
    }
  }
}
