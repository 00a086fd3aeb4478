// Voice: how one API asks for output and answers with it, as far as the simulator needs it.
import type { SimulatedApi } from "./options.ts";
import { promptTokens } from "./text.ts";

/** What a request asks for. */
export interface Asked {
  readonly model: string | undefined;
  readonly stream: boolean;
  /** Absent where the request sets no maximum. */
  readonly maxTokens: number | undefined;
  readonly inputTokens: number;
  /** The request asks for usage in the stream. */
  readonly includeUsage: boolean;
}

/** What is said in answer to it. */
export interface Answer {
  readonly id: number;
  readonly model: string;
  readonly finish: "stop" | "length";
  /** Absent where usage is not reported. */
  readonly usage: { readonly input: number; readonly output: number } | undefined;
}

/** An answer put into the words of an API: the events of a stream, framed, or the whole document. */
export interface Speech {
  /** Events before any output; may be empty. */
  readonly opening: string;
  piece(text: string): string;
  /** The events that end the stream, given all the text that it carried. */
  closing(text: string): string;
  whole(text: string): unknown;
}

export interface Voice {
  readonly api: SimulatedApi;
  readonly path: string;
  readonly contentType: "text/event-stream" | "application/x-ndjson";
  /** Whether a request that does not say so is streamed. */
  readonly streamsByDefault: boolean;
  /** Whether a stream brings usage only when the request asks for it. */
  readonly usageOnDemand: boolean;
  /** The field that holds the prompt, and the fields that hold the output's maximum, best first. */
  readonly promptField: string;
  readonly maximumFields: readonly string[];
  speak(answer: Answer): Speech;
}

export type Body = Readonly<Record<string, unknown>>;

/** When all simulated answers were created: a constant, so that an answer depends on nothing but its request. */
export const createdAt = 1_700_000_000;

export function isRecord(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `data: {…}`, with an `event:` line where the API names its events. */
export function sse(data: unknown, event?: string): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return `${name}data: ${JSON.stringify(data)}\n\n`;
}

/** All prose in a prompt: a string, a message list, or messages made of parts. */
function textOf(prompt: unknown): string {
  if (typeof prompt === "string") return prompt;
  if (Array.isArray(prompt)) return prompt.map(textOf).join("\n");
  if (isRecord(prompt)) return textOf(prompt["content"] ?? prompt["text"]);
  return "";
}

function field(body: Body, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), body);
}

export function readAsked(voice: Voice, body: Body): Asked {
  const maxima = voice.maximumFields.map((path) => field(body, path));
  const usage = field(body, "stream_options.include_usage");
  return {
    model: typeof body["model"] === "string" ? body["model"] : undefined,
    stream: typeof body["stream"] === "boolean" ? body["stream"] : voice.streamsByDefault,
    maxTokens: maxima.find((maximum) => typeof maximum === "number"),
    inputTokens: promptTokens(
      textOf([body["system"], body["instructions"], field(body, voice.promptField)]),
    ),
    includeUsage: usage === true,
  };
}
