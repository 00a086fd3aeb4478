// Endpoint: the port through which one request goes out and comes back as a Transcript.
import type { Transcript } from "../dialect/transcript.ts";
import type { Micros } from "../time.ts";

export interface WireRequest {
  readonly method: string;
  /** Path and query, as they go onto the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Bytes after which the response is over by its protocol, looked for in the tail of each read. */
  readonly endMarkers: readonly Uint8Array[];
  /** Where the markers only open the last event: bytes of which one must follow before it is over. */
  readonly endClosers?: readonly Uint8Array[] | undefined;
  /** From the hand-over; the request is then cut and ends as `timeout`. */
  readonly timeout: Micros;
}

export interface Endpoint {
  /** Never rejects: every way a request can end is a Transcript. `signal` cuts it as `interrupted`. */
  send(request: WireRequest, signal: AbortSignal): Promise<Transcript>;
  close(): Promise<void>;
}
