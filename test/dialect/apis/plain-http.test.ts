import { expect, it } from "vitest";
import { plainHttp } from "../../../src/dialect/apis/plain-http.ts";
import { readAll } from "../../../src/dialect/reading/steps.ts";
import { recordFrom } from "../../../src/dialect/record.ts";
import type { Transcript } from "../../../src/dialect/transcript.ts";
import { micros } from "../../../src/time.ts";
import { type Chunk, interrupted, lost, refused, timedOut, told, transcriptOf } from "../wire.ts";

type Row = [kind: string, chunks: Chunk[], parts: Partial<Transcript>, answer: object];

const rows: Row[] = [
  ["JSON, at its last byte", ['{"a":', "1}"], {}, { end: 1 }],
  ["text", ["It works!"], {}, { end: 0 }],
  ["bytes", [new Uint8Array([0xff, 0xfe])], {}, { end: 0 }],
  [
    "a stream of events, of which none is output",
    ["data: {}\n\n", "data: [DONE]\n\n"],
    {},
    { end: 1 },
  ],
  ["what looks like an error", ['{"error":{"message":"x"}}'], {}, { end: 0 }],
  ["another success", ["A"], { status: 201 }, { end: 0 }],
  ["not found", ["no"], { status: 404 }, { failure: "http_status", detail: "HTTP 404: no" }],
  ["too busy", [], { status: 503 }, { failure: "rejected", detail: "HTTP 503" }],
  [
    "moved",
    [],
    { status: 302, headers: { location: "/b" } },
    {
      failure: "http_status",
      detail: "HTTP 302: a redirect, which is not followed: correct the base URL (to /b)",
    },
  ],
  [
    "half a body",
    ["abc"],
    { ending: lost },
    { failure: "truncated", detail: "ECONNRESET after 3 bytes" },
  ],
  [
    "a body that never ends",
    ["abc"],
    { ending: timedOut },
    { failure: "timeout", detail: "timed out after 3 bytes" },
  ],
  ["a body that we cut", ["abc"], { ending: interrupted }, {}],
];

it.each(rows)("%s", (_kind, chunks, parts, answer) => {
  expect(told(chunks, parts, plainHttp)).toEqual({ unstreamed: true, ...answer });
});

it("an answer without a body ends with its head", () => {
  const transcript = transcriptOf([], { status: 204 });
  expect(readAll(plainHttp.read(transcript))).toMatchObject({ endedAt: transcript.headersAt });
});

it("no answer at all", () => {
  const { status, headersAt, ...nothing } = transcriptOf([], { ending: refused });
  expect(readAll(plainHttp.read(nothing)).failure).toEqual({
    kind: "connect",
    detail: "ECONNREFUSED",
  });
  const late = { ...nothing, ending: timedOut };
  expect(readAll(plainHttp.read(late)).failure?.detail).toBe("timed out before any answer");
});

it("is held against an expression as a whole, and keeps no text to be counted", () => {
  const criteria = { stream: false, outputTokens: 0, outputExact: false };
  const planned = { id: 0, phase: "measure", scheduledAt: micros(0) } as const;
  const record = (expect: RegExp) =>
    readAll(
      recordFrom({
        planned,
        transcript: transcriptOf(['{"ok":', "true}"]),
        dialect: plainHttp,
        criteria: { ...criteria, expect },
      }),
    );
  expect(record(/"ok":true/)).toMatchObject({
    outcome: "completed",
    text: "",
    pieces: [],
    streamed: false,
    tokens: { source: "unknown" },
    oddities: [],
  });
  expect(record(/"ok":false/)).toMatchObject({
    outcome: "failed",
    failure: "bad_response",
    detail: 'the text does not match /"ok":false/',
  });
});
