import { describe, expect, it } from "vitest";
import { openAiResponses } from "../../../src/dialect/apis/openai-responses.ts";
import type { Transcript } from "../../../src/dialect/transcript.ts";
import { complete, completed, created, of, response, said, usage } from "../responses.ts";
import { type Chunk, done, event, lost, timedOut, told, typed } from "../wire.ts";

type Row = [kind: string, chunks: Chunk[], answer: object, parts?: Partial<Transcript>];

const part = (text: string) => ({ type: "output_text", text, annotations: [] });
const message = (text: string) => ({ type: "message", id: "m", content: [part(text)] });
const repeated = (text: string) => [
  of("output_text.done", { item_id: "m", output_index: 0, text }),
  of("content_part.done", { item_id: "m", output_index: 0, part: part(text) }),
  of("output_item.done", { output_index: 0, item: message(text) }),
];

function check(_kind: string, chunks: Chunk[], answer: object, parts: Partial<Transcript> = {}) {
  const { detail, ...rest } = told(chunks, parts, openAiResponses);
  expect(rest).toEqual(answer);
}

describe("text", () => {
  const opening = [
    of("output_item.added", { output_index: 0, item: { type: "message", id: "m", content: [] } }),
    of("content_part.added", { item_id: "m", output_index: 0, part: part("") }),
  ];
  const rows: Row[] = [
    [
      "is output in its deltas alone: what is done repeats it",
      [
        created,
        ...opening,
        said("A"),
        said(" B"),
        ...repeated("A B"),
        of("completed", response("completed", { output: [message("A B")], usage })),
      ],
      { output: [3, 4], text: "A B", end: 8, ...complete },
    ],
    [
      "of two items is told apart by nothing but its words",
      [said("A"), ...repeated("A"), said("B", {}), ...repeated("B"), completed],
      { output: [0, 4], text: "AB", end: 8, ...complete },
    ],
    [
      "repeated under other ids is no output",
      [said("A", { item_id: "x" }), of("output_text.done", { item_id: "y", text: "A" }), completed],
      { output: [0], text: "A", end: 2, ...complete },
    ],
    [
      "repeated in other words is no output",
      [said("A"), said("B"), ...repeated("A B"), completed],
      { output: [0, 1], text: "AB", end: 5, ...complete },
    ],
    [
      "of two parts may be repeated when both are over",
      [said("A"), said("B"), ...repeated("A"), ...repeated("B"), completed],
      { output: [0, 1], text: "AB", end: 8, ...complete },
    ],
    [
      "that only a done event tells is output once",
      [created, ...repeated("A B"), completed],
      { output: [1], text: "A B", end: 4, ...complete },
    ],
    [
      "that only the last event tells is output",
      [created, of("completed", response("completed", { output: [message("A")], usage }))],
      { output: [1], text: "A", end: 1, ...complete },
    ],
    [
      "follows a summary of the reasoning",
      [
        created,
        of("output_item.added", { item: { type: "reasoning", id: "r", summary: [] } }),
        of("reasoning_summary_text.delta", { item_id: "r", delta: "R" }),
        of("reasoning_summary_text.done", { item_id: "r", text: "R" }),
        of("reasoning_summary_part.done", {
          item_id: "r",
          part: { type: "summary_text", text: "R" },
        }),
        of("output_item.done", {
          item: {
            type: "reasoning",
            id: "r",
            summary: [{ type: "summary_text", text: "R" }],
            encrypted_content: "x",
          },
        }),
        said("A"),
        completed,
      ],
      { output: [2, 6], text: "A", reasoning: "R", end: 7, ...complete },
    ],
    [
      "follows the reasoning itself",
      [
        of("reasoning_text.delta", { delta: "R" }),
        of("reasoning_text.done", { text: "R" }),
        said("A"),
        completed,
      ],
      { output: [0, 2], text: "A", reasoning: "R", end: 3, ...complete },
    ],
    [
      "may be a refusal",
      [of("refusal.delta", { delta: "No." }), of("refusal.done", { refusal: "No." }), completed],
      { output: [0], refusal: "No.", end: 2, ...complete },
    ],
    [
      "may be named in the data alone",
      [said("A"), completed].map((chunk) => chunk.replace(/^event: .*\n/, "")),
      { output: [0], text: "A", end: 1, ...complete },
    ],
    [
      "may be named by the event alone",
      [said("A"), completed].map((chunk) => chunk.replace(/"type":"[\w.]+",/, "")),
      { output: [0], text: "A", end: 1, ...complete },
    ],
    [
      "may carry notes, which are none",
      [said("A"), of("output_text.annotation.added", { annotation: { title: "x" } }), completed],
      { output: [0], text: "A", end: 2, ...complete },
    ],
  ];
  it.each(rows)("%s", check);
});

describe("an answer is", () => {
  const a = { output: [0], text: "A" };
  const failed = of(
    "failed",
    response("failed", { error: { code: "server_error", message: "model crashed" } }),
  );
  const incomplete = (reason: string) =>
    of("incomplete", response("incomplete", { incomplete_details: { reason }, usage }));
  const cut = { usage: [9, 30], details: [25, 4] };
  const whole = JSON.stringify({
    object: "response",
    status: "completed",
    error: null,
    model: "m",
    output: [{ type: "reasoning", summary: [] }, message("AB")],
    usage,
  });
  const rows: Row[] = [
    [
      "complete at its limit",
      [said("A"), incomplete("max_output_tokens")],
      { ...a, end: 1, finish: "max_output_tokens", ...cut },
    ],
    [
      "complete though a filter ended it",
      [said("A"), incomplete("content_filter")],
      { ...a, end: 1, finish: "content_filter", ...cut },
    ],
    [
      "complete by a status where the event names none",
      [said("A"), of("done", response("completed", { usage }))],
      { ...a, end: 1, ...complete },
    ],
    [
      "not complete by a status alone before its end",
      [of("created", response("completed")), said("A"), completed],
      { output: [1], text: "A", end: 2, ...complete },
    ],
    [
      "complete whatever the connection does then",
      [said("A"), completed],
      { ...a, end: 1, ...complete },
      { ending: timedOut },
    ],
    [
      "complete with a marker of another API",
      [said("A"), done],
      { ...a, end: 1, odd: ["no_finish_reason"] },
    ],
    [
      "empty where reasoning in secret used up the limit",
      [created, incomplete("max_output_tokens")],
      { failure: "empty_output", end: 1, finish: "max_output_tokens", ...cut },
    ],
    ["failed where it says so", [said("A"), failed], { ...a, failure: "in_stream_error" }],
    [
      "failed where it was cancelled",
      [said("A"), of("cancelled", response("cancelled"))],
      { ...a, failure: "in_stream_error" },
    ],
    [
      "failed by an error event",
      [said("A"), typed("error", { code: "x", message: "rate limit" })],
      { ...a, failure: "in_stream_error" },
    ],
    [
      "failed by an error without an event's name",
      [said("A"), event({ type: "error", message: "x" })],
      { ...a, failure: "in_stream_error" },
    ],
    [
      "truncated without its last event",
      [said("A"), ...repeated("A")],
      { ...a, failure: "truncated" },
    ],
    [
      "truncated by a lost connection",
      [created, said("A")],
      { output: [1], text: "A", failure: "truncated" },
      { ending: lost },
    ],
    [
      "whole as one document",
      [whole.slice(0, 40), whole.slice(40)],
      { output: [1], text: "AB", end: 1, unstreamed: true, ...complete },
    ],
    [
      "no success as a document that failed",
      [
        JSON.stringify({
          object: "response",
          status: "failed",
          error: { message: "x" },
          output: [],
        }),
      ],
      { failure: "in_stream_error", unstreamed: true },
    ],
    [
      "bad as a document that is still being made",
      [JSON.stringify({ object: "response", status: "queued", error: null, output: [] })],
      { failure: "bad_response", unstreamed: true },
    ],
  ];
  it.each(rows)("%s", check);

  it("failed in the server's own words", () => {
    expect(told([failed], {}, openAiResponses)["detail"]).toBe("model crashed (server_error)");
  });
});
