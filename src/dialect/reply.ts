// Reply: what a server said, whatever its dialect: output pieces, usage, finish, failure.
import type { FailureKind, Piece } from "../metrics/record.ts";
import type { Micros } from "../time.ts";

/** Token counts as the server reported them; a field it did not report is absent. */
export interface Usage {
  readonly input?: number;
  /** Reasoning included. */
  readonly output?: number;
  readonly reasoning?: number;
  readonly cached?: number;
}

export interface ReplyFailure {
  readonly kind: FailureKind;
  /** One line of what the server or the socket said; not yet safe to print. */
  readonly detail: string;
  /** Arrival of the event that shows it, where one does. */
  readonly at?: Micros;
}

export interface Reply {
  /** False when the answer came as one JSON document, whatever was asked for. */
  readonly streamed: boolean;
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  /** The whole body where it is not known what in it is text: plain HTTP. */
  readonly body?: Uint8Array;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[];
  readonly usage?: Usage;
  readonly finishReason?: string;
  /** Arrival of the event that ends the response; absent if it never came. */
  readonly endedAt?: Micros;
  /** Why this answer is no success; the success criteria of the workload are applied elsewhere. */
  readonly failure?: ReplyFailure;
  readonly servedBy: { readonly model?: string; readonly fingerprint?: string };
  readonly oddities: readonly string[];
}
