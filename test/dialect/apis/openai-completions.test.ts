import { expect, it } from "vitest";
import { openAiCompletions } from "../../../src/dialect/apis/openai-completions.ts";
import { type Chunk, chunk, counts, delta, done, event, role, stop, told, usage } from "../wire.ts";

type Row = [kind: string, chunks: Chunk[], answer: object];

const said = (text: string | null) => chunk({ text });
const length = (text: string | null, beside: object = {}) =>
  chunk({ text, finish_reason: "length" }, beside);
const whole = JSON.stringify({
  object: "text_completion",
  choices: [{ index: 0, text: "AB", finish_reason: "length" }],
  ...counts(6, 3),
});

const rows: Row[] = [
  [
    "text is output, and the end needs none",
    [said("A"), said(" B"), length(""), usage(6, 3), done],
    { output: [0, 1], text: "A B", finish: "length", end: 4, usage: [6, 3] },
  ],
  [
    "usage may come with the finish and without text",
    [said("A"), length("", counts(6, 3)), done],
    { output: [0], text: "A", finish: "length", end: 2, usage: [6, 3] },
  ],
  [
    "null is no text",
    [said(null), said("A"), length(null), done],
    { output: [1], text: "A", finish: "length", end: 3 },
  ],
  [
    "the last text may come with the finish",
    [said("A"), length("B"), done],
    { output: [0, 1], text: "AB", finish: "length", end: 2 },
  ],
  [
    "several texts are all output",
    [
      event({
        choices: [
          { index: 0, text: "A" },
          { index: 1, text: "B" },
        ],
      }),
      length(""),
      done,
    ],
    { output: [0, 0], text: "AB", finish: "length", end: 2 },
  ],
  [
    "a gateway may answer in chat's words",
    [role, delta({ content: "A" }), stop, done],
    { output: [1], text: "A", finish: "stop", end: 3 },
  ],
  [
    "a whole answer is not streamed",
    [whole.slice(0, 30), whole.slice(30)],
    { output: [1], text: "AB", finish: "length", end: 1, usage: [6, 3], unstreamed: true },
  ],
  [
    "an error breaks it",
    [said("A"), event({ error: { message: "out of memory" } }), done],
    { output: [0], text: "A", failure: "in_stream_error", detail: "out of memory" },
  ],
  [
    "an end without text is empty",
    [length(""), done],
    {
      finish: "length",
      end: 1,
      failure: "empty_output",
      detail: "a complete answer without output",
    },
  ],
];

it.each(rows)("%s", (_kind, chunks, answer) => {
  expect(told(chunks, {}, openAiCompletions)).toEqual(answer);
});

it("is truncated where neither an end nor a finish came", () => {
  expect(told([said("A")], {}, openAiCompletions)).toMatchObject({ failure: "truncated" });
});
