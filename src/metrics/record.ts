// RequestRecord: what one planned request came to, one shape per outcome; the contract of load, dialect and metrics.
import type { Micros } from "../time.ts";
import type { Phase } from "../workload/workload.ts";

export type FailureKind =
  | "connect"
  | "http_status"
  | "rejected"
  | "in_stream_error"
  | "truncated"
  | "timeout"
  | "bad_response"
  | "empty_output"
  | "short_output";

export type PieceKind = "text" | "reasoning" | "refusal" | "tool-call";

/** A non-empty output piece, stamped with the read that completed its event. `bytes`: UTF-8 length. */
export interface Piece {
  readonly at: Micros;
  readonly bytes: number;
  readonly kind: PieceKind;
}

/** Where an output length comes from: the server's usage, our tokenizer (an estimate), or nowhere. */
export type TokenSource = "usage" | "estimate" | "unknown";

/** A missing count is unknown, never 0. `reasoning` is part of `output`, `cached` part of `input`. */
export interface TokenCounts {
  readonly source: TokenSource;
  readonly input?: number;
  readonly output?: number;
  readonly reasoning?: number;
  readonly cached?: number;
  /** Our own count of the output beside the server's, where both were made. */
  readonly estimatedOutput?: number;
}

export interface Planned {
  readonly id: number;
  readonly phase: Phase;
  /** The request boundary: the due time in an open loop, the hand-over to the client in a closed one. */
  readonly scheduledAt: Micros;
}

/** What every request that was tried has, whatever came of it. Instants are absolute. */
export interface Attempted extends Planned {
  /** Absent if no connection could be had. */
  readonly sentAt?: Micros;
  readonly status?: number;
  readonly streamed: boolean;
  readonly pieces: readonly Piece[];
  /** Arrival of the event that ends the response; of the failure or the cut for the others. */
  readonly endedAt: Micros;
  readonly tokens: TokenCounts;
  readonly finishReason?: string;
  readonly freshConnection: boolean;
  /** Hand-over to write where a connection was opened for it. */
  readonly connect?: Micros;
  readonly resent: boolean;
  /** The answer's own text, kept only to be counted or saved. */
  readonly text: string;
  readonly reasoning: string;
  /** Names and arguments of its tool calls, run together; absent if there were none. */
  readonly toolCallText?: string;
  /** What the endpoint told of itself in this answer. */
  readonly servedBy: {
    readonly model?: string;
    readonly fingerprint?: string;
    readonly server?: string;
  };
  /** Codes of what was odd about an answer that still counts ("malformed_event", "no_finish_reason", …). */
  readonly oddities: readonly string[];
}

export interface Dropped extends Planned {
  readonly outcome: "dropped";
}
export interface Completed extends Attempted {
  readonly outcome: "completed";
}
export interface Failed extends Attempted {
  readonly outcome: "failed";
  readonly failure: FailureKind;
  /** Short, one line, not yet safe to print: what the server or the socket said. */
  readonly detail: string;
  /** Seconds, where the server asked for patience (429, 503). */
  readonly retryAfter?: number;
}
export interface Interrupted extends Attempted {
  readonly outcome: "interrupted";
}

export type RequestRecord = Completed | Failed | Interrupted | Dropped;
