// Intake: the body of one answer as it arrives: recorded, decoded where it is encoded, watched for its end and its bounds.
import type { Clock } from "../../clock.ts";
import type { Read } from "../../dialect/transcript.ts";
import type { Micros } from "../../time.ts";
import type { Recording } from "./arena.ts";
import { maxErrorBytes, maxReads, maxResponseBytes } from "./bounds.ts";
import { Decoder, encodingOf, isDecodable } from "./decoder.ts";
import { free } from "./memory.ts";

/** Promise reactions run once the socket's read has been handled whole, before the next one. */
const handled = Promise.resolve();

/**
 * Where the marker itself ends the answer little can follow it in its read, and the search of the rest would cost a
 * fifth of all recording. An event that a marker only opens may hold the whole answer once more.
 */
const markedTail = 2_048;

const tooManyReads = `the response came in more than ${maxReads} pieces`;
const tooLarge = `the response is larger than ${maxResponseBytes / 2 ** 20} MiB`;

export interface IntakeParts {
  readonly clock: Clock;
  readonly recording: Recording;
  readonly endMarkers: readonly Uint8Array[];
  readonly endClosers: readonly Uint8Array[] | undefined;
  /** With the stamp of each read. */
  readonly onRead: ((at: Micros) => void) | undefined;
  /** Once, when a read has completed an end marker, and what must follow it. */
  readonly onEndMarker: () => void;
  /** Once, when no more can be taken in. */
  readonly onProblem: () => void;
}

export class Intake {
  readonly #parts: IntakeParts;
  readonly #recording: Recording;
  readonly #afterRead = () => this.#finishRead();
  #limit = maxResponseBytes;
  #received = 0;
  #reads = 0;
  #reading = false;
  /** Whether the recording has a read for what comes out of the decoder. */
  #releasing = false;
  /**
   * Of the last read, which all its pieces share. It is freed when another one brings more of the body: until then
   * undici may look into it, where it ends within trailers.
   */
  #memory: ArrayBufferLike | undefined;
  #readAt: Micros | undefined;
  /** Of the current read, where it must be decoded. */
  #encoded: Uint8Array[] = [];
  #decoder: Decoder | undefined;
  /** Offset just past the end marker. */
  #markedTo: number | undefined;
  #markerAt: Micros | undefined;
  #problem: string | undefined;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    this.#recording = parts.recording;
  }

  /** Arrival of the read that completed an end marker. */
  get markerAt(): Micros | undefined {
    return this.#markerAt;
  }

  /** Why no more was taken in. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** To be called with the answer's head, before its body. */
  open(status: number, contentEncoding: string | undefined): void {
    if (status >= 300) this.#limit = maxErrorBytes;
    const encoding = encodingOf(contentEncoding);
    if (encoding === undefined) return;
    if (isDecodable(encoding)) this.#decoder = this.#decoderOf(encoding);
    else this.#refuse(`the content encoding ${encoding.slice(0, 40)} is not supported`);
  }

  /** Called once per HTTP chunk: several times per read, all of them before `#afterRead`. */
  take(piece: Uint8Array): void {
    if (this.#problem !== undefined) return;
    if (!this.#reading) this.#beginRead(piece.buffer);
    this.#received += piece.length;
    if (this.#reads > maxReads) this.#refuse(tooManyReads);
    else if (this.#received > maxResponseBytes) this.#refuse(tooLarge);
    else if (this.#decoder) this.#encoded.push(piece);
    else this.#record(piece);
  }

  /** Everything has arrived. A promise where some of it has yet to be decoded. */
  finish(): Promise<void> | undefined {
    if (this.#reading) this.#finishRead();
    return this.#decoder?.idle();
  }

  /** The plain body; to be called once, at the end. */
  result(): { readonly body: Uint8Array; readonly reads: readonly Read[] } {
    this.#decoder?.close();
    return this.#recording.take();
  }

  #beginRead(memory: ArrayBufferLike): void {
    const at = this.#parts.clock.now();
    this.#parts.onRead?.(at);
    if (memory !== this.#memory) free(this.#memory);
    this.#memory = memory;
    this.#readAt = at;
    this.#reading = true;
    this.#reads += 1;
    void handled.then(this.#afterRead);
    if (!this.#decoder) this.#recording.beginRead(at);
  }

  #finishRead(): void {
    const at = this.#readAt;
    if (!this.#reading || at === undefined) return;
    this.#reading = false;
    if (this.#decoder) this.#decoder.write(Buffer.concat(this.#encoded.splice(0)), at);
    else this.#watch();
  }

  #record(piece: Uint8Array): void {
    const left = this.#limit - this.#recording.size;
    const isRoom = this.#recording.append(piece.length > left ? piece.subarray(0, left) : piece);
    if (!isRoom) this.#refuse("the responses in flight are too large together");
    else if (piece.length > left) this.#refuse(tooLarge);
  }

  /** Looks for the end in what the last read brought. */
  #watch(): void {
    const { endMarkers, endClosers = [] } = this.#parts;
    if (this.#markerAt !== undefined || endMarkers.length === 0) return;
    const tailAt = Math.max(0, this.#recording.size - markedTail);
    const from = endClosers.length === 0 ? tailAt : 0;
    this.#markedTo ??= this.#recording.completedByLastRead(endMarkers, from);
    if (this.#markedTo === undefined) return;
    const isOver =
      endClosers.length === 0 ||
      this.#recording.completedByLastRead(endClosers, this.#markedTo) !== undefined;
    if (!isOver) return;
    this.#markerAt = this.#recording.lastAt;
    this.#parts.onEndMarker();
  }

  #decoderOf(encoding: string): Decoder {
    return new Decoder({
      encoding,
      onPlain: (stretch, at) => {
        if (!this.#releasing) this.#recording.beginRead(at);
        this.#releasing = true;
        this.#record(stretch);
        return this.#problem === undefined;
      },
      onReleased: () => {
        if (this.#releasing) this.#watch();
        this.#releasing = false;
      },
      onBroken: () => this.#refuse(`the body cannot be decoded as ${encoding}`),
    });
  }

  /** A body that has said that it is over may be followed by anything. */
  #refuse(problem: string): void {
    if (this.#problem !== undefined) return;
    this.#problem = problem;
    if (this.#markerAt === undefined) this.#recording.keepHead();
    this.#parts.onProblem();
  }
}
