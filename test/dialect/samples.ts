// samples.ts: streams of every API for property tests: pieces of any kind, then an end.
import fc from "fast-check";
import { dialectOf } from "../../src/dialect/apis.ts";
import type { Dialect } from "../../src/dialect/dialect.ts";
import type { Api } from "../../src/workload/workload.ts";
import { chunk, delta, done, event, line, role, said, stop, typed, usage } from "./wire.ts";

interface Sample {
  /** What may stand in a stream before its end, in any order. */
  readonly fragments: readonly string[];
  /** The last output. */
  readonly output: string;
  /** What makes a stream complete, without line ends around it. */
  readonly completing: string;
  /** All that follows the last output. */
  readonly end: string;
}

const strange = "ä🌍 \u2028\r\n{}";
const comments = [": comment\n\n", "data: : wait\n\n", "id: 1\n\n"];
const toolCall = delta({ tool_calls: [{ index: 0, function: { name: "f", arguments: "{}" } }] });

const textDelta = (text: string) => typed("response.output_text.delta", { delta: text });
const completed = typed("response.completed", { response: { status: "completed", output: [] } });

const block = (fields: object) => typed("content_block_delta", { index: 0, delta: fields });
const finish = typed("message_delta", { delta: { stop_reason: "end_turn" } });

const ollama = (message: object, rest: object = {}) => line({ message, done: false, ...rest });
const ollamaEnd = ollama({ content: "" }, { done: true, done_reason: "stop", eval_count: 1 });

/** The body of the last event alone: it counts whether its line has ended or not. */
function bodyOf(event: string): string {
  return event.trimEnd().replace(/^event: .*\n/, "");
}

const samples: Readonly<Record<Exclude<Api, "http">, Sample>> = {
  "openai-chat": {
    fragments: [
      role,
      said(strange),
      delta({ reasoning: "R" }),
      toolCall,
      chunk({ text: "A" }),
      usage(9, 3),
      ...comments,
    ],
    output: said("Z"),
    completing: bodyOf(stop),
    end: stop + done,
  },
  "openai-completions": {
    fragments: [chunk({ text: strange }), chunk({ text: null }), usage(9, 3), ...comments],
    output: chunk({ text: "Z" }),
    completing: bodyOf(stop),
    end: stop + usage(9, 3) + done,
  },
  "openai-responses": {
    fragments: [
      textDelta(strange),
      typed("response.reasoning_text.delta", { delta: "R" }),
      typed("response.output_item.added", {
        output_index: 1,
        item: { type: "function_call", id: "i", name: "f" },
      }),
      typed("response.function_call_arguments.delta", { output_index: 1, delta: "{}" }),
      typed("response.output_text.done", { text: strange }),
      ...comments,
    ],
    output: textDelta("Z"),
    completing: bodyOf(completed),
    end: completed,
  },
  "anthropic-messages": {
    fragments: [
      typed("message_start", { message: { usage: { input_tokens: 9 } } }),
      typed("content_block_start", { index: 0, content_block: { type: "tool_use", name: "f" } }),
      typed("ping"),
      block({ text: strange }),
      block({ thinking: "R" }),
      block({ partial_json: "{}" }),
      block({ signature: "s" }),
      ...comments,
    ],
    output: block({ text: "Z" }),
    completing: bodyOf(finish),
    end: finish + typed("message_stop"),
  },
  "ollama-chat": {
    fragments: [
      ollama({ content: strange }),
      ollama({ thinking: "R" }),
      ollama({ content: "", tool_calls: [{ function: { name: "f", arguments: {} } }] }),
      "\n",
    ],
    output: ollama({ content: "Z" }),
    completing: bodyOf(ollamaEnd),
    end: ollamaEnd,
  },
};

export interface Spoken {
  readonly api: string;
  readonly dialect: Dialect;
  readonly completing: string;
  readonly fragments: fc.Arbitrary<string>;
  /** Whole streams, each with one of the line ends throughout. */
  readonly streams: fc.Arbitrary<Buffer>;
}

const lineEnds = fc.constantFrom("\n", "\r\n", "\r");

function streamsOf({ fragments, output, end }: Sample): fc.Arbitrary<Buffer> {
  return fc
    .tuple(fc.array(fc.constantFrom(...fragments), { maxLength: 8 }), lineEnds)
    .map(([parts, lineEnd]) => [...parts, output, end].join("").replaceAll("\n", lineEnd))
    .map((text) => Buffer.from(text));
}

export const spoken: readonly Spoken[] = Object.entries(samples).flatMap(([api, sample]) => {
  const dialect = dialectOf(api as Api);
  const fragments = fc.constantFrom(...sample.fragments, event({ error: { message: "x" } }));
  const { completing } = sample;
  return dialect ? { api, dialect, completing, fragments, streams: streamsOf(sample) } : [];
});
