// ndjson.ts: a body cut into lines of JSON, blank ones left out.
import type { Arrivals } from "./arrivals.ts";
import { Lines } from "./lines.ts";
import type { WireEvent } from "./wire-event.ts";

/** A last line that nothing ended is given too, not `framed`. */
export function* ndjsonEvents(body: Uint8Array, arrivals: Arrivals): Generator<WireEvent> {
  const lines = new Lines(body);
  while (lines.advance()) {
    if (lines.start < lines.end) {
      const at = arrivals.of(lines.completed);
      yield { at, type: "message", data: lines.text(lines.start), framed: lines.ended };
    }
  }
}
