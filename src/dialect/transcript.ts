// Transcript: what happened on the wire for one request; the contract between endpoint and dialect.
import type { Micros } from "../time.ts";

/** One socket read: the bytes up to `end` (offset into the body) had arrived at `at`. */
export interface Read {
  readonly end: number;
  readonly at: Micros;
}

/** Why no more bytes were taken. */
export type Ending =
  /** The HTTP body ended by its framing. */
  | { readonly kind: "body-end"; readonly at: Micros }
  /** The dialect's end marker arrived and the body did not end soon after: we closed. */
  | { readonly kind: "end-marker"; readonly at: Micros }
  /** No connection could be had: refused, DNS, TLS, connect timeout. */
  | { readonly kind: "connect-error"; readonly at: Micros; readonly detail: string }
  /** The connection broke after the request was written. */
  | { readonly kind: "connection-lost"; readonly at: Micros; readonly detail: string }
  /** What came is not HTTP, or is larger than a bound of ours. */
  | { readonly kind: "bad-http"; readonly at: Micros; readonly detail: string }
  /** The request's own timeout. */
  | { readonly kind: "timeout"; readonly at: Micros }
  /** Cut by us: hard stop or cancellation. */
  | { readonly kind: "interrupted"; readonly at: Micros };

interface Connection {
  /** True if it was opened for this request. */
  readonly fresh: boolean;
  /** Hand-over to write, connecting included, where a connection was opened for the request. */
  readonly connect?: Micros;
  /** True if a reused connection died before any byte of the answer and this is the second sending. */
  readonly resent: boolean;
}

/** All instants are of the same clock; `reads` are in order of arrival. */
export interface Transcript {
  /** When the request was handed to the client (of the second sending, if it was re-sent). */
  readonly handedAt: Micros;
  /** When the request was written; absent if it never was. */
  readonly sentAt?: Micros;
  /** Absent if no status line arrived. */
  readonly status?: number;
  /** Arrival of the response head. */
  readonly headersAt?: Micros;
  /** Lower-case names; each value of bounded length. Without the content encoding, which is off the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded: each stretch came with the read that released it. Only its head where it was too large. */
  readonly body: Uint8Array;
  readonly reads: readonly Read[];
  readonly ending: Ending;
  readonly connection: Connection;
}
