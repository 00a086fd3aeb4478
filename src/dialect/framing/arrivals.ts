// Arrivals: which socket read brought a byte, and when.
import type { Micros } from "../../time.ts";
import type { Read } from "../transcript.ts";

/** Forward only: the offsets asked for must not decrease, so that a whole body costs one pass. */
export class Arrivals {
  readonly #reads: readonly Read[];
  readonly #otherwise: Micros;
  #index = 0;

  /** `otherwise` is the answer for a body of which no read is known. */
  constructor(reads: readonly Read[], otherwise: Micros) {
    this.#reads = reads;
    this.#otherwise = otherwise;
  }

  /** Arrival of the read that completed the first `length` bytes of the body. */
  of(length: number): Micros {
    const last = this.#reads.length - 1;
    while (this.#index < last && (this.#reads[this.#index]?.end ?? 0) < length) {
      this.#index += 1;
    }
    return this.#reads[this.#index]?.at ?? this.#otherwise;
  }
}
