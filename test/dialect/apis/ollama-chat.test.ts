import { describe, expect, it } from "vitest";
import { ollamaChat } from "../../../src/dialect/apis/ollama-chat.ts";
import { readAll } from "../../../src/dialect/reading/steps.ts";
import type { Transcript } from "../../../src/dialect/transcript.ts";
import { type Chunk, interrupted, line, lost, timedOut, told, transcriptOf } from "../wire.ts";

type Row = [kind: string, chunks: Chunk[], answer: object, parts?: Partial<Transcript>];

const of = (message: object, rest: object = {}) =>
  line({ model: "m", message: { role: "assistant", ...message }, done: false, ...rest });
const said = (content: string) => of({ content });
const counts = { prompt_eval_count: 11, eval_count: 4 };
const end = (rest: object = { done_reason: "stop", ...counts }) =>
  of({ content: "" }, { done: true, ...rest });
const complete = { finish: "stop", usage: [11, 4] };
const call = (name: string, args: unknown, more: object = {}) => ({
  function: { name, arguments: args, ...more },
});

function check(_kind: string, chunks: Chunk[], answer: object, parts: Partial<Transcript> = {}) {
  const { detail, ...rest } = told(chunks, parts, ollamaChat);
  expect(rest).toEqual(answer);
}

describe("a stream of lines", () => {
  const two = said("A") + said("B");
  const rows: Row[] = [
    [
      "ends with the line that says done",
      [said("A"), said(" B"), end()],
      { output: [0, 1], text: "A B", end: 2, ...complete },
    ],
    [
      "may be split and joined anywhere",
      [two.slice(0, -9), two.slice(-9) + said("C"), end()],
      { output: [0, 1, 1], text: "ABC", end: 2, ...complete },
    ],
    [
      "thinks before it answers",
      [of({ content: "", thinking: "R" }), said("A"), end()],
      { output: [0, 1], text: "A", reasoning: "R", end: 2, ...complete },
    ],
    [
      "calls tools with objects, each call by itself",
      [
        of({ tool_calls: [call("f", { a: 1 }), call("g", {})] }),
        of({ tool_calls: [call("f", "x", { index: 0 })] }),
        end(),
      ],
      { output: [0, 0, 1], calls: ['f({"a":1})', "g({})", "f(x)"], end: 2, ...complete },
    ],
    [
      "may say its last words with the end",
      [said("A"), of({ content: "B" }, { done: true, done_reason: "stop", ...counts })],
      { output: [0, 1], text: "AB", end: 1, ...complete },
    ],
    [
      "may leave out the prompt's count, which is then unknown",
      [said("A"), end({ done_reason: "stop", eval_count: 4 })],
      { output: [0], text: "A", end: 1, finish: "stop", usage: [undefined, 4] },
    ],
    [
      "may count nothing",
      [said("A"), end({ done_reason: "stop", prompt_eval_count: 0, eval_count: 0 })],
      { output: [0], text: "A", end: 1, finish: "stop" },
    ],
    [
      "of older servers gives no reason",
      [said("A"), end(counts)],
      { output: [0], text: "A", end: 1, usage: [11, 4], odd: ["no_finish_reason"] },
    ],
    [
      "may lack its last line end, and hold blank lines",
      [`\n${said("A")}\r\n`, end().trimEnd()],
      { output: [0], text: "A", end: 1, ...complete },
    ],
    [
      "is over whatever the connection does after that",
      [said("A"), end()],
      { output: [0], text: "A", end: 1, ...complete },
      { ending: timedOut },
    ],
    [
      "is over whatever follows",
      [said("A"), end(), said("B")],
      { output: [0], text: "A", end: 1, ...complete },
      { ending: lost },
    ],
  ];
  it.each(rows)("%s", check);
});

describe("an answer is", () => {
  const half = said("A").slice(0, 20);
  const a = { output: [0], text: "A" };
  const rows: Row[] = [
    [
      "whole where its first line is its last",
      [of({ content: "AB" }, { done: true, done_reason: "stop", ...counts })],
      { output: [0], text: "AB", end: 0, unstreamed: true, ...complete },
    ],
    [
      "whole where it is printed over many lines",
      [JSON.stringify({ message: { content: "AB" }, done: true, done_reason: "stop" }, null, 1)],
      { output: [0], text: "AB", end: 0, unstreamed: true, finish: "stop" },
    ],
    [
      "empty where only the model was loaded",
      [end({ done_reason: "load" })],
      { finish: "load", end: 0, failure: "empty_output" },
    ],
    ["truncated without an end", [said("A"), half], { ...a, failure: "truncated" }],
    [
      "truncated by a lost connection",
      [said("A")],
      { ...a, failure: "truncated" },
      { ending: lost },
    ],
    ["no failure of theirs where we cut it", [said("A")], a, { ending: interrupted }],
    [
      "an error where a line is one",
      [said("A"), line({ error: "llama runner process has terminated" })],
      { ...a, failure: "in_stream_error" },
    ],
    [
      "bad where a line is broken",
      [said("A"), "{]\n", end()],
      { ...a, failure: "bad_response", odd: ["malformed_event"] },
    ],
    ["bad where it is a page", ["<html><title>Log in</title>"], { failure: "bad_response" }],
    [
      "refused with the server's own words",
      [line({ error: "model 'x' not found" })],
      { failure: "http_status", unstreamed: true },
      { status: 404 },
    ],
  ];
  it.each(rows)("%s", check);
});

it("says in the server's own words what was wrong", () => {
  const refusal = [line({ error: "model 'x' not found" })];
  expect(told(refusal, { status: 404 }, ollamaChat)["detail"]).toBe(
    "HTTP 404: model 'x' not found",
  );
});

it("keeps the model that answered", () => {
  const { servedBy } = readAll(ollamaChat.read(transcriptOf([said("A"), end()])));
  expect(servedBy).toEqual({ model: "m" });
});
