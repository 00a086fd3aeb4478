import {
  brotliCompressSync,
  constants,
  createGzip,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { describe, expect, it } from "vitest";
import { plainBody } from "../../../src/dialect/framing/content-encoding.ts";
import { readAt, transcriptOf } from "../wire.ts";

const text = "data: one\n\ndata: two\n\n";

function decoded(encoding: string, ...chunks: Uint8Array[]): unknown {
  const plain = plainBody(transcriptOf(chunks, { headers: { "content-encoding": encoding } }));
  return "problem" in plain ? plain.problem : Buffer.from(plain.body).toString();
}

describe("a compressed body", () => {
  it.each([
    ["gzip", gzipSync(text)],
    ["X-GZIP", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
    ["identity", Buffer.from(text)],
  ])("in %s is read plainly", (encoding, bytes) => {
    expect(decoded(encoding, bytes)).toBe(text);
    expect(decoded(encoding, bytes.subarray(0, 9), bytes.subarray(9))).toBe(text);
  });

  it("that was cut is decoded as far as it goes", async () => {
    const flushed = await flushedGzip(["data: one\n\n", "data: two\n\n"]);
    expect(decoded("gzip", flushed[0] ?? Buffer.of())).toBe("data: one\n\n");
  });

  it("stamps each flushed stretch with the raw read that released it", async () => {
    const chunks = await flushedGzip(["data: one\n\n", "data: two\n\n"]);
    const plain = plainBody(transcriptOf(chunks, { headers: { "content-encoding": "gzip" } }));
    const reads = "reads" in plain ? plain.reads.map(({ end, at }) => [end, readAt(at)]) : [];
    expect(reads.slice(0, 2)).toEqual([
      [11, 0],
      [22, 1],
    ]);
  });

  it("that is broken or of an unknown encoding is a problem in words", () => {
    expect(decoded("gzip", Buffer.from("data: x\n\n"))).toBe("the body cannot be decoded as gzip");
    expect(decoded("constructor", Buffer.from("x"))).toMatch(/constructor is not supported/);
  });
});

/** One compressed stretch per text, each flushed, and the closing one. */
async function flushedGzip(texts: readonly string[]): Promise<Buffer[]> {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  const stretches: Buffer[] = [];
  let pending: Buffer[] = [];
  gzip.on("data", (data: Buffer) => pending.push(data));
  for (const part of texts) {
    await new Promise<void>((resolve) => gzip.write(part, () => gzip.flush(() => resolve())));
    stretches.push(Buffer.concat(pending));
    pending = [];
  }
  await new Promise<void>((resolve) => gzip.on("end", resolve).end());
  return [...stretches, Buffer.concat(pending)];
}
