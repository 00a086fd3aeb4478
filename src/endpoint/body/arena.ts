// Recording: where arriving bytes are copied, one stamp per socket read.
import type { Read } from "../../dialect/transcript.ts";
import { type Micros, micros } from "../../time.ts";
import { maxErrorBytes, maxHeldBytes, maxResponseBytes } from "./bounds.ts";

const initialBytes = 16 * 1024;
const initialReads = 64;
/** An arena that one huge response blew up is not kept for the next. */
const keptBytes = 4 * 1024 * 1024;

/** Bytes that all recordings together may still take in. */
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
 * It grows and is used again for the next response, so that the hot path allocates nothing. Socket buffers
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

  /** Opens a new read at the instant `at`; pieces belong to it until the next call. */
  beginRead(at: Micros): void {
    if (this.#reads === this.#ends.length) this.#growReads();
    this.#ends[this.#reads] = this.#size;
    this.#stamps[this.#reads++] = at;
  }

  /** Copies one piece of the current read; false if there is no room for it. */
  append(piece: Uint8Array): boolean {
    const size = this.#size + piece.length;
    if (size > maxResponseBytes || !this.#room.take(piece.length)) return false;
    if (size > this.#bytes.length) this.#replaceBytes(capacityFor(size));
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
    this.#resize(Math.min(this.#size, maxErrorBytes));
    const last = this.#ends.subarray(0, this.#reads).findIndex((end) => end > this.#size);
    if (last < 0) return;
    this.#ends[last] = this.#size;
    this.#reads = last + 1;
  }

  /** What was recorded; the recording is empty after it. */
  take(): { readonly body: Uint8Array; readonly reads: readonly Read[] } {
    const reads: Read[] = [];
    for (let index = 0; index < this.#reads; index++) {
      const [end, at] = [this.#ends[index] ?? 0, this.#stamps[index] ?? 0];
      reads.push({ end, at: micros(at) });
    }
    return { body: this.#takeBody(), reads };
  }

  clear(): void {
    this.#resize(0);
    this.#reads = 0;
    if (this.#bytes.length > keptBytes) this.#replaceBytes(initialBytes);
  }

  /** A copy; of a large body the arena itself, which is then replaced. */
  #takeBody(): Uint8Array {
    const recorded = new Uint8Array(this.#bytes.buffer, 0, this.#size);
    const body = this.#size > keptBytes ? recorded : recorded.slice();
    if (body === recorded) this.#bytes = Buffer.allocUnsafeSlow(initialBytes);
    this.clear();
    return body;
  }

  /** To fewer bytes. */
  #resize(size: number): void {
    this.#room.giveBack(this.#size - size);
    this.#size = size;
  }

  /** The old arena is freed at once: garbage outside of the heap may wait long for its collection. */
  #replaceBytes(capacity: number): void {
    const replacement = Buffer.allocUnsafeSlow(capacity);
    replacement.set(this.#bytes.subarray(0, this.#size));
    this.#bytes.buffer.transfer(0);
    this.#bytes = replacement;
  }

  #growReads(): void {
    const [ends, stamps] = [this.#ends, this.#stamps];
    this.#ends = new Uint32Array(2 * ends.length);
    this.#stamps = new Float64Array(2 * stamps.length);
    this.#ends.set(ends);
    this.#stamps.set(stamps);
  }
}

/** Twice as much each time; a huge response at once gets all that it may have, of which it uses what it needs. */
function capacityFor(size: number): number {
  const doubled = 2 ** Math.ceil(Math.log2(size));
  return doubled > keptBytes ? maxResponseBytes : doubled;
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
    recording.clear();
    this.#free.push(recording);
  }
}
