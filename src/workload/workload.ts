// Workload: what is asked, how often and for how long; the types and their invariants.
import type { Micros } from "../time.ts";

/** The APIs that the gate speaks; one dialect each. */
export type Api =
  | "openai-chat"
  | "openai-completions"
  | "openai-responses"
  | "anthropic-messages"
  | "ollama-chat"
  | "http";

export type Phase = "warm-up" | "measure";

/** Who decides when the next request is sent: the previous answer (closed) or the plan (open). */
export type Load =
  | { readonly kind: "closed"; readonly concurrency: number }
  | {
      readonly kind: "open";
      readonly arrival: "constant" | "poisson";
      readonly ratePerSecond: number;
      /** Requests in flight past which the next one is dropped. */
      readonly maxInFlight: number;
    };

/** What ends the measure phase. */
export type Bound =
  | { readonly kind: "requests"; readonly requests: number }
  | { readonly kind: "duration"; readonly duration: Micros };

/** Tokens per prompt: `minimum` = `maximum` when fixed, else uniform between them, both included. */
export interface PromptLength {
  readonly minimum: number;
  readonly maximum: number;
}

/** Only `role` and `content` are ours to know; the rest of a message goes through untouched. */
export type Message = Readonly<Record<string, unknown>>;

/** What one request asks: plain text, or a message list as a JSONL file gave it. */
export type Prompt =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "messages"; readonly messages: readonly Message[] };

export type PromptSource =
  | { readonly kind: "synthetic"; readonly length: PromptLength; readonly encoding: Encoding }
  /** `digest`: sha256 of the file's entries, so that the key changes when the file does. */
  | { readonly kind: "listed"; readonly digest: string; readonly prompts: readonly Prompt[] };

/** Tokenizer vocabularies that synthetic prompts are exact in and that estimates are counted with. */
export type Encoding = "o200k_base" | "cl100k_base";

/** `cold`: a nonce opens every prompt, so that no prefix cache serves an earlier one. */
type CacheMode = "cold" | "warm";

/** A bound on a per-request metric; goodput counts the requests that meet every one. */
export interface Objective {
  readonly metric: "ttft" | "ttfvt" | "tpot" | "e2e";
  readonly max: Micros;
}

/** What plain HTTP sends with every request. */
export interface PlainRequest {
  readonly method: string;
  readonly body?: string;
}

export interface Workload {
  readonly name: string;
  readonly api: Api;
  /** Plain HTTP alone has one; prompts and output length then say nothing. */
  readonly request?: PlainRequest;
  /** Absent where the API needs none. */
  readonly model?: string;
  /** Stands for the model in the key, so that renaming a model does not cut the history. */
  readonly modelAlias?: string;
  readonly stream: boolean;
  readonly prompts: PromptSource;
  readonly outputTokens: number;
  /** The field that carries the maximum, where it is not the API's usual one. */
  readonly maxTokensField?: "max_completion_tokens";
  /** Enforce the output length (`ignore_eos` and relatives); a shorter answer is `short_output`. */
  readonly outputExact: boolean;
  readonly temperature: number;
  readonly load: Load;
  readonly bound: Bound;
  /** Requests sent before the measurement and discarded. */
  readonly warmUpRequests: number;
  readonly requestTimeout: Micros;
  readonly objectives: readonly Objective[];
  readonly cache: CacheMode;
  readonly seed: number;
  /** A regular expression that every answer's text must match; in plain HTTP its body. */
  readonly expect?: string;
}
