import { describe, expect, it } from "vitest";
import { openAiChat } from "../../src/dialect/apis/openai-chat.ts";
import { readAll } from "../../src/dialect/reading/steps.ts";
import { type Criteria, recordFrom } from "../../src/dialect/record.ts";
import type { Transcript } from "../../src/dialect/transcript.ts";
import type { Planned } from "../../src/metrics/record.ts";
import { micros } from "../../src/time.ts";
import {
  type Chunk,
  delta,
  done,
  event,
  interrupted,
  lost,
  said,
  stop,
  transcriptOf,
  usage,
} from "./wire.ts";

const planned: Planned = { id: 7, phase: "measure", scheduledAt: micros(-500) };
const lenient: Criteria = { stream: true, outputTokens: 8, outputExact: false };
const exact: Criteria = { ...lenient, outputExact: true };

function record(
  chunks: Chunk[],
  { criteria = lenient, ...parts }: Partial<Transcript> & { criteria?: Criteria } = {},
) {
  const transcript = transcriptOf(chunks, parts);
  return readAll(recordFrom({ planned, transcript, dialect: openAiChat, criteria }));
}

it("carries instants, connection and what the endpoint tells of itself", () => {
  const answer = [delta({ content: "A" }, { system_fingerprint: "fp" }), stop, usage(9, 3), done];
  const connection = { fresh: true, connect: micros(300), resent: true };
  const headers = { server: "llama.cpp" };
  expect(record(answer, { connection, headers, sentAt: micros(40) })).toEqual({
    id: 7,
    phase: "measure",
    scheduledAt: -500,
    sentAt: 40,
    status: 200,
    streamed: true,
    pieces: [{ at: 10_000, bytes: 1, kind: "text" }],
    endedAt: 40_000,
    tokens: { source: "usage", input: 9, output: 3 },
    finishReason: "stop",
    freshConnection: true,
    connect: 300,
    resent: true,
    text: "A",
    reasoning: "",
    servedBy: { model: "m", fingerprint: "fp", server: "llama.cpp" },
    oddities: [],
    outcome: "completed",
  });
});

describe("tokens", () => {
  it("are unknown without an output count, and what else is known stays", () => {
    const half = event({ choices: [], usage: { prompt_tokens: 9 } });
    expect(record([said("A"), stop, half, done])).toMatchObject({
      tokens: { source: "unknown", input: 9 },
    });
    expect(record([said("A"), stop, done])).toMatchObject({ tokens: { source: "unknown" } });
  });
});

describe("a request", () => {
  it("that fails keeps its pieces, text and usage", () => {
    const chunks = [said("A"), usage(9, 1), event({ error: { message: "died" } })];
    expect(record(chunks)).toMatchObject({
      outcome: "failed",
      failure: "in_stream_error",
      detail: "died",
      pieces: [{ at: 10_000 }],
      text: "A",
      tokens: { source: "usage", output: 1 },
      endedAt: 30_000,
    });
  });

  it("that we cut is interrupted, unless its end had come", () => {
    const ending = interrupted;
    expect(record([said("A")], { ending })).toMatchObject({
      outcome: "interrupted",
      pieces: [{ at: 10_000 }],
      endedAt: interrupted.at,
    });
    expect(record([said("A"), stop, done], { ending })).toMatchObject({ outcome: "completed" });
  });

  it("that breaks ends when it broke", () => {
    expect(record([said("A")], { ending: lost })).toMatchObject({ endedAt: lost.at });
  });

  it("that is rejected says how long to wait", () => {
    const headers = { "retry-after": "2" };
    expect(record([], { status: 429, headers })).toMatchObject({ retryAfter: 2 });
    expect(record([], { status: 500, headers })).not.toHaveProperty("retryAfter");
  });

  it("whose answer is one document is marked", () => {
    const whole = '{"choices":[{"message":{"content":"A"},"finish_reason":"stop"}]}';
    const criteria = { ...lenient, stream: false };
    expect(record([whole])).toMatchObject({ streamed: false, oddities: ["not_streamed"] });
    expect(record([whole], { criteria })).toMatchObject({ streamed: false, oddities: [] });
  });

  it("keeps refusals as text and tool calls apart", () => {
    const call = { tool_calls: [{ index: 0, function: { name: "f", arguments: "{}" } }] };
    expect(record([delta({ refusal: "No." }), delta(call), stop, done])).toMatchObject({
      text: "No.",
      toolCallText: "f{}",
    });
  });
});

describe("the workload's criteria", () => {
  const answer = (output: number) => [said("Paris"), stop, usage(9, output), done];

  it("fail an answer that is shorter than an exact length", () => {
    expect(record(answer(7), { criteria: exact })).toMatchObject({
      outcome: "failed",
      failure: "short_output",
      detail: "7 output tokens where 8 were asked for",
      endedAt: 40_000,
    });
    expect(record(answer(8), { criteria: exact }).outcome).toBe("completed");
    expect(record(answer(7)).outcome).toBe("completed");
  });

  it("cannot hold an exact length against an answer without counts, and say so", () => {
    const oddities = ["output_length_unverified"];
    const unknown = record([said("A"), stop, done], { criteria: exact });
    expect(unknown).toMatchObject({ outcome: "completed", oddities });
  });

  it("fail text that does not match, however often the expression is used", () => {
    const criteria = { ...lenient, expect: /paris/gi };
    const outcomes = [1, 2, 3].map(() => record(answer(3), { criteria }).outcome);
    expect(outcomes).toEqual(["completed", "completed", "completed"]);
    expect(record(answer(3), { criteria: { ...lenient, expect: /London/ } })).toMatchObject({
      failure: "bad_response",
      detail: "the text does not match /London/",
    });
  });

  it("are not asked of an answer that was cut", () => {
    const criteria = { ...exact, expect: /London/ };
    expect(record([said("A")], { criteria, ending: interrupted }).outcome).toBe("interrupted");
  });
});
