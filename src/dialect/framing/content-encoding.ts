// content-encoding.ts: a compressed body made plain, each stretch stamped with the read that released it.
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateSync,
  zstdDecompressSync,
} from "node:zlib";
import type { Read, Transcript } from "../transcript.ts";

export interface PlainBody {
  readonly body: Uint8Array;
  readonly reads: readonly Read[];
}

/** Why no plain body can be had, in words. */
export interface Undecodable {
  readonly problem: string;
}

/** Bytes fed to the decoder for one response at most; past it only some reads are told apart. */
const workLimit = 16 * 2 ** 20;

/** A larger plain body is taken for an attack. */
const maxOutputLength = 64 * 2 ** 20;

type Decode = (prefix: Uint8Array) => Uint8Array;

const zlibOptions = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength };
const decoders: Readonly<Record<string, Decode>> = {
  gzip: (prefix) => gunzipSync(prefix, zlibOptions),
  "x-gzip": (prefix) => gunzipSync(prefix, zlibOptions),
  deflate: (prefix) => inflateSync(prefix, zlibOptions),
  br: (prefix) =>
    brotliDecompressSync(prefix, {
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
      maxOutputLength,
    }),
  zstd: (prefix) =>
    zstdDecompressSync(prefix, { finishFlush: constants.ZSTD_e_flush, maxOutputLength }),
};

/** A body that ends early is decoded as far as it goes. */
export function plainBody({ headers, body, reads }: Transcript): PlainBody | Undecodable {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity" || body.length === 0) {
    return { body, reads };
  }
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (decode === undefined) {
    return { problem: `the content encoding ${encoding.slice(0, 40)} is not supported` };
  }
  try {
    return released(decode, body, reads);
  } catch {
    return { problem: `the body cannot be decoded as ${encoding}` };
  }
}

/**
 * zlib's synchronous calls keep no state between reads, so each read decodes all bytes up to it:
 * quadratic, hence the limit. Where it bites, a read that is passed over shares the stamp of the
 * next one that is not: late, never early.
 */
function released(decode: Decode, body: Uint8Array, reads: readonly Read[]): PlainBody {
  const plainReads: Read[] = [];
  const stride = strideFor(reads);
  for (const [index, { end, at }] of reads.entries()) {
    if (index % stride === stride - 1 && index < reads.length - 1) {
      plainReads.push({ end: decode(body.subarray(0, end)).length, at });
    }
  }
  const plain = decode(body);
  const last = reads.at(-1);
  return {
    body: plain,
    reads: last === undefined ? [] : [...plainReads, { end: plain.length, at: last.at }],
  };
}

function strideFor(reads: readonly Read[]): number {
  const work = reads.reduce((sum, { end }) => sum + end, 0);
  return Math.max(1, Math.ceil(work / workLimit));
}
