// TokenCounter by js-tiktoken/lite, with each vocabulary loaded on demand (about 0.7 s of CPU and 300 MB).
import { Tiktoken } from "js-tiktoken/lite";
import type { Encoding } from "./workload/workload.ts";

/** Counts tokens in one named vocabulary; for any other model an estimate. Total: no text makes it throw. */
export interface TokenCounter {
  readonly encoding: Encoding;
  count(text: string): number;
}

const ranks = {
  o200k_base: () => import("js-tiktoken/ranks/o200k_base"),
  cl100k_base: () => import("js-tiktoken/ranks/cl100k_base"),
} as const satisfies Record<Encoding, unknown>;

/**
 * The merging of one unbroken run of letters, punctuation or white space takes time by the square of its length, and the
 * text is the endpoint's: 100,000 times "a" would take minutes. Runs are cut after 64 characters, at the cost of a token
 * or two a cut. Digits need no cut: both vocabularies part them in threes. Each alternative is a class of characters
 * that one pattern of the vocabularies repeats; slashes and newlines follow punctuation in any mixture.
 */
const longRun = new RegExp(
  [String.raw`\p{L}\p{M}`, String.raw`^\s\p{L}\p{N}`, String.raw`\s`, String.raw`\r\n/`]
    .map((characters) => `[${characters}]{64}(?=[${characters}])`)
    .join("|"),
  "gu",
);

function pieces(text: string): readonly string[] {
  const cuts = [...text.matchAll(longRun)].map((run) => run.index + run[0].length);
  return [0, ...cuts].map((start, index) => text.slice(start, cuts[index]));
}

/** Special tokens in a text ("<|endoftext|>") count as the ordinary text that they are there. */
export async function loadTokenCounter(encoding: Encoding): Promise<TokenCounter> {
  const { default: vocabulary } = await ranks[encoding]();
  const tiktoken = new Tiktoken(vocabulary);
  const countPiece = (piece: string) => tiktoken.encode(piece, [], []).length;
  return {
    encoding,
    count: (text) => pieces(text).reduce((total, piece) => total + countPiece(piece), 0),
  };
}
