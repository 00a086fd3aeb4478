// Decoder: takes a body's content encoding off as it arrives, each stretch with the stamp of the read that released it.
import type { Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";
import type { Micros } from "../../time.ts";

/** RFC 9659: what a content encoding may ask for; the library itself would grant 128 MiB. */
const zstdWindowLog = 23;

/** Opens a decoder for a body that starts with this byte. */
type Opening = (first: number) => Transform;

/** Many servers send "deflate" without the wrapper that RFC 9110 demands; its first byte tells. */
const inflate: Opening = (first) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw());

const openings: ReadonlyMap<string, Opening> = new Map<string, Opening>([
  ["gzip", () => createGunzip()],
  ["x-gzip", () => createGunzip()],
  ["deflate", inflate],
  ["br", () => createBrotliDecompress()],
  [
    "zstd",
    () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } }),
  ],
]);

/** The encoding that a header names, in lower case; undefined for a plain body. */
export function encodingOf(header: string | undefined): string | undefined {
  const encoding = header?.trim().toLowerCase() ?? "";
  return encoding === "" || encoding === "identity" ? undefined : encoding;
}

export function isDecodable(encoding: string): boolean {
  return openings.has(encoding);
}

export interface DecoderParts {
  readonly encoding: string;
  /** Called with each stretch of the plain body; false stops the decoding. */
  readonly onPlain: (stretch: Uint8Array, at: Micros) => boolean;
  /** Called once all that a read releases has come out. */
  readonly onReleased: () => void;
  readonly onBroken: () => void;
}

interface EncodedRead {
  readonly bytes: Uint8Array;
  readonly at: Micros;
}

/**
 * One read at a time is given to zlib, and the next one only once all that it released has come out: linear, and no
 * stretch can take a later read's stamp. zlib works in a thread of its own; a synchronous call would have to decode
 * the whole body again for every read. A body that was cut is decoded as far as it goes.
 */
export class Decoder {
  readonly #parts: DecoderParts;
  readonly #waiting: EncodedRead[] = [];
  #stream: Transform | undefined;
  #at: Micros | undefined;
  #over = false;
  #idle = Promise.withResolvers<void>();

  constructor(parts: DecoderParts) {
    this.#parts = parts;
    this.#idle.resolve();
  }

  write(bytes: Uint8Array, at: Micros): void {
    if (this.#over) return;
    this.#waiting.push({ bytes, at });
    if (this.#at !== undefined) return;
    this.#idle = Promise.withResolvers();
    this.#next();
  }

  /** Resolves once all that was written has come out. */
  idle(): Promise<void> {
    return this.#idle.promise;
  }

  close(): void {
    this.#over = true;
    this.#waiting.length = 0;
    this.#at = undefined;
    this.#stream?.destroy();
    this.#idle.resolve();
  }

  #next(): void {
    const read = this.#waiting.shift();
    this.#at = read?.at;
    if (!read) {
      this.#idle.resolve();
      return;
    }
    this.#stream ??= this.#open(read.bytes[0] ?? 0);
    this.#stream.write(read.bytes, this.#released);
  }

  readonly #released = (): void => {
    if (this.#over) return;
    this.#parts.onReleased();
    this.#next();
  };

  #open(first: number): Transform {
    const opening = openings.get(this.#parts.encoding);
    if (!opening) throw new Error(`no decoder for ${this.#parts.encoding}`);
    return opening(first)
      .on("data", (stretch: Uint8Array) => {
        if (this.#at !== undefined && !this.#parts.onPlain(stretch, this.#at)) this.close();
      })
      .on("end", () => {
        if (this.#over) return;
        this.#parts.onReleased();
        this.close();
      })
      .on("error", () => {
        if (this.#over) return;
        this.close();
        this.#parts.onBroken();
      });
  }
}
