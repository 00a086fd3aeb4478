// Small answers that want to become large ones: once decoded, or once parsed.
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { answer, goodBody, hold, sends, sse } from "./acts.ts";
import { type Attack, attacks, type Expected } from "./attack.ts";

const zeros = Buffer.alloc(64 * 1024 * 1024);
/** 1 GiB of zeros in 1 MB: a gzip body may have many members. */
const manyMembers = Buffer.concat(Array(16).fill(gzipSync(zeros)));
const large: Expected = ["bad_response", /larger than 16 MiB/];

type Row = readonly [what: string, encoding: string, body: Uint8Array, expected: Expected];
const packed: readonly Row[] = [
  ["packs 1 GiB into 1 MB of gzip", "gzip", manyMembers, large],
  ["packs 64 MiB into 64 kB of deflate", "deflate", deflateSync(zeros), large],
  ["packs 64 MiB into a few bytes of br", "br", brotliCompressSync(zeros), large],
  ["packs 64 MiB into a few kB of zstd", "zstd", zstdCompressSync(zeros), large],
  ["says gzip and sends none", "gzip", Buffer.from(goodBody), ["bad_response", /decoded as gzip/]],
  ["packs as nobody else", "::error::x", Buffer.from("x"), ["bad_response", /is not supported/]],
  ["packs well", "br", brotliCompressSync(goodBody), "completed"],
];

const long: Expected = ["bad_response", /longer than 1 MiB/];
const mebibytes = (count: number, of: string) =>
  of.repeat(Math.ceil((count * 1024 * 1024) / of.length));
const event = (data: string) => answer("200 OK", sse, `data: ${data}\n\n`);
const lists = "[".repeat(100_000) + "]".repeat(100_000);
const parsed: readonly Attack[] = (
  [
    ["sends an event of 3 million objects", event(`{"a":[${mebibytes(8, "{},")}{}]}`), long],
    [
      "sends a document of 3 million objects",
      answer("200 OK", "", `{"a":[${mebibytes(8, "{},")}{}]}`),
      long,
    ],
    ["sends an event of many lines", answer("200 OK", sse, `${mebibytes(8, "data: x\n")}\n`), long],
    ["nests 100,000 lists", event(`{"a":${lists}}`), ["truncated", /without an end event/]],
    [
      "nests 100,000 lists and closes none",
      event(`{${lists}`),
      ["bad_response", /not a JSON object/],
    ],
    ["repeats a key", event(`{${'"a":1,'.repeat(100_000)}"a":1}`), ["truncated", /without an end/]],
  ] as const
).map(([title, bytes, expected]) => ({ title, script: sends(bytes, hold), expected }));

attacks([
  ...packed.map(([title, encoding, body, expected]) => ({
    title,
    script: sends(answer("200 OK", `${sse}content-encoding: ${encoding}\r\n`, body), hold),
    expected,
  })),
  {
    title: "packs a bomb into an error page",
    script: sends(answer("500 Oops", "content-encoding: gzip\r\n", manyMembers), hold),
    expected: ["http_status", /^HTTP 500/],
  },
  ...parsed,
]);
