import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainHttp } from "../../src/dialect/apis/plain-http.ts";
import { Arrivals } from "../../src/dialect/framing/arrivals.ts";
import { ndjsonEvents } from "../../src/dialect/framing/ndjson.ts";
import { sseEvents } from "../../src/dialect/framing/sse.ts";
import { readAll } from "../../src/dialect/reading/steps.ts";
import type { Read } from "../../src/dialect/transcript.ts";
import { micros } from "../../src/time.ts";
import { type Spoken, spoken } from "./samples.ts";
import { arrivalOf, transcriptOf } from "./wire.ts";

/** The nightly job asks for many more. */
const numRuns = Number(process.env["PROPERTY_RUNS"] ?? 100);

/** Cuts a body at sorted places; empty reads included. */
function transcriptCutAt(body: Buffer, places: readonly number[]) {
  const ends = places.map((place) => place % (body.length + 1)).toSorted((a, b) => a - b);
  const reads = [...ends, body.length].map((end, index): Read => ({ end, at: arrivalOf(index) }));
  return { ...transcriptOf([]), body, reads };
}

const places = fc.array(fc.nat(), { maxLength: 12 });

function eventsOf({ api }: Spoken, body: Buffer, reads: readonly Read[]) {
  const events = api === "ollama-chat" ? ndjsonEvents : sseEvents;
  return [...events(body, new Arrivals(reads, micros(0)))];
}

describe.each(spoken)("$api: any split of a stream into reads", (one) => {
  const { dialect, streams } = one;

  it("gives the same events and the same answer", () => {
    const timeless = (body: Buffer, reads: readonly Read[]) =>
      eventsOf(one, body, reads).map(({ at, ...event }) => event);
    fc.assert(
      fc.property(streams, places, (body, cuts) => {
        const split = transcriptCutAt(body, cuts);
        const { pieces, endedAt, ...answer } = readAll(dialect.read(split));
        const {
          pieces: all,
          endedAt: _,
          ...whole
        } = readAll(dialect.read(transcriptCutAt(body, [])));
        expect(timeless(body, split.reads)).toEqual(timeless(body, []));
        expect(answer).toEqual(whole);
        expect(answer.failure).toBeUndefined();
        expect(endedAt).toBeDefined();
        expect(pieces.map(({ at, ...piece }) => piece)).toEqual(
          all.map(({ at, ...piece }) => piece),
        );
      }),
      { numRuns },
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
        const needed = eventsOf(one, body, bytewise).map(({ at }) => at);
        const stamps = eventsOf(one, body, reads).map(({ at }) => at);
        expect(stamps).toEqual(needed.map((byte) => reads.find(({ end }) => end >= byte)?.at));
      }),
      { numRuns },
    );
  });
});

it.each(spoken)(
  "$api: any cut of a stream is complete only if its finish reason or end event is inside",
  ({ dialect, streams, completing }) => {
    fc.assert(
      fc.property(streams, fc.nat(), (body, place) => {
        const head = body.subarray(0, place % (body.length + 1));
        const { failure, endedAt } = readAll(dialect.read(transcriptOf([head])));
        const over = head.toString().includes(completing);
        expect([failure === undefined, endedAt !== undefined]).toEqual([over, over]);
      }),
      { numRuns },
    );
  },
);

const scraps = fc
  .constantFrom("data: ", "data:", "event: error", "error: ", "{", "}", "[", "\n", "\r", "\n\n")
  .map((text) => new Uint8Array(Buffer.from(text)));
const markers = fc
  .constantFrom(
    "[DONE]",
    "\uFEFF",
    '"done":true',
    '{"type":"message"',
    "event: response.completed\n",
  )
  .map((text) => new Uint8Array(Buffer.from(text)));
const bytes = (texts: fc.Arbitrary<string>) =>
  texts.map((text) => new Uint8Array(Buffer.from(text)));
const endings = fc.constantFrom(
  { kind: "body-end", at: micros(9e9) } as const,
  { kind: "connection-lost", at: micros(9e9), detail: "x" } as const,
  { kind: "timeout", at: micros(9e9) } as const,
  { kind: "interrupted", at: micros(9e9) } as const,
);

it.each([...spoken, { api: "http", dialect: plainHttp, fragments: fc.constant("{}") }])(
  "$api: any bytes at all give an answer with stamps in order, and never an exception",
  ({ dialect, fragments }) => {
    const ingredients = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      scraps,
      markers,
      bytes(fc.json().map((text) => `data: ${text}\n\n`)),
      bytes(fc.json().map((text) => `${text}\n`)),
      bytes(fragments),
    );
    const statuses = fc.constantFrom(200, 200, 200, 204, 400, 429, 503);
    const values = fc.constantFrom("", "x", "-1", "Wed, 21 Oct 2015 07:28:00 GMT");
    fc.assert(
      fc.property(
        fc.record({
          chunks: fc.array(ingredients),
          status: statuses,
          value: values,
          ending: endings,
        }),
        ({ chunks, status, value, ending }) => {
          const headers = { "retry-after": value, date: value, location: value };
          const transcript = transcriptOf(chunks, { status, headers, ending });
          const { pieces, endedAt } = readAll(dialect.read(transcript));
          const stamps = [
            ...pieces.map(({ at }) => at),
            ...(endedAt === undefined ? [] : [endedAt]),
          ];
          expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
          expect(stamps.every((at) => at >= 0)).toBe(true);
        },
      ),
      { numRuns: 2 * numRuns },
    );
  },
);
