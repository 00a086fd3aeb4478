// Lines: a cursor over the lines of a body, cut on bytes so that no character can be split.
import { maxEventBytes } from "./wire-event.ts";

const LF = 10;
const CR = 13;
const BOM = [0xef, 0xbb, 0xbf];

export function bufferOver(body: Uint8Array): Buffer {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

/** Length of a UTF-8 byte order mark at the start of the body. */
export function bomLength(body: Uint8Array): number {
  return BOM.every((byte, index) => body[index] === byte) ? BOM.length : 0;
}

/** JSON's white space: space, tab, LF, CR. */
export function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === LF || byte === CR;
}

/** The first few bytes that are not white space, as text; empty if there are none. */
export function significantHead(body: Uint8Array): string {
  let start = bomLength(body);
  while (start < body.length && isWhiteSpace(body[start])) {
    start += 1;
  }
  return bufferOver(body).toString("latin1", start, start + 8);
}

/**
 * Only LF, CR and CRLF end a line. A cursor rather than an iterator: two lines per event make
 * the allocation of one object per line the largest cost of framing.
 */
export class Lines {
  /** Offsets of the current line without its end. */
  start = 0;
  end = 0;
  /** Offset just past the byte that ended it. A CR ends its line at once, whatever follows. */
  completed = 0;
  /** False for a last line that nothing ended. */
  ended = false;
  readonly bytes: Buffer;
  #next: number;
  #lf: number;
  #cr: number;

  constructor(body: Uint8Array) {
    this.bytes = bufferOver(body);
    this.#next = bomLength(body);
    this.#lf = this.#find(LF);
    this.#cr = this.#find(CR);
  }

  advance(): boolean {
    const size = this.bytes.length;
    if (this.#next >= size) {
      return false;
    }
    // Each search starts where the last one of its kind ended, so the whole body is searched once.
    if (this.#lf < this.#next) this.#lf = this.#find(LF);
    if (this.#cr < this.#next) this.#cr = this.#find(CR);
    this.start = this.#next;
    this.end = Math.min(this.#lf, this.#cr);
    this.ended = this.end < size;
    this.completed = this.ended ? this.end + 1 : size;
    const pair = this.end === this.#cr && this.bytes[this.completed] === LF;
    this.#next = pair ? this.completed + 1 : this.completed;
    return true;
  }

  get length(): number {
    return this.end - this.start;
  }

  /** UTF-8 from `from` to the line's end, or as much of it as an event may have; invalid bytes become U+FFFD. */
  text(from: number): string {
    return this.bytes.toString("utf8", from, Math.min(this.end, from + maxEventBytes));
  }

  #find(byte: number): number {
    const at = this.bytes.indexOf(byte, this.#next);
    return at < 0 ? this.bytes.length : at;
  }
}
