// Compressed bodies come back plain, each stretch with the stamp of the read that released it.
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { expect, test } from "vitest";
import type { Transcript } from "../../src/dialect/transcript.ts";
import { lastChunk } from "../support/raw-server.ts";
import { binaryChunk, encodedHead, flushed } from "./encoded.ts";
import { pause, rig, textOf } from "./exchange.ts";

const event = (index: number) => `data: {"content":"wörd ${index}"}\n\n`;
const done = "data: [DONE]\n\n";

/** Each piece in a read of its own. */
async function received(encoding: string, pieces: readonly Buffer[]): Promise<Transcript> {
  const { send } = await rig(async (socket) => {
    socket.write(encodedHead(encoding));
    for (const piece of pieces) {
      await pause(15);
      socket.write(binaryChunk(piece));
    }
    socket.write(lastChunk);
  });
  return send();
}

const text = event(0) + event(1) + done;

test.each<[string, Buffer]>([
  ["gzip", gzipSync(text)],
  ["X-GZIP", gzipSync(text)],
  ["deflate", deflateSync(text)],
  // Without the zlib wrapper that the standard demands.
  ["deflate", deflateRawSync(text)],
  ["br", brotliCompressSync(text)],
  ["zstd", zstdCompressSync(text)],
  ["identity", Buffer.from(text)],
])("%s is taken off, cut at any byte", async (encoding, packed) => {
  for (const cut of [1, 9, packed.length - 3]) {
    const { body, headers, ending } = await received(encoding, [
      packed.subarray(0, cut),
      packed.subarray(cut),
    ]);
    expect(textOf(body)).toBe(text);
    expect(headers).not.toHaveProperty("content-encoding");
    expect(ending.kind).toBe("body-end");
  }
});

test.each(["gzip", "deflate", "br", "zstd"] as const)(
  "each event that %s flushed has the stamp of its own read",
  async (encoding) => {
    const texts = [event(0), event(1), event(2), done];
    const { body, reads } = await received(encoding, await flushed(encoding, texts));
    expect(textOf(body)).toBe(texts.join(""));
    const ends = texts.map((_, index) => Buffer.byteLength(texts.slice(0, index + 1).join("")));
    expect(reads.map(({ end }) => end)).toEqual(ends);
    for (const [index, { at }] of reads.slice(1).entries()) {
      expect(at).toBeGreaterThan(reads[index]?.at ?? 0);
    }
  },
);

test("a body that was cut is decoded as far as it goes", async () => {
  const [first = Buffer.of()] = await flushed("gzip", [event(0), event(1)]);
  const { send } = await rig(async (socket) => {
    socket.write(Buffer.concat([Buffer.from(encodedHead("gzip")), binaryChunk(first)]));
    await pause(20);
    socket.resetAndDestroy();
  });
  const { body, ending } = await send();
  expect(textOf(body)).toBe(event(0));
  expect(ending.kind).toBe("connection-lost");
});

test("the end marker is found in what was packed, though the server holds the connection", async () => {
  const { send } = await rig(async (socket) => {
    const pieces = await flushed("br", [event(0), done, "never read"]);
    socket.write(
      Buffer.concat([Buffer.from(encodedHead("br")), ...pieces.slice(0, 2).map(binaryChunk)]),
    );
  });
  const { body, ending, reads } = await send();
  expect(textOf(body)).toBe(event(0) + done);
  expect(ending).toEqual({ kind: "end-marker", at: reads.at(-1)?.at });
});

test("two packed bodies in a row are one", async () => {
  const two = Buffer.concat([gzipSync(event(0)), gzipSync(event(1))]);
  expect(textOf((await received("gzip", [two])).body)).toBe(event(0) + event(1));
});

test.each([
  ["gzip", "the body cannot be decoded as gzip"],
  ["zstd", "the body cannot be decoded as zstd"],
  ["constructor", "the content encoding constructor is not supported"],
  ["gzip, br", "the content encoding gzip, br is not supported"],
])("plain words said to be %s are a fault in words", async (encoding, detail) => {
  const { ending } = await received(encoding, [Buffer.from("data: plain words\n\n")]);
  expect(ending).toMatchObject({ kind: "bad-http", detail });
});

test("an encoding without a body is none", async () => {
  const { send } = await rig((socket) =>
    socket.write("HTTP/1.1 204 No Content\r\ncontent-encoding: gzip\r\n\r\n"),
  );
  expect(await send()).toMatchObject({ status: 204, reads: [], ending: { kind: "body-end" } });
});

// RFC 9659 allows windows of 8 MiB, 2^23; the frame's header asks for more, 2^27.
test("zstd that asks for more memory than a content encoding may is refused", async () => {
  // Magic, descriptor without single segment, window descriptor (exponent 27 − 10), a raw last block of 1 byte.
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 0x09, 0x00, 0x00, 0x78]);
  const { ending } = await received("zstd", [frame]);
  expect(ending).toMatchObject({ kind: "bad-http" });
});
