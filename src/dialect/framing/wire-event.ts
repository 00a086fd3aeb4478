// WireEvent: one message of a body, whatever framing carried it.
import type { Micros } from "../../time.ts";

/** A longer event, or JSON document, is none: parsed, it takes up to 50 times its size. */
export const maxEventBytes = 1024 * 1024;

export interface WireEvent {
  /** Arrival of the read that completed it. */
  readonly at: Micros;
  /** The name that the framing gives it; "message" where it gives none. */
  readonly type: string;
  readonly data: string;
  /** False where its framing is incomplete: such an event counts only if its data are whole. */
  readonly framed: boolean;
  /** True where it is longer than `maxEventBytes`; `data` are then only its beginning. */
  readonly oversized: boolean;
}
