import { expect, it } from "vitest";
import { openAiChat } from "../../../src/dialect/apis/openai-chat.ts";
import { readAll } from "../../../src/dialect/reading/steps.ts";
import {
  type Chunk,
  chunk,
  delta,
  done,
  event,
  role,
  said,
  stop,
  told,
  transcriptOf,
} from "../wire.ts";

/** Read indices of the output pieces, the chunks (a stop and a [DONE] follow), what else is told. */
type Row = [kind: string, output: number[], chunks: Chunk[], rest?: object];

const toolCall = (call: object) => delta({ tool_calls: [call] });
const f = (args: unknown) => ({ name: "f", arguments: args });
const filter = { content_filter_results: { hate: { filtered: false, severity: "safe" } } };
const promptFilter = { choices: [], model: "", prompt_filter_results: [filter] };
const details = (fields: object) => delta({ reasoning_details: [fields] });
const thinking = { type: "thinking", thinking: [{ type: "text", text: "R" }] };
const many = (...contents: string[]) =>
  event({ choices: contents.map((content, index) => ({ index, delta: { content } })) });
const growing = (content: string, sofar: string) =>
  chunk({ delta: { content }, message: { content: sofar } });
const pretty = JSON.stringify({ choices: [{ delta: { content: "A" } }] }, null, 1);

const rows: Row[] = [
  ["a role is no output", [1], [delta({ role: "assistant" }), said("A")]],
  ["null content is no output", [1], [delta({ role: "assistant", content: null }), said("A")]],
  ["empty content is no output", [1], [role, said("A"), said("")]],
  ["white space is output", [1, 2], [role, said(" "), said("\n")], { text: " \n" }],
  ["content beside a role is output", [0], [delta({ role: "assistant", content: "A" })]],
  ["a null delta is no output", [1], [delta(null), said("A")]],
  ["a prompt filter is no output", [1], [event(promptFilter), said("A")]],
  ["a choice without a delta is no output", [0], [said("A"), stop, chunk(filter)]],
  ["an empty list of calls is no output", [1], [delta({ tool_calls: [] }), said("A")]],
  ["log probabilities are no output", [1], [chunk({ logprobs: { content: [{}] } }), said("A")]],
  [
    "a comment is no output",
    [1, 3],
    [": WAIT\n\n", said("A"), ": WAIT\n\n", said("A")],
    { text: "AA" },
  ],
  ["a comment framed as data is no output", [2], ["data: : wait\n\n", "data:\n\n", said("A")]],
  ["a ping is no output", [2], ["event: ping\ndata: {}\n\n", "data: null\n\n", said("A")]],
  ["fields beside the choices are none", [0], [delta({ content: "A" }, { content: "decoy" })]],
  ["a growing message is none", [0, 1], [growing("A", "A"), growing("B", "AB")], { text: "AB" }],
  ["a completion's text is output", [0], [chunk({ text: "A" })]],
  ["tags stay text", [0, 1], [said("<think>"), said("x</think>")], { text: "<think>x</think>" }],
  [
    "replacement characters stay",
    [0, 1],
    [said("\uFFFD"), said("\uFFFDa")],
    { text: "\uFFFD\uFFFDa" },
  ],
  ["surrogate halves are joined", [0, 1], [said("\ud83d"), said("\udc4b")], { text: "👋" }],

  [
    "reasoning_content is output",
    [1, 2],
    [delta({ reasoning_content: "" }), delta({ reasoning_content: "R" }), said("A")],
    { reasoning: "R" },
  ],
  [
    "reasoning is output",
    [0, 1],
    [delta({ content: null, reasoning: "R" }), said("A")],
    { reasoning: "R" },
  ],
  [
    "reasoning under two names counts once",
    [0, 1],
    [
      delta({ reasoning: "R", reasoning_content: "R", reasoning_details: [{ text: "R" }] }),
      said("A"),
    ],
    { reasoning: "R" },
  ],
  [
    "reasoning details alone are output",
    [0, 1],
    [details({ text: "R" }), said("A")],
    { reasoning: "R" },
  ],
  ["encrypted reasoning is no output", [1], [details({ data: "xyz" }), said("A")]],
  [
    "parts of content are told apart",
    [0, 1],
    [delta({ content: [thinking] }), delta({ content: [{ text: "A" }] })],
    { reasoning: "R" },
  ],
  [
    "a refusal is output",
    [1],
    [delta({ refusal: null }), delta({ refusal: "No." })],
    { text: undefined, refusal: "No." },
  ],

  [
    "a call's name and arguments are output",
    [0, 1, 2],
    [
      toolCall({ index: 0, id: "1", function: f("") }),
      toolCall({ index: 0, function: { arguments: "{" } }),
      toolCall({ index: 0, function: { arguments: "}" } }),
    ],
    { text: undefined, calls: ["f({})"] },
  ],
  [
    "a call's empty shell is no output",
    [1],
    [
      toolCall({ index: 0, id: "1", function: { name: "", arguments: "" } }),
      toolCall({ index: 0, function: f("") }),
    ],
    { text: undefined, calls: ["f()"] },
  ],
  [
    "calls may lack an index",
    [0, 1],
    [toolCall({ id: "1", function: f("{}") }), toolCall({ id: "2", function: f({ a: 1 }) })],
    { text: undefined, calls: ["f({})", 'f({"a":1})'] },
  ],
  [
    "calls of one index differ by id and name",
    [0, 1, 2],
    [
      toolCall({ index: 0, id: "1", function: f("") }),
      toolCall({ index: 0, id: "x", function: { arguments: "{}" } }),
      toolCall({ index: 0, id: "2", function: f("") }),
    ],
    { text: undefined, calls: ["f({})", "f()"] },
  ],
  [
    "calls may take turns by index",
    [0, 1, 2],
    [
      toolCall({ index: 0, function: f("") }),
      toolCall({ index: 1, function: f("") }),
      toolCall({ index: 0, function: { arguments: "{}" } }),
    ],
    { text: undefined, calls: ["f({})", "f()"] },
  ],
  [
    "the older function call is output",
    [0, 1],
    [delta({ function_call: f("") }), delta({ function_call: { arguments: "{}" } })],
    { text: undefined, calls: ["f({})"] },
  ],

  ["every choice is output", [0, 0], [many("A", "B")], { text: "AB" }],
  ["events of one read share its stamp", [0, 0], [role + said("A") + said("B")], { text: "AB" }],
  [
    "a split event arrives with its last read",
    [1],
    [said("ä").slice(0, 40), said("ä").slice(40)],
    { text: "ä" },
  ],
  ["a line may have 150 kB", [0], [delta({ content: "A" }, { ids: "x".repeat(150_000) })]],
  ["an event may be pretty-printed", [0], [`${pretty.replace(/^/gm, "data: ")}\n\n`]],
];

it.each(rows)("%s", (_kind, output, chunks, rest = {}) => {
  const answer: Record<string, unknown> = { text: "A", ...rest };
  expect(told([...chunks, stop, done])).toEqual({
    output,
    end: chunks.length + 1,
    finish: "stop",
    ...Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)),
  });
});

it("keeps what the endpoint tells of itself, empty names aside", () => {
  const nameless = event({ choices: [], model: "", system_fingerprint: null });
  const named = delta({ content: "A" }, { model: "m-2", system_fingerprint: "fp" });
  const { servedBy } = readAll(openAiChat.read(transcriptOf([nameless, named, done])));
  expect(servedBy).toEqual({ model: "m-2", fingerprint: "fp" });
});

it("weighs pieces in UTF-8 bytes", () => {
  const { pieces } = readAll(openAiChat.read(transcriptOf([said("aä🌍"), stop, done])));
  expect(pieces.map(({ bytes, kind }) => [bytes, kind])).toEqual([[1 + 2 + 4, "text"]]);
});
