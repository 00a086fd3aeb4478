import { expect, it } from "vitest";
import { openAiResponses } from "../../../src/dialect/apis/openai-responses.ts";
import { complete, completed, of, response, said, usage } from "../responses.ts";
import { type Chunk, told } from "../wire.ts";

type Row = [kind: string, chunks: Chunk[], answer: object];

const item = (fields: object = {}) => ({
  type: "function_call",
  id: "i",
  call_id: "c",
  name: "f",
  arguments: "",
  ...fields,
});
const added = (fields: object = {}, output_index = 0) =>
  of("output_item.added", { output_index, item: item(fields) });
const args = (delta: string, place: object = { item_id: "i", output_index: 0 }) =>
  of("function_call_arguments.delta", { ...place, delta });
const argsDone = (whole: string, place: object = { item_id: "i", output_index: 0 }) =>
  of("function_call_arguments.done", { ...place, arguments: whole });
const itemDone = (fields: object, output_index = 0) =>
  of("output_item.done", { output_index, item: item(fields) });
const rows: Row[] = [
  [
    "are a name, then arguments in pieces, once",
    [added(), args("{"), args("}"), argsDone("{}"), itemDone({ arguments: "{}" }), completed],
    { output: [0, 1, 2], calls: ["f({})"], end: 5, ...complete },
  ],
  [
    "may have their arguments in the done event alone",
    [added(), argsDone("{}"), itemDone({ arguments: "{}" }), completed],
    { output: [0, 1], calls: ["f({})"], end: 3, ...complete },
  ],
  [
    "may come whole",
    [itemDone({ arguments: "{}" }), completed],
    { output: [0], calls: ["f({})"], end: 1, ...complete },
  ],
  [
    "may come with the last event alone",
    [
      of(
        "completed",
        response("completed", {
          usage,
          output: [item({ arguments: "{}" }), item({ id: "j", arguments: "[]" })],
        }),
      ),
    ],
    { output: [0, 0], calls: ["f({})", "f([])"], end: 0, ...complete },
  ],
  [
    "are told apart by their ids where all have one place",
    [
      added({ id: "a" }),
      added({ id: "b" }),
      args("{}", { item_id: "b", output_index: 0 }),
      args("[]", { item_id: "a", output_index: 0 }),
      completed,
    ],
    { output: [0, 1, 2, 3], calls: ["f([])", "f({})"], end: 4, ...complete },
  ],
  [
    "are told apart by their places where ids change",
    [
      added({ id: "a" }, 0),
      added({ id: "b" }, 1),
      args("{}", { item_id: "x", output_index: 0 }),
      args("[]", { item_id: "y", output_index: 1 }),
      completed,
    ],
    { output: [0, 1, 2, 3], calls: ["f({})", "f([])"], end: 4, ...complete },
  ],
  [
    "may be of other kinds",
    [
      of("output_item.added", {
        output_index: 0,
        item: { type: "custom_tool_call", id: "i", name: "f", input: "" },
      }),
      of("custom_tool_call_input.delta", { output_index: 0, item_id: "i", delta: "x" }),
      of("custom_tool_call_input.done", { output_index: 0, item_id: "i", input: "x" }),
      completed,
    ],
    { output: [0, 1], calls: ["f(x)"], end: 3, ...complete },
  ],
  [
    "of the server's own are no output",
    [
      of("web_search_call.searching", { output_index: 0 }),
      of("output_item.done", { item: { type: "web_search_call", id: "w" } }),
      said("A"),
      completed,
    ],
    { output: [2], text: "A", end: 3, ...complete },
  ],
];
it.each(rows)("calls %s", (_kind, chunks, answer) => {
  expect(told(chunks, {}, openAiResponses)).toEqual(answer);
});
