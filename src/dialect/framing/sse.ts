// sse.ts: a body cut into server-sent events, by WHATWG's rules and a few of the field's.
// Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
import type { Arrivals } from "./arrivals.ts";
import { Lines } from "./lines.ts";
import { lineEvent } from "./ndjson.ts";
import { maxEventBytes, type WireEvent } from "./wire-event.ts";

const COLON = 58;
const SPACE = 32;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const D = 100;
const A = 97;
const T = 116;

/**
 * Beyond the standard: an `error:` field (llama.cpp of 2025) makes an event of type "error"; a
 * line between braces is an event of its own (gateways that forget `data:`); and the last event is
 * given, not `framed`, even if no blank line closed it. `id` and `retry` are of no use here.
 */
export function* sseEvents(body: Uint8Array, arrivals: Arrivals): Generator<WireEvent> {
  const lines = new Lines(body);
  let block = new Block();
  while (lines.advance()) {
    if (isBareObject(lines)) {
      const at = arrivals.of(lines.completed);
      yield lineEvent(lines, at);
    } else if (lines.start < lines.end) {
      block.take(lines);
    } else if (block.touched) {
      if (block.speaks) yield block.event(arrivals.of(lines.completed), true);
      block = new Block();
    }
  }
  if (block.speaks) {
    yield block.event(arrivals.of(body.length), false);
  }
}

function isBareObject({ bytes, start, end }: Lines): boolean {
  return bytes[start] === OPENING_BRACE && bytes[end - 1] === CLOSING_BRACE;
}

/** The fields since the last blank line. */
class Block {
  touched = false;
  #type = "message";
  #data: string | undefined;
  #length = 0;

  /** An event without data is none, unless it says that something failed. */
  get speaks(): boolean {
    return this.#data !== undefined || this.#type === "error";
  }

  event(at: WireEvent["at"], framed: boolean): WireEvent {
    const oversized = this.#length > maxEventBytes;
    return { at, type: this.#type, data: this.#data ?? "", framed, oversized };
  }

  take(lines: Lines): void {
    this.touched = true;
    this.#length += lines.length;
    if (this.#length > maxEventBytes && this.#data !== undefined) return;
    if (isData(lines)) {
      this.#append(valueAfter(lines, 4));
    } else if (isField(lines, "event")) {
      this.#type = valueAfter(lines, 5);
    } else if (isField(lines, "error")) {
      this.#type = "error";
      this.#append(valueAfter(lines, 5));
    }
  }

  #append(value: string): void {
    this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
  }
}

/** Nearly every line is one, so it is compared byte by byte. */
function isData({ bytes, start, end }: Lines): boolean {
  return (
    bytes[start] === D &&
    bytes[start + 1] === A &&
    bytes[start + 2] === T &&
    bytes[start + 3] === A &&
    (start + 4 === end || bytes[start + 4] === COLON)
  );
}

function isField({ bytes, start, end }: Lines, name: string): boolean {
  const after = start + name.length;
  return (
    after <= end &&
    (after === end || bytes[after] === COLON) &&
    bytes.toString("latin1", start, after) === name
  );
}

/** What follows the colon, less one space. */
function valueAfter(lines: Lines, nameLength: number): string {
  const from = lines.start + nameLength + 1;
  if (from >= lines.end) {
    return "";
  }
  return lines.text(lines.bytes[from] === SPACE ? from + 1 : from);
}
