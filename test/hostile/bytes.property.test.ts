// Whatever bytes a server sends: a transcript with its instants in order, never an error of ours.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Transcript } from "../../src/dialect/transcript.ts";
import { fromMilliseconds } from "../../src/time.ts";
import { aRequest, endpointTo, never } from "../endpoint/exchange.ts";
import { chunk, rawServer, type Script } from "../support/raw-server.ts";
import { goodBody } from "./acts.ts";

/** More runs in the nightly job. */
const numRuns = Number(process.env["HOSTILE_RUNS"] ?? 300);

const statuses = ["200 OK", "000 x", "99 x", "100 x", "103 x", "204 x", "304 x", "500 x", "999 x"];
const heads = ["HTTP/1.1", "HTTP/1.0"].flatMap((version) =>
  statuses.map((status) => `${version} ${status}\r\n`),
);
const headers = [
  "content-length: 5\r\n",
  "content-length: 0\r\n",
  "transfer-encoding: chunked\r\n",
  "transfer-encoding: gzip\r\n",
  "content-encoding: gzip\r\n",
  "connection: close\r\n",
  "connection: upgrade\r\nupgrade: x\r\n",
  "keep-alive: timeout=1\r\n",
  "keep-alive: timeout=x\r\n",
];
const bodies = [chunk(goodBody), goodBody, "hello", "0\r\n", "5\r\n", "\r\n", "\n", "\r", "\u0000"];

const some = (words: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...words), { maxLength });
/** A message that is nearly one, any part of which may be missing. */
const message = fc
  .tuple(some(heads, 1), some(headers, 3), some(["\r\n"], 1), some(bodies, 3))
  .map((parts) => Buffer.from(parts.flat().join(""), "latin1"));
const noise = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
const answer = fc.record({
  parts: fc.array(fc.oneof({ weight: 6, arbitrary: message }, { weight: 1, arbitrary: noise }), {
    minLength: 1,
    maxLength: 4,
  }),
  /** Writes of their own, or all at once. */
  apart: fc.boolean(),
  end: fc.constantFrom("close", "reset", "hold"),
});
type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never;

const playing =
  (current: { answer?: Answer }): Script =>
  async (socket) => {
    const { parts = [], apart, end } = current.answer ?? {};
    for (const bytes of apart ? parts : [Buffer.concat(parts)]) {
      socket.write(bytes);
      if (apart) await new Promise((resolve) => setImmediate(resolve));
    }
    if (end === "close") socket.end();
    if (end === "reset") socket.resetAndDestroy();
  };

function checkInstants({ handedAt, sentAt, headersAt, reads, ending }: Transcript): void {
  const instants = [handedAt, sentAt, headersAt, ...reads.map(({ at }) => at)];
  const known = instants.filter((at) => at !== undefined);
  expect(known.toSorted((a, b) => a - b)).toEqual(known);
  expect(ending.at).toBeGreaterThanOrEqual(handedAt);
  const ends = reads.map(({ end }) => end);
  expect(ends.toSorted((a, b) => a - b)).toEqual(ends);
}

test("any bytes come to a transcript, on connections that are used again", async () => {
  const current: { answer?: Answer } = {};
  const server = await rawServer(playing(current));
  const endpoint = endpointTo(server.origin);
  await fc.assert(
    fc.asyncProperty(answer, async (given) => {
      current.answer = given;
      const request = aRequest({ timeout: fromMilliseconds(60) });
      const transcript = await endpoint.send(request, never);
      checkInstants(transcript);
      expect(transcript.body.length).toBe(transcript.reads.at(-1)?.end ?? 0);
    }),
    { numRuns },
  );
  await server[Symbol.asyncDispose]();
}, 600_000);
