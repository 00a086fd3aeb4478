import { describe, expect, it } from "vitest";
import { anthropicMessages } from "../../../src/dialect/apis/anthropic-messages.ts";
import type { Transcript } from "../../../src/dialect/transcript.ts";
import { type Chunk, event, lost, timedOut, told, typed } from "../wire.ts";

type Row = [kind: string, chunks: Chunk[], answer: object, parts?: Partial<Transcript>];

const start = (usage: object | null = { input_tokens: 12, output_tokens: 1 }) =>
  typed("message_start", { message: { role: "assistant", model: "m", content: [], usage } });
const opened = (block: object, index = 0) =>
  typed("content_block_start", { index, content_block: block });
const textBlock = opened({ type: "text", text: "" });
const delta = (fields: object, index = 0) => typed("content_block_delta", { index, delta: fields });
const said = (text: string) => delta({ type: "text_delta", text });
const closed = typed("content_block_stop", { index: 0 });
const finish = (usage: object | undefined = { output_tokens: 5 }) =>
  typed("message_delta", { delta: { stop_reason: "end_turn" }, ...(usage && { usage }) });
const stop = typed("message_stop");
const ping = typed("ping");

const rest = [closed, finish(), stop];
const complete = { finish: "end_turn", usage: [12, 5] };

function check(_kind: string, chunks: Chunk[], answer: object, parts: Partial<Transcript> = {}) {
  const { detail, ...others } = told(chunks, parts, anthropicMessages);
  expect(others).toEqual(answer);
}

describe("a stream of events", () => {
  const thinking = { type: "thinking_delta", thinking: "R" };
  const signature = { type: "signature_delta", signature: "c2ln" };
  const tool = opened({ type: "tool_use", id: "t", name: "f", input: {} }, 1);
  const json = (partial_json: string, index = 1) =>
    delta({ type: "input_json_delta", partial_json }, index);
  const rows: Row[] = [
    [
      "outputs text alone: neither start, ping nor an open block",
      [start(), textBlock, ping, said("A"), ping, said(" B"), ...rest],
      { output: [3, 5], text: "A B", end: 8, ...complete },
    ],
    [
      "thinks first, and signs what it thought",
      [
        start(),
        opened({ type: "thinking", thinking: "" }),
        delta(thinking),
        delta(signature),
        textBlock,
        said("A"),
        ...rest,
      ],
      { output: [2, 5], text: "A", reasoning: "R", end: 8, ...complete },
    ],
    [
      "may think in secret",
      [start(), opened({ type: "redacted_thinking", data: "x" }), textBlock, said("A"), ...rest],
      { output: [3], text: "A", end: 6, ...complete },
    ],
    [
      "calls tools: a name, then arguments in pieces",
      [start(), tool, json(""), json('{"a":'), json("1}"), ...rest],
      { output: [1, 3, 4], calls: ['f({"a":1})'], end: 7, ...complete },
    ],
    [
      "tells calls apart by their block",
      [
        start(),
        tool,
        json("{}"),
        opened({ type: "tool_use", id: "u", name: "f", input: {} }, 2),
        json("[]", 2),
        ...rest,
      ],
      { output: [1, 2, 3, 4], calls: ["f({})", "f([])"], end: 7, ...complete },
    ],
    [
      "may give a tool's input with its name",
      [start(), opened({ type: "tool_use", name: "f", input: { a: 1 } }), ...rest],
      { output: [1], calls: ['f({"a":1})'], end: 4, ...complete },
    ],
    [
      "may open a block with text in it",
      [start(), opened({ type: "text", text: "Pre" }), said("fix"), ...rest],
      { output: [1, 2], text: "Prefix", end: 5, ...complete },
    ],
    [
      "may cite, which is no output",
      [
        start(),
        textBlock,
        said("A"),
        delta({ type: "citations_delta", citation: { cited_text: "x" } }),
        ...rest,
      ],
      { output: [2], text: "A", end: 6, ...complete },
    ],
    [
      "needs no event lines",
      [start(), textBlock, said("A"), ...rest].map((chunk) => chunk.replace(/^event: .*\n/, "")),
      { output: [2], text: "A", end: 5, ...complete },
    ],
    [
      "needs no type inside its data",
      [start(), textBlock, said("A"), ...rest].map((chunk) => chunk.replace(/"type":"\w+",?/, "")),
      { output: [2], text: "A", end: 5, ...complete },
    ],
    [
      "may stop for any reason",
      [
        start(),
        said("A"),
        typed("message_delta", { delta: { stop_reason: "refusal" }, usage: { output_tokens: 5 } }),
        stop,
      ],
      { output: [1], text: "A", end: 3, finish: "refusal", usage: [12, 5] },
    ],
    [
      "is over with its last event, whatever the connection does",
      [start(), said("A"), ...rest],
      { output: [1], text: "A", end: 4, ...complete },
      { ending: timedOut },
    ],
    [
      "that is cut after its stop reason is complete",
      [start(), said("A"), closed, finish()],
      { output: [1], text: "A", end: 3, ...complete, odd: ["no_end_event"] },
      { ending: lost },
    ],
  ];
  it.each(rows)("%s", check);
});

describe("usage", () => {
  const after = (first: object | null, last?: object) => {
    const chunks = [
      start(first),
      said("A"),
      typed("message_delta", { delta: { stop_reason: "end_turn" }, ...(last && { usage: last }) }),
      stop,
    ];
    const { usage, details } = told(chunks, {}, anthropicMessages);
    return [usage, details];
  };
  const input = { input_tokens: 3, output_tokens: 1 };
  const rows: [
    fact: string,
    first: object | null,
    last: object | undefined,
    usage: unknown,
    details?: number[],
  ][] = [
    ["is cumulative, not a sum", input, { output_tokens: 5 }, [3, 5]],
    // 3 + 7 + 1600: what was read anew, written to the cache and read from it.
    [
      "holds all parts of the input",
      { ...input, cache_creation_input_tokens: 7, cache_read_input_tokens: 1600 },
      { output_tokens: 2 },
      [1610, 2],
      [1600],
    ],
    [
      "takes the input from the end where the start had none",
      { input_tokens: 0, output_tokens: 0 },
      { input_tokens: 3, output_tokens: 5 },
      [3, 5],
    ],
    ["keeps the input where the end says 0", input, { input_tokens: 0, output_tokens: 5 }, [3, 5]],
    [
      "takes nulls for nothing",
      { ...input, cache_read_input_tokens: null },
      { output_tokens: 5 },
      [3, 5],
    ],
    ["does not take the placeholder of the start for the output", input, undefined, [3, undefined]],
    [
      "does not know an input of which only the cached part is told",
      { cache_read_input_tokens: 9 },
      { output_tokens: 5 },
      [undefined, 5],
    ],
    ["may be missing", null, undefined, undefined],
    [
      "of zeros only is none",
      { input_tokens: 0, output_tokens: 0 },
      { output_tokens: 0 },
      undefined,
    ],
  ];
  it.each(rows)("%s", (_fact, first, last, ...expected) => {
    const [usage, details] = expected;
    expect(after(first, last)).toEqual([usage, details]);
  });
});

describe("an answer is", () => {
  const a = { output: [1], text: "A" };
  const overloaded = typed("error", { error: { type: "overloaded_error", message: "Overloaded" } });
  const whole = JSON.stringify({
    type: "message",
    model: "m",
    content: [
      { type: "thinking", thinking: "R", signature: "s" },
      { type: "text", text: "AB" },
      { type: "tool_use", id: "t", name: "f", input: { a: 1 } },
    ],
    stop_reason: "tool_use",
    usage: { input_tokens: 12, output_tokens: 5 },
  });
  const rows: Row[] = [
    [
      "whole as one document",
      [whole.slice(0, 40), whole.slice(40)],
      {
        output: [1, 1, 1],
        text: "AB",
        reasoning: "R",
        calls: ['f({"a":1})'],
        finish: "tool_use",
        usage: [12, 5],
        end: 1,
        unstreamed: true,
      },
    ],
    [
      "an error by its event, whatever came before",
      [start(), said("A"), overloaded],
      { ...a, failure: "in_stream_error" },
    ],
    [
      "an error by its type alone",
      [start(), said("A"), event({ type: "error", error: { message: "x" } })],
      { ...a, failure: "in_stream_error" },
    ],
    [
      "an error as one document",
      [event({ type: "error", error: { message: "x" } }).slice(6)],
      { failure: "in_stream_error", unstreamed: true },
    ],
    [
      "truncated without a stop reason",
      [start(), said("A"), closed],
      { ...a, failure: "truncated" },
    ],
    [
      "empty without output, whatever usage claims",
      [start(), ...rest],
      { failure: "empty_output", end: 3, ...complete },
    ],
  ];
  it.each(rows)("%s", check);

  it("an error in the server's own words", () => {
    expect(told([overloaded], {}, anthropicMessages)["detail"]).toBe("Overloaded");
  });
});
