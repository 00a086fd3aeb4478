// Said: what the server itself said in one exchange, read here independently of the code under test.
import { z } from "zod";
import type { Exchange } from "./witness.ts";

const choice = z.object({ delta: z.object({ content: z.string().nullish() }) });
const eventSchema = z.object({
  choices: z.array(choice),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullish(),
  timings: z
    .object({ prompt_ms: z.number(), predicted_n: z.int(), predicted_ms: z.number() })
    .nullish(),
});

export interface Said {
  /** When the request passed the witness, ms of the witness's clock. */
  readonly askedAt: number;
  /** The whole visible text. */
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The server's own clock: prefill, then decoding from the first token to the last, ms. */
  readonly promptMs: number;
  readonly predictedMs: number;
  readonly predictedTokens: number;
  /** From the request's first byte to the first content and to the end marker as they passed the witness, ms. */
  readonly firstContentMs: number;
  readonly endMs: number;
}

/** Takes the chunk sizes out of a chunked body (RFC 9112 §7.1). */
function dechunk(body: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const lineEnd = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.toString("latin1", at, lineEnd), 16);
    if (lineEnd < 0 || !(size > 0)) break;
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts).toString("utf8");
}

function events(answer: Buffer): z.infer<typeof eventSchema>[] {
  return dechunk(answer.subarray(answer.indexOf("\r\n\r\n") + 4))
    .split("\n\n")
    .filter((event) => event.startsWith("data: {"))
    .map((event) => eventSchema.parse(JSON.parse(event.slice("data: ".length))));
}

/** The stamp of the read that holds `offset` of the answer. */
function stampOf(exchange: Exchange, offset: number): number {
  let end = 0;
  for (const { at, bytes } of exchange.reads) {
    end += bytes.length;
    if (offset < end) return at - exchange.askedAt;
  }
  throw new Error(`the answer has no byte ${offset}`);
}

/** An exchange without an answer is a request on a connection that the server had closed: never begun. */
function isGeneration({ request, reads }: Exchange): boolean {
  const head = Buffer.concat(request).toString("latin1");
  return reads.length > 0 && /^POST \S*\/chat\/completions /.test(head);
}

function read(exchange: Exchange): Said {
  const answer = Buffer.concat(exchange.reads.map(({ bytes }) => bytes));
  const all = events(answer);
  const usage = all.find((event) => event.usage)?.usage;
  const timings = all.find((event) => event.timings)?.timings;
  if (!usage || !timings) throw new Error(`no usage or timings in: ${answer.toString("utf8")}`);
  const contents = all.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? ""));
  return {
    askedAt: exchange.askedAt,
    text: contents.join(""),
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    promptMs: timings.prompt_ms,
    predictedMs: timings.predicted_ms,
    predictedTokens: timings.predicted_n,
    firstContentMs: stampOf(exchange, answer.toString("latin1").search(/"content":"[^"]/)),
    endMs: stampOf(exchange, answer.lastIndexOf("data: [DONE]")),
  };
}

/** Every answered generation that passed by, in order of asking. */
export function generations(exchanges: readonly Exchange[]): Said[] {
  return exchanges.filter(isGeneration).map(read);
}
