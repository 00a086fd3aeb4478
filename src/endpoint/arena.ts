// Recording: where arriving bytes are copied, one stamp per socket read.
import type { Read } from "../dialect/transcript.ts";
import { type Micros, micros } from "../time.ts";

/** Bound of one response; past it the endpoint is not answering but flooding. */
export const maxResponseBytes = 64 * 1024 * 1024;

const initialBytes = 16 * 1024;
const initialReads = 64;
/** A recording that one huge response blew up is not kept for the next. */
const keptBytes = 4 * 1024 * 1024;

/**
 * Grows by doubling and is used again for the next response, so that the hot path allocates nothing. Socket buffers
 * are copied, never kept: their survival costs garbage collections of 12–20 ms.
 */
export class Recording {
  #bytes = Buffer.allocUnsafeSlow(initialBytes);
  #ends = new Uint32Array(initialReads);
  #stamps = new Float64Array(initialReads);
  #size = 0;
  #reads = 0;

  /** Capacity of the byte arena. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** Opens a new read at the instant `at`; pieces belong to it until the next call. */
  beginRead(at: Micros): void {
    if (this.#reads === this.#ends.length) this.#growReads();
    this.#ends[this.#reads] = this.#size;
    this.#stamps[this.#reads++] = at;
  }

  /** Copies one piece of the current read; false if the response would pass its bound. */
  append(piece: Uint8Array): boolean {
    const size = this.#size + piece.length;
    if (size > maxResponseBytes) return false;
    if (size > this.#bytes.length) this.#growBytes(size);
    this.#bytes.set(piece, this.#size);
    this.#size = size;
    this.#ends[this.#reads - 1] = size;
    return true;
  }

  /** Arrival of the last read. */
  get lastAt(): Micros {
    return micros(this.#stamps[this.#reads - 1] ?? 0);
  }

  /** Whether the last read completes one of the markers, which may have begun in earlier reads. */
  lastReadCompletes(markers: readonly Uint8Array[]): boolean {
    const start = this.#ends[this.#reads - 2] ?? 0;
    return markers.some((marker) => {
      const from = Math.max(0, start - (marker.length - 1));
      return this.#bytes.subarray(from, this.#size).indexOf(marker) >= 0;
    });
  }

  /** A copy of what was recorded. */
  copy(): { readonly body: Uint8Array; readonly reads: readonly Read[] } {
    const reads: Read[] = [];
    for (let index = 0; index < this.#reads; index++) {
      const [end, at] = [this.#ends[index] ?? 0, this.#stamps[index] ?? 0];
      reads.push({ end, at: micros(at) });
    }
    return { body: Uint8Array.prototype.slice.call(this.#bytes, 0, this.#size), reads };
  }

  clear(): void {
    this.#size = 0;
    this.#reads = 0;
  }

  #growBytes(needed: number): void {
    let capacity = this.#bytes.length;
    while (capacity < needed) capacity *= 2;
    const grown = Buffer.allocUnsafeSlow(capacity);
    grown.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = grown;
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

  take(): Recording {
    return this.#free.pop() ?? new Recording();
  }

  giveBack(recording: Recording): void {
    if (recording.capacity > keptBytes) return;
    recording.clear();
    this.#free.push(recording);
  }
}
