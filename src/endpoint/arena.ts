// Recording: where arriving bytes are copied, one stamp per socket read.
import type { Read } from "../dialect/transcript.ts";
import { type Micros, micros } from "../time.ts";
import { maxErrorBytes, maxHeldBytes, maxResponseBytes } from "./bounds.ts";

const initialBytes = 16 * 1024;
const initialReads = 64;
/** A recording that one huge response blew up is not kept for the next. */
const keptBytes = 4 * 1024 * 1024;

/** Bytes that all recordings may still grow by. */
export class Room {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }
}

/**
 * Grows by doubling and is used again for the next response, so that the hot path allocates nothing. Socket buffers
 * are copied, never kept: their survival costs garbage collections of 12–20 ms.
 */
export class Recording {
  readonly #room: Room;
  #bytes = Buffer.allocUnsafeSlow(initialBytes);
  #ends = new Uint32Array(initialReads);
  #stamps = new Float64Array(initialReads);
  #size = 0;
  #reads = 0;

  constructor(room = new Room(maxHeldBytes)) {
    this.#room = room;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether it is worth keeping for the next response. */
  get isUsual(): boolean {
    return this.#bytes.length <= keptBytes;
  }

  /** Opens a new read at the instant `at`; pieces belong to it until the next call. */
  beginRead(at: Micros): void {
    if (this.#reads === this.#ends.length) this.#growReads();
    this.#ends[this.#reads] = this.#size;
    this.#stamps[this.#reads++] = at;
  }

  /** Copies one piece of the current read; false if there is no room for it. */
  append(piece: Uint8Array): boolean {
    const size = this.#size + piece.length;
    if (size > this.#bytes.length && !this.#growBytes(size)) return false;
    this.#bytes.set(piece, this.#size);
    this.#size = size;
    this.#ends[this.#reads - 1] = size;
    return true;
  }

  /** Arrival of the last read. */
  get lastAt(): Micros {
    return micros(this.#stamps[this.#reads - 1] ?? 0);
  }

  /**
   * Offset just past one of the markers, where the last read completes one that starts at `from` or later; it may have
   * begun in earlier reads.
   */
  completedByLastRead(markers: readonly Uint8Array[], from = 0): number | undefined {
    const start = this.#ends[this.#reads - 2] ?? 0;
    for (const marker of markers) {
      const first = Math.max(from, start - (marker.length - 1));
      const at = this.#bytes.subarray(first, this.#size).indexOf(marker);
      if (at >= 0) return first + at + marker.length;
    }
    return undefined;
  }

  /** Forgets all but the first bytes: of a body that cannot count, only what it says is of use. */
  keepHead(): void {
    this.#size = Math.min(this.#size, maxErrorBytes);
    const isWithin = (end: number) => end > this.#size;
    const reads = this.#ends.subarray(0, this.#reads).findIndex(isWithin);
    if (reads < 0) return;
    this.#ends[reads] = this.#size;
    this.#reads = reads + 1;
  }

  /** What was recorded, to be called once: a copy, or the bytes themselves where they will not be used again. */
  take(): { readonly body: Uint8Array; readonly reads: readonly Read[] } {
    const reads: Read[] = [];
    for (let index = 0; index < this.#reads; index++) {
      const [end, at] = [this.#ends[index] ?? 0, this.#stamps[index] ?? 0];
      reads.push({ end, at: micros(at) });
    }
    const recorded = new Uint8Array(this.#bytes.buffer, 0, this.#size);
    return { body: this.isUsual ? recorded.slice() : recorded, reads };
  }

  clear(): void {
    this.#size = 0;
    this.#reads = 0;
  }

  /** It will not be used again. */
  leave(): void {
    this.#room.giveBack(this.#bytes.length - initialBytes);
  }

  #growBytes(needed: number): boolean {
    let capacity = this.#bytes.length;
    while (capacity < needed) capacity *= 2;
    if (capacity > maxResponseBytes || !this.#room.take(capacity - this.#bytes.length))
      return false;
    const grown = Buffer.allocUnsafeSlow(capacity);
    grown.set(this.#bytes.subarray(0, this.#size));
    // Freed at once: garbage outside of the heap may wait long for its collection.
    this.#bytes.buffer.transfer(0);
    this.#bytes = grown;
    return true;
  }

  #growReads(): void {
    const [ends, stamps] = [this.#ends, this.#stamps];
    this.#ends = new Uint32Array(2 * ends.length);
    this.#stamps = new Float64Array(2 * stamps.length);
    this.#ends.set(ends);
    this.#stamps.set(stamps);
  }
}

/** As many recordings as responses were ever in flight at once. */
export class RecordingPool {
  readonly #free: Recording[] = [];
  readonly #room: Room;

  constructor(room = new Room(maxHeldBytes)) {
    this.#room = room;
  }

  take(): Recording {
    return this.#free.pop() ?? new Recording(this.#room);
  }

  giveBack(recording: Recording): void {
    if (!recording.isUsual) {
      recording.leave();
      return;
    }
    recording.clear();
    this.#free.push(recording);
  }
}
