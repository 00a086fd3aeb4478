import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openAiChat } from "../../src/dialect/apis/openai-chat.ts";
import { Arrivals } from "../../src/dialect/framing/arrivals.ts";
import { sseEvents } from "../../src/dialect/framing/sse.ts";
import type { Read } from "../../src/dialect/transcript.ts";
import { micros } from "../../src/time.ts";
import { arrivalOf, chunk, delta, done, role, said, stop, transcriptOf, usage } from "./wire.ts";

const fragments = fc.constantFrom(
  role,
  said("ä🌍 "),
  said("\u2028\r\n"),
  delta({ reasoning: "R" }),
  delta({ tool_calls: [{ index: 0, function: { name: "f", arguments: "{}" } }] }),
  ": comment\n\n",
  "data: : wait\n\n",
  "id: 1\n\n",
  chunk({ text: "A" }),
  usage(9, 3),
);
const lineEnds = fc.constantFrom("\n", "\r\n", "\r");

/** A whole chat stream, with one of the line ends throughout. */
const streams = fc
  .tuple(fc.array(fragments, { maxLength: 8 }), lineEnds)
  .map(([parts, lineEnd]) => [...parts, said("Z"), stop, done].join("").replaceAll("\n", lineEnd))
  .map((text) => Buffer.from(text));

/** Cuts a body at sorted places; empty reads included. */
function transcriptCutAt(body: Buffer, places: readonly number[]) {
  const ends = places.map((place) => place % (body.length + 1)).toSorted((a, b) => a - b);
  const reads = [...ends, body.length].map((end, index): Read => ({ end, at: arrivalOf(index) }));
  return { ...transcriptOf([]), body, reads };
}

const places = fc.array(fc.nat(), { maxLength: 12 });

describe("any split of a stream into reads", () => {
  it("gives the same events and the same answer", () => {
    const timeless = (reads: readonly Read[], body: Buffer) =>
      [...sseEvents(body, new Arrivals(reads, micros(0)))].map(({ at, ...event }) => event);
    fc.assert(
      fc.property(streams, places, (body, cuts) => {
        const whole = openAiChat.read(transcriptCutAt(body, []));
        const split = transcriptCutAt(body, cuts);
        const answer = openAiChat.read(split);
        expect(timeless(split.reads, body)).toEqual(timeless([], body));
        expect([answer.text, answer.reasoning, answer.toolCalls, answer.usage]).toEqual([
          whole.text,
          whole.reasoning,
          whole.toolCalls,
          whole.usage,
        ]);
        expect(answer.failure).toBeUndefined();
      }),
    );
  });

  it("stamps each event with the first read that holds all of it", () => {
    fc.assert(
      fc.property(streams, places, (body, cuts) => {
        const { reads } = transcriptCutAt(body, cuts);
        // The same body one byte per read tells at which byte each event is complete.
        const bytewise = [...body].map(
          (_, index): Read => ({ end: index + 1, at: micros(index + 1) }),
        );
        const needed = [...sseEvents(body, new Arrivals(bytewise, micros(0)))].map(({ at }) => at);
        const stamps = [...sseEvents(body, new Arrivals(reads, micros(0)))].map(({ at }) => at);
        expect(stamps).toEqual(needed.map((byte) => reads.find(({ end }) => end >= byte)?.at));
      }),
    );
  });
});

it("any cut of a stream is complete only if its finish reason or end event is inside", () => {
  fc.assert(
    fc.property(streams, fc.nat(), (body, place) => {
      const head = body.subarray(0, place % (body.length + 1));
      const { failure, endedAt } = openAiChat.read(transcriptOf([head]));
      const text = head.toString();
      const over = text.includes(stop.trimEnd());
      expect([failure === undefined, endedAt !== undefined]).toEqual([over, over]);
    }),
  );
});

it("any bytes at all give an answer with stamps in order, and never an exception", () => {
  const ingredients = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc
      .constantFrom(
        "data: ",
        "data:",
        "event: error",
        "error: ",
        "{",
        "}",
        "[",
        "\n",
        "\r",
        "\n\n",
        "[DONE]",
        "\uFEFF",
      )
      .map((text) => new Uint8Array(Buffer.from(text))),
    fc.json().map((text) => new Uint8Array(Buffer.from(`data: ${text}\n\n`))),
    fragments.map((text) => new Uint8Array(Buffer.from(text))),
  );
  const statuses = fc.constantFrom(200, 200, 200, 204, 400, 429, 503);
  const encodings = fc.constantFrom("", "", "", "gzip", "br", "x");
  fc.assert(
    fc.property(fc.array(ingredients), statuses, encodings, (chunks, status, encoding) => {
      const headers = { "content-encoding": encoding, "retry-after": encoding };
      const transcript = transcriptOf(chunks, { status, headers });
      const { pieces, endedAt } = openAiChat.read(transcript);
      const stamps = [...pieces.map(({ at }) => at), ...(endedAt === undefined ? [] : [endedAt])];
      expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
    }),
    { numRuns: 500 },
  );
});
