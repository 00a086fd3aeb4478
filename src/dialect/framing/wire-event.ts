// WireEvent: one message of a body, whatever framing carried it.
import type { Micros } from "../../time.ts";

export interface WireEvent {
  /** Arrival of the read that completed it. */
  readonly at: Micros;
  /** The name that the framing gives it; "message" where it gives none. */
  readonly type: string;
  readonly data: string;
  /** False where its framing is incomplete: such an event counts only if its data are whole. */
  readonly framed: boolean;
}
