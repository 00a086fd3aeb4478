// Prompts: synthetic ones of an exact token length from a seed, or those of a file in their order.
import { GateError } from "../errors.ts";
import { integerBetween } from "../stats/random.ts";
import { nonceTokens, withNonce } from "./nonce.ts";
import { randomStream } from "./random-stream.ts";
import { sentenceOf, sentenceTokens } from "./sentences.ts";
import type { Phase, Prompt, PromptLength, Workload } from "./workload.ts";

/** Part of every key: raise it whenever the same seed would give another text. */
export const promptVersion = 1;

/** As long as a nonce; stands in its place where the cache may be warm. */
const fixedOpening = "Please read the following notes with great care.";

/** The closing with n tokens more than the shortest, for n below the shortest sentence. */
const closings = [
  " Write a long, detailed answer.",
  " Please write a long, detailed answer.",
  " Please write a long, detailed answer now.",
  " Please write a long, detailed answer about this.",
  " Please write a long, detailed answer about all this.",
  " Please write a long, detailed answer about all of this.",
] as const;
const shortestClosingTokens = 7;

/** Opening and shortest closing; a shorter synthetic prompt cannot be made. */
export const minimumPromptTokens = nonceTokens + shortestClosingTokens;

export interface SyntheticPrompt {
  readonly seed: number;
  readonly id: number;
  readonly phase: Phase;
  /** All of the text, nonce included; at least `minimumPromptTokens`. */
  readonly tokens: number;
  /** Of `nonceTokens` tokens; without one a fixed opening of the same length stands in its place. */
  readonly nonce?: string | undefined;
}

/**
 * Sentences of 6 to 20 tokens between an opening and a request for a long answer, on one line: a newline would merge
 * with its neighbours into one token. What follows the opening depends on seed, phase, id and tokens alone.
 */
export function syntheticPrompt({ seed, id, phase, tokens, nonce }: SyntheticPrompt): string {
  const random = randomStream(seed, "text", phase, id);
  let text = nonce ?? fixedOpening;
  let left = tokens - minimumPromptTokens;
  while (left >= sentenceTokens.minimum) {
    const longest = Math.min(left, sentenceTokens.maximum);
    const length = integerBetween(sentenceTokens.minimum, longest, random);
    text += sentenceOf(length, random);
    left -= length;
  }
  const closing = closings[left];
  if (closing === undefined) {
    throw new GateError("internal", `no synthetic prompt has ${tokens} tokens`);
  }
  return text + closing;
}

/** Uniform within the stated spread, from a stream of its own: text and length do not disturb each other. */
function lengthFor(length: PromptLength, workload: Workload, at: readonly [Phase, number]): number {
  const random = randomStream(workload.seed, "length", ...at);
  return integerBetween(length.minimum, length.maximum, random);
}

/** The prompt of a request id; a listed source is cycled through in file order, in each phase from its start. */
export function promptFor(
  workload: Workload,
  { phase, id, nonce }: { phase: Phase; id: number; nonce?: string | undefined },
): Prompt {
  const source = workload.prompts;
  if (source.kind === "synthetic") {
    const tokens = lengthFor(source.length, workload, [phase, id]);
    const text = syntheticPrompt({ seed: workload.seed, id, phase, tokens, nonce });
    return { kind: "text", text };
  }
  const prompt = source.prompts[id % source.prompts.length];
  if (prompt === undefined) {
    throw new GateError("internal", `workload "${workload.name}" lists no prompts`);
  }
  return nonce === undefined ? prompt : withNonce(prompt, nonce);
}
