// Bodies that a server compresses as it goes.
import {
  constants,
  createBrotliCompress,
  createDeflate,
  createGzip,
  createZstdCompress,
} from "node:zlib";

const compressors = {
  gzip: () => createGzip(),
  deflate: () => createDeflate(),
  br: () => createBrotliCompress(),
  zstd: () => createZstdCompress(),
};
const flushes = {
  gzip: constants.Z_SYNC_FLUSH,
  deflate: constants.Z_SYNC_FLUSH,
  br: constants.BROTLI_OPERATION_FLUSH,
  zstd: constants.ZSTD_e_flush,
};

/** One stretch per text, each flushed; the stream's own end is left out. */
export async function flushed(
  encoding: keyof typeof compressors,
  texts: readonly string[],
): Promise<Buffer[]> {
  const compressor = compressors[encoding]();
  const pieces: Buffer[] = [];
  compressor.on("data", (piece: Buffer) => pieces.push(piece));
  const stretches: Buffer[] = [];
  for (const text of texts) {
    compressor.write(text);
    await new Promise<void>((resolve) => compressor.flush(flushes[encoding], () => resolve()));
    stretches.push(Buffer.concat(pieces.splice(0)));
  }
  compressor.destroy();
  return stretches;
}

export function encodedHead(encoding: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ntransfer-encoding: chunked\r\n\r\n`;
}

export function binaryChunk(bytes: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from("\r\n"),
  ]);
}
