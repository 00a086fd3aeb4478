import { describe, expect, it } from "vitest";
import { openAiChat } from "../../../src/dialect/apis/openai-chat.ts";
import { readAll } from "../../../src/dialect/reading/steps.ts";
import type { Ending } from "../../../src/dialect/transcript.ts";
import { micros } from "../../../src/time.ts";
import type { Chunk } from "../wire.ts";
import {
  after,
  chunk,
  counts,
  delta,
  done,
  event,
  interrupted,
  lost,
  refused,
  role,
  said,
  stop,
  timedOut,
  told,
  transcriptOf,
  usage,
} from "../wire.ts";

type Row = [kind: string, chunks: Chunk[], answer: object, ending?: Ending];

function check(_kind: string, chunks: Chunk[], answer: object, ending?: Ending): void {
  const { detail, text, ...rest } = told(chunks, ending && { ending });
  expect(rest).toEqual(answer);
}

const a = { output: [0] };
const complete = { ...a, finish: "stop" };
const marked: Ending = { kind: "end-marker", at: micros(900_000) };
const tooLarge: Ending = { kind: "bad-http", at: micros(900_000), detail: "over 64 MiB" };

describe("an answer is complete", () => {
  const rows: Row[] = [
    ["with its end event", [said("A"), stop, done], { ...complete, end: 2 }],
    [
      "though the connection breaks after that",
      [said("A"), stop, done],
      { ...complete, end: 2 },
      lost,
    ],
    ["though the server never closes", [said("A"), stop, done], { ...complete, end: 2 }, timedOut],
    ["though we are cut after that", [said("A"), stop, done], { ...complete, end: 2 }, interrupted],
    [
      "though junk follows",
      [said("A"), stop, done, "data: {]\n\n", said("B")],
      { ...complete, end: 2 },
    ],
    [
      "with an end event that nothing closed",
      [said("A"), stop, "data: [DONE]"],
      { ...complete, end: 2 },
    ],
    [
      "with an end event that we closed after",
      [said("A"), stop, "data: [DONE]"],
      { ...complete, end: 2 },
      marked,
    ],
    [
      "with an end event glued to comments",
      [said("A"), stop, `: x=1\n${done}`],
      { ...complete, end: 2 },
    ],
    ["without a finish reason", [said("A"), done], { ...a, end: 1, odd: ["no_finish_reason"] }],
    [
      "with a finish reason alone, at its last event",
      [said("A"), stop, usage(9, 3)],
      { ...complete, end: 2, usage: [9, 3], odd: ["no_end_event"] },
    ],
    [
      "with a last event that nothing closed",
      [said("A"), stop, usage(9, 3).trimEnd()],
      { ...complete, end: 2, usage: [9, 3], odd: ["no_end_event"] },
    ],
    [
      "with a finish reason before the connection breaks",
      [said("A"), stop],
      { ...complete, end: 1, odd: ["no_end_event"] },
      lost,
    ],
    [
      "with a finish reason on every chunk, at the end",
      [
        chunk({ delta: { content: "A" }, finish_reason: "stop" }),
        chunk({ delta: { content: "B" }, finish_reason: "stop" }),
        done,
      ],
      { output: [0, 1], finish: "stop", end: 2 },
    ],
    [
      "whatever its finish reason",
      [said("A"), chunk({ finish_reason: "content_filter" }), done],
      { ...a, finish: "content_filter", end: 2 },
    ],
    [
      "with words that are no event",
      [said("A"), "data: heartbeat\n\n", stop, done],
      { ...complete, end: 3, odd: ["malformed_event"] },
    ],
  ];
  it.each(rows)("%s", check);
});

describe("an answer is", () => {
  const truncated = { failure: "truncated" };
  const inStream = { failure: "in_stream_error" };
  const rows: Row[] = [
    [
      "truncated without end event and finish reason",
      [role, said("A")],
      { output: [1], ...truncated },
    ],
    [
      "truncated when finish reasons are empty",
      [chunk({ delta: { content: "A" }, finish_reason: "" })],
      { ...a, ...truncated },
    ],
    ["truncated inside an event", [said("A"), said("B").slice(0, 50)], { ...a, ...truncated }],
    ["truncated after keep-alives alone", [": WAIT\n\n"], truncated],
    ["truncated by a lost connection", [said("A")], { ...a, ...truncated }, lost],
    ["truncated by one lost before output", [], truncated, lost],
    ["timed out in the middle", [said("A")], { ...a, failure: "timeout" }, timedOut],
    [
      "timed out though finished, if the end never came",
      [said("A"), stop],
      { ...complete, failure: "timeout" },
      timedOut,
    ],
    ["neither a failure nor ended when interrupted", [said("A"), stop], complete, interrupted],
    ["bad when larger than we take", [said("A")], { ...a, failure: "bad_response" }, tooLarge],
    [
      "empty with an end and no output",
      [role, stop, usage(9, 1), done],
      { failure: "empty_output", end: 3, finish: "stop", usage: [9, 1] },
    ],
    [
      "empty with an error in a field nobody documents",
      [role, chunk({ finish_reason: "stop", native_finish_reason: "network_error" }), done],
      { failure: "empty_output", end: 2, finish: "stop" },
    ],
    ["empty without a body", [], { failure: "empty_output" }],
    [
      "an error object, whatever came before",
      [said("A"), event({ error: { message: "died" } }), done],
      { ...a, ...inStream },
    ],
    ["an error object before any output", [event({ error: { message: "quota" } }), done], inStream],
    [
      "an error beside empty choices",
      [event({ choices: [], error: { code: 503 } }), done],
      inStream,
    ],
    [
      "an error beside a finish",
      [said("A"), chunk({ finish_reason: "error" }, { error: { code: 502 } }), done],
      { ...a, ...inStream },
    ],
    [
      "an error by its finish reason",
      [said("A"), chunk({ finish_reason: "error" }), done],
      { ...a, ...inStream },
    ],
    [
      "an error in Groq's corner",
      [event({ choices: [], x_groq: { error: "over capacity" } }), done],
      inStream,
    ],
    ["an error inside a choice", [chunk({ error: { code: 502 } }), done], inStream],
    ["an error given as text", [event({ error: "Input validation error" })], inStream],
    ["an error that calls itself one", [event({ object: "error", message: "bad" })], inStream],
    ["an error by its event name", ["event: error\ndata: busy\n\n"], inStream],
    ["an error in llama.cpp's field", ['error: {"code":400}\n\n', done], inStream],
    [
      "an error on a line of its own",
      [said("A"), '{"error":{"message":"died"}}\n'],
      { ...a, ...inStream },
    ],
    [
      "an error as one document",
      ['{"error":{"message":"overloaded"}}'],
      { ...inStream, unstreamed: true },
    ],
    [
      "an error as a list of one",
      ['[{"error":{"message":"overloaded"}}]'],
      { ...inStream, unstreamed: true },
    ],
    [
      "bad with a broken event",
      [said("A"), 'data: {"choices":[{]}\n\n', stop, done],
      { ...a, failure: "bad_response", odd: ["malformed_event"] },
    ],
    ["bad as a page", ["<!doctype html><title>Log in</title>"], { failure: "bad_response" }],
    ["bad as words", ["It works!"], { failure: "bad_response" }],
    ["bad as another document", ['{"status":"ok"}'], { failure: "bad_response", unstreamed: true }],
    ["bad as half a document", ['{"choices":[{"mess'], { failure: "bad_response" }],
  ];
  it.each(rows)("%s", check);

  it("a connect failure when nothing of it arrived", () => {
    for (const ending of [refused, lost]) {
      const { status, headersAt, ...nothing } = transcriptOf([], { ending });
      expect(readAll(openAiChat.read(nothing)).failure?.kind).toBe("connect");
    }
  });
});

it("takes fields of an error that are null or empty for no error", () => {
  const chunks = [
    delta({ content: "A" }, { error: null }),
    chunk({ error: "" }),
    event({ error: {} }),
  ];
  expect(told([...chunks, stop, done])).toMatchObject({ output: [0], end: 4 });
});

describe("a whole answer", () => {
  const message = { role: "assistant", content: "A", reasoning_content: "R" };
  const whole = JSON.stringify({ choices: [{ message, finish_reason: "stop" }], ...counts(9, 3) });
  const answer = { text: "A", reasoning: "R", finish: "stop", usage: [9, 3], unstreamed: true };
  const chunks = [said("A"), stop, done];
  const streamed = { output: [0], text: "A", end: 2, finish: "stop" };

  it("arrives when its last byte does, white space before it or not", () => {
    const parts = [" ", "\n", whole.slice(0, 40), whole.slice(40)];
    expect(told(parts)).toEqual({ ...answer, output: [3, 3], end: 3 });
  });

  it("is known by its body, not by its content type", () => {
    const headers = { "content-type": "text/event-stream" };
    expect(told([whole], { headers })).toEqual({ ...answer, output: [0, 0], end: 0 });
    expect(told([`${whole}\n\n`, done])).toEqual({ ...answer, output: [0, 0], end: 1 });
    expect(told([`data: ${whole}\n\n`, done])).toEqual({ ...answer, output: [0, 0], end: 1 });
    expect(told(chunks, { headers: { "content-type": "application/json" } })).toEqual(streamed);
  });
});

it("stamps a failure with the event that shows it", () => {
  const chunks = [said("A"), event({ error: { message: "died" } }), done];
  const { failure } = readAll(openAiChat.read(transcriptOf(chunks)));
  expect(failure?.at).toBe(after(chunks.slice(0, 2)) - 5_000);
});

// A step is what sockets wait for: 4,096 characters of JSON are read in some 30 µs.
it("is read in steps of 4,096 characters, and one event more", () => {
  const event = said("x".repeat(100));
  const count = 400;
  const steps = openAiChat.read(transcriptOf([event.repeat(count), stop, done]));
  let taken = 1;
  while (!steps.next().done) taken += 1;
  const characters = event.length - "data: \n\n".length;
  const perStep = Math.ceil(4_096 / characters);
  expect(taken).toBe(Math.floor(count / perStep) + 1);
});
