// Dialect: one API's way of asking and answering; pure in both directions.
import type { Prompt, Workload } from "../workload/workload.ts";
import type { Steps } from "./reading/steps.ts";
import type { Reply } from "./reply.ts";
import type { Transcript } from "./transcript.ts";

/** What of a workload goes into a request body. */
export type Ask = Pick<
  Workload,
  "model" | "stream" | "outputTokens" | "outputExact" | "temperature" | "seed" | "maxTokensField"
>;

export interface Dialect {
  /** Appended to the endpoint's base URL unless the URL already ends in it: "/chat/completions". */
  readonly path: string;
  /** The JSON body of one request. */
  body(ask: Ask, prompt: Prompt): Record<string, unknown>;
  /** Sent with every request, key or not. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The headers that carry the key. `host` tells an Azure endpoint, which wants `api-key`. */
  authorization(apiKey: string, host: string): Record<string, string>;
  /** Bytes that end a streamed response; empty where only the body's end does. */
  readonly endMarkers: readonly Uint8Array[];
  /** Where the markers only open the last event: bytes of which one must follow before it is over. */
  readonly endClosers?: readonly Uint8Array[];
  read(transcript: Transcript): Steps<Reply>;
}
