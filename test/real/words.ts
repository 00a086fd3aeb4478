// Words: what the server's answers say in each of its APIs, read here independently of the code under test.
import { z } from "zod";
import type { Answer } from "./answer.ts";

/** The server's own clock: prefill, then decoding from the first token to the last, ms. */
export interface ServerClock {
  readonly promptMs: number;
  readonly predictedMs: number;
  readonly predictedTokens: number;
}

export interface Heard {
  /** The whole visible text. */
  readonly text: string;
  /** Tokens served from the cache included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Undefined where the server tells none: in messages, and in a response that comes whole. */
  readonly clock: ServerClock | undefined;
}

export interface Words {
  /** Throws where the server did not say how many tokens there were. */
  hear(answer: Answer): Heard;
  /** How a stream's bytes show the first content, and what opens their end. */
  readonly firstContent: RegExp;
  readonly end: string;
}

const timingsSchema = z
  .object({ prompt_ms: z.number(), predicted_n: z.int(), predicted_ms: z.number() })
  .transform(
    (said): ServerClock => ({
      promptMs: said.prompt_ms,
      predictedMs: said.predicted_ms,
      predictedTokens: said.predicted_n,
    }),
  );

const contentSchema = z.object({ content: z.string().nullish() });
const choicesSchema = z.object({
  choices: z.array(
    z.object({
      text: z.string().optional(),
      delta: contentSchema.optional(),
      message: contentSchema.optional(),
    }),
  ),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullish(),
  timings: timingsSchema.nullish(),
});

/** Chat and completions alike: usage and timings stand beside the last choices, or beside none. */
function hearChoices({ values }: Answer): Heard {
  const all = values.map((value) => choicesSchema.parse(value));
  const usage = all.find((one) => one.usage)?.usage;
  const clock = all.find((one) => one.timings)?.timings;
  if (!usage || !clock) throw new Error(`no usage or timings in: ${JSON.stringify(values)}`);
  const texts = all
    .flatMap(({ choices }) => choices)
    .map(({ text, delta, message }) => text ?? delta?.content ?? message?.content ?? "");
  return {
    text: texts.join(""),
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    clock,
  };
}

const responseSchema = z.object({
  output: z.array(z.object({ content: z.array(z.object({ text: z.string() })) })),
  usage: z.object({ input_tokens: z.int(), output_tokens: z.int() }),
});
const completedSchema = z.object({
  type: z.literal("response.completed"),
  response: responseSchema,
  timings: timingsSchema,
});

/** The last event of a stream repeats all that its deltas said: that is believed, not the deltas. */
function hearResponse({ streamed, values }: Answer): Heard {
  const last = values.at(-1);
  const { response, timings } = streamed
    ? completedSchema.parse(last)
    : { response: responseSchema.parse(last), timings: undefined };
  const parts = response.output.flatMap(({ content }) => content);
  return {
    text: parts.map(({ text }) => text).join(""),
    inputTokens: response.usage.input_tokens,
    outputTokens: response.usage.output_tokens,
    clock: timings,
  };
}

const inputSchema = z.object({ input_tokens: z.int(), cache_read_input_tokens: z.int() });
const outputSchema = z.object({ output_tokens: z.int() });
const messageSchema = z.object({
  content: z.array(z.object({ text: z.string() })),
  usage: z.intersection(inputSchema, outputSchema),
});
const messageEventSchema = z.object({
  message: z.object({ usage: inputSchema }).optional(),
  delta: z.object({ text: z.string().optional() }).optional(),
  usage: outputSchema.optional(),
});

/** A stream tells the input at its start and the output near its end; cached input is told apart. */
function hearMessage({ streamed, values }: Answer): Heard {
  const { content, usage } = streamed ? assembled(values) : messageSchema.parse(values[0]);
  return {
    text: content.map(({ text }) => text).join(""),
    inputTokens: usage.input_tokens + usage.cache_read_input_tokens,
    outputTokens: usage.output_tokens,
    clock: undefined,
  };
}

function assembled(values: readonly unknown[]): z.infer<typeof messageSchema> {
  const events = values.map((value) => messageEventSchema.parse(value));
  const start = events.find(({ message }) => message)?.message;
  const end = events.find(({ usage }) => usage)?.usage;
  return messageSchema.parse({
    content: events.map(({ delta }) => ({ text: delta?.text ?? "" })),
    usage: { ...start?.usage, ...end },
  });
}

const done = "data: [DONE]";

/** By the path below the base URL. */
export const wordsOf: ReadonlyMap<string, Words> = new Map([
  ["chat/completions", { hear: hearChoices, firstContent: /"content":"[^"]/, end: done }],
  ["completions", { hear: hearChoices, firstContent: /"text":"[^"]/, end: done }],
  [
    "responses",
    { hear: hearResponse, firstContent: /"delta":"[^"]/, end: "event: response.completed" },
  ],
  [
    "messages",
    { hear: hearMessage, firstContent: /"text_delta","text":"[^"]/, end: "event: message_stop" },
  ],
]);
