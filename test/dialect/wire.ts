// wire.ts: transcripts for tests. The read with index i arrives at (i + 1) · 10 ms, so that a stamp names its read.
import { openAiChat } from "../../src/dialect/apis/openai-chat.ts";
import type { Dialect } from "../../src/dialect/dialect.ts";
import { readAll } from "../../src/dialect/reading/steps.ts";
import type { Ending, Read, Transcript } from "../../src/dialect/transcript.ts";
import { fromMilliseconds, type Micros, micros } from "../../src/time.ts";

export type Chunk = string | Uint8Array;

export function arrivalOf(index: number): Micros {
  return fromMilliseconds(10 * (index + 1));
}

/** The index of the read that arrived at this instant; -1 for any other instant. */
export function readAt(at: Micros | undefined): number | undefined {
  const index = at === undefined ? undefined : at / 10_000 - 1;
  return index === undefined || Number.isInteger(index) ? index : -1;
}

/** The body ends 5 ms after its last read unless another ending is given. */
export function transcriptOf(
  chunks: readonly Chunk[],
  parts: Partial<Transcript> = {},
): Transcript {
  const buffers = chunks.map((chunk) => Buffer.from(chunk));
  let end = 0;
  const reads = buffers.map((buffer, index): Read => {
    end += buffer.length;
    return { end, at: arrivalOf(index) };
  });
  return {
    handedAt: micros(0),
    sentAt: micros(0),
    status: 200,
    headersAt: micros(1_000),
    headers: {},
    body: Buffer.concat(buffers),
    reads,
    ending: { kind: "body-end", at: after(chunks) },
    connection: { fresh: false, resent: false },
    ...parts,
  };
}

/** When the transcript of these chunks ends. */
export function after(chunks: readonly Chunk[]): Micros {
  return micros(arrivalOf(chunks.length - 1) + 5_000);
}

export const lost: Ending = { kind: "connection-lost", at: micros(900_000), detail: "ECONNRESET" };
export const timedOut: Ending = { kind: "timeout", at: micros(900_000) };
export const interrupted: Ending = { kind: "interrupted", at: micros(900_000) };
export const refused: Ending = {
  kind: "connect-error",
  at: micros(900_000),
  detail: "ECONNREFUSED",
};

/** One server-sent event that is named as its body's type says. */
export function typed(type: string, fields: object = {}): string {
  return `event: ${type}\n${event({ type, ...fields })}`;
}

/** One line of JSON. */
export function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** One server-sent event with a JSON body. */
export function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** A chat chunk with one choice; `beside` goes next to the choices. */
export function chunk(choice: object, beside: object = {}): string {
  return event({
    id: "c-1",
    object: "chat.completion.chunk",
    model: "m",
    choices: [{ index: 0, finish_reason: null, ...choice }],
    ...beside,
  });
}

export function delta(fields: object | null, beside: object = {}): string {
  return chunk({ delta: fields }, beside);
}

export function said(content: string): string {
  return delta({ content });
}

export const role = delta({ role: "assistant", content: "" });
export const stop = chunk({ delta: {}, finish_reason: "stop" });
export const done = "data: [DONE]\n\n";

export function counts(input: number, output: number, details: object = {}): object {
  return {
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      ...details,
    },
  };
}

export function usage(input: number, output: number, details: object = {}): string {
  return event({ choices: [], ...counts(input, output, details) });
}

/** What a reply says, to chat unless another reader is given: only the fields that it has, stamps as indices of reads. */
export function told(
  chunks: readonly Chunk[],
  parts: Partial<Transcript> = {},
  { read }: Pick<Dialect, "read"> = openAiChat,
): Record<string, unknown> {
  const reply = readAll(read(transcriptOf(chunks, parts)));
  const details = [reply.usage?.reasoning, reply.usage?.cached];
  const fields = {
    output: reply.pieces.map((piece) => readAt(piece.at)),
    text: reply.text,
    reasoning: reply.reasoning,
    refusal: reply.refusal,
    calls: reply.toolCalls.map((call) => `${call.name}(${call.arguments})`),
    end: readAt(reply.endedAt),
    finish: reply.finishReason,
    failure: reply.failure?.kind,
    detail: reply.failure?.detail,
    unstreamed: !reply.streamed,
    odd: reply.oddities,
    usage: reply.usage && [reply.usage.input, reply.usage.output],
    details: details.filter((count) => count !== undefined),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isAbsent(value)));
}

function isAbsent(value: unknown): boolean {
  return [undefined, "", false].includes(value as never) || (Array.isArray(value) && !value.length);
}
