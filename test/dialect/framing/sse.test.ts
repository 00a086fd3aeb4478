import { describe, expect, it } from "vitest";
import { Arrivals } from "../../../src/dialect/framing/arrivals.ts";
import { sseEvents } from "../../../src/dialect/framing/sse.ts";
import { micros } from "../../../src/time.ts";
import { type Chunk, readAt, transcriptOf } from "../wire.ts";

/** Each event as "type:data", the index of the read that completed it, and "open" if unframed. */
function eventsOf(...chunks: Chunk[]): unknown[] {
  const { body, reads } = transcriptOf(chunks);
  return [...sseEvents(body, new Arrivals(reads, micros(-1)))].map(({ at, type, data, framed }) => [
    `${type}:${data}`,
    readAt(at),
    ...(framed ? [] : ["open"]),
  ]);
}

describe("an event stream", () => {
  const framings: [fact: string, chunks: Chunk[], events: unknown[]][] = [
    [
      "gives an event per blank line",
      ["data: a\n\ndata: b\n\n"],
      [
        ["message:a", 0],
        ["message:b", 0],
      ],
    ],
    ["ends lines with CRLF", ["data: a\r\ndata: b\r\n\r\n"], [["message:a\nb", 0]]],
    ["ends lines with a lone CR", ["data: a\rdata: b\r\r"], [["message:a\nb", 0]]],
    [
      "mixes line ends",
      ["data: a\r\n\ndata: b\r\rdata: c\n\r\n"],
      [
        ["message:a", 0],
        ["message:b", 0],
        ["message:c", 0],
      ],
    ],
    ["needs no space after the colon", ["data:a\n\n"], [["message:a", 0]]],
    ["drops one space after the colon only", ["data:  a\n\n"], [["message: a", 0]]],
    ["joins data lines with a newline", ["data: {\ndata: }\n\n"], [["message:{\n}", 0]]],
    ["takes a field name without a colon", ["data\ndata\n\n"], [["message:\n", 0]]],
    [
      "names events",
      ["event: ping\ndata: a\n\ndata: b\n\n"],
      [
        ["ping:a", 0],
        ["message:b", 0],
      ],
    ],
    ["gives no event without data", ["event: ping\n\nid: 1\n\n: note\n\n\n\n"], []],
    ["lets comments stand inside an event", [": x=1\ndata: a\n: y=2\n\n"], [["message:a", 0]]],
    [
      "ignores id, retry and fields it does not know",
      ["id: 1\nretry: 5\ndatum: x\ndata: a\n\n"],
      [["message:a", 0]],
    ],
    ["skips a byte order mark", ["\uFEFFdata: a\n\n"], [["message:a", 0]]],
    ["keeps a second byte order mark", ["data: \uFEFFa\n\n"], [["message:\uFEFFa", 0]]],
    [
      "does not end lines at other separators",
      ["data: a\u2028b\u2029c\u0085d\v\f\n\n"],
      [["message:a\u2028b\u2029c\u0085d\v\f", 0]],
    ],
    [
      "replaces invalid UTF-8",
      [Buffer.from([...Buffer.from("data: "), 0xff, 10, 10])],
      [["message:\uFFFD", 0]],
    ],
    ["surfaces llama.cpp's error field", ['error: {"code":400}\n\n'], [['error:{"code":400}', 0]]],
    ["surfaces an error event without data", ["event: error\n\n"], [["error:", 0]]],
    [
      "takes a bare JSON line for an event",
      ['{"a":1}\n\ndata: b\n\n'],
      [
        ['message:{"a":1}', 0],
        ["message:b", 0],
      ],
    ],
    [
      "gives a last event that nothing closed",
      ["data: a\n\ndata: b"],
      [
        ["message:a", 0],
        ["message:b", 0, "open"],
      ],
    ],
    ["gives a last event whose blank line is missing", ["data: a\n"], [["message:a", 0, "open"]]],
  ];
  it.each(framings)("%s", (_fact, chunks, events) => {
    expect(eventsOf(...chunks)).toEqual(events);
  });
});

describe("the stamp of an event", () => {
  const stamps: [fact: string, chunks: Chunk[], events: unknown[]][] = [
    ["is that of the read with its blank line", ["da", "ta: a", "\n", "\n"], [["message:a", 3]]],
    ["does not wait for the LF of a CRLF", ["data: a\r\n\r", "\n"], [["message:a", 0]]],
    [
      "does not take that LF for a blank line",
      ["data: a\r", "\ndata: b\r", "\n\r\n"],
      [["message:a\nb", 2]],
    ],
    [
      "is shared by events of one read",
      ["data: a\n\ndata: b\n\nda", "ta: c\n\n"],
      [
        ["message:a", 0],
        ["message:b", 0],
        ["message:c", 1],
      ],
    ],
    ["of an open event is that of its last byte", ["data: a", "b"], [["message:ab", 1, "open"]]],
    [
      "survives a character split over reads",
      [Buffer.from("data: ä").subarray(0, 7), Buffer.from([0xa4, 10, 10])],
      [["message:ä", 1]],
    ],
  ];
  it.each(stamps)("%s", (_fact, chunks, events) => {
    expect(eventsOf(...chunks)).toEqual(events);
  });

  it("falls back where no read is known", () => {
    const [event] = sseEvents(Buffer.from("data: a\n\n"), new Arrivals([], micros(7)));
    expect(event?.at).toBe(7);
  });
});
