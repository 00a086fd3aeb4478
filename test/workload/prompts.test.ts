// Prompts are fixed by their seed, byte by byte, apart from the nonce.
import { expect, test } from "vitest";
import { nonceTokens } from "../../src/workload/nonce.ts";
import { minimumPromptTokens, promptFor, syntheticPrompt } from "../../src/workload/prompts.ts";
import type { Prompt, Workload } from "../../src/workload/workload.ts";
import { aWorkload } from "../support/workloads.ts";

const asked = { seed: 1, id: 17, phase: "measure", tokens: 64 } as const;

// What the program gave when promptVersion became 1. Whoever changes it raises promptVersion: keys must change too.
const pinned =
  "Please read the following notes with great care. Our historian finished the course. Our customer prepared " +
  "some noble tradition around this hospital, before that common neighbor used another view. Eventually, the " +
  "writer clearly reported the design. Recently, the little soldier toward the desert carefully repaired another " +
  "paper. Please write a long, detailed answer now.";

test("request 17 of seed 1 has the pinned text", () => {
  expect(syntheticPrompt(asked)).toBe(pinned);
});

test("the nonce takes the opening's place and changes nothing after it", () => {
  const nonce = "Area moon port four star master second forest.";
  expect(syntheticPrompt({ ...asked, nonce })).toBe(
    pinned.replace("Please read the following notes with great care.", nonce),
  );
});

test("another seed, id or phase gives another text", () => {
  const others = [
    syntheticPrompt({ ...asked, seed: 2 }),
    syntheticPrompt({ ...asked, id: 18 }),
    syntheticPrompt({ ...asked, phase: "warm-up" }),
  ];
  expect(new Set([pinned, ...others]).size).toBe(4);
});

test("the shortest prompt is an opening and a closing", () => {
  expect(minimumPromptTokens).toBe(nonceTokens + 7);
  expect(syntheticPrompt({ ...asked, tokens: minimumPromptTokens })).toBe(
    "Please read the following notes with great care. Write a long, detailed answer.",
  );
});

test("a length below the shortest is refused", () => {
  expect(() => syntheticPrompt({ ...asked, tokens: minimumPromptTokens - 1 })).toThrow(
    "no synthetic prompt has 15 tokens",
  );
});

function textOf(prompt: Prompt): string {
  return prompt.kind === "text" ? prompt.text : JSON.stringify(prompt.messages);
}

/** Words and punctuation marks: one token each, as words.test.ts proves. */
function tokensOf(workload: Workload, id: number): number {
  const text = textOf(promptFor(workload, { phase: "measure", id }));
  return text.match(/[A-Za-z]+|[,.]/g)?.length ?? 0;
}

test("a spread of lengths reaches both ends and stays within", () => {
  const workload = aWorkload({
    prompts: { kind: "synthetic", length: { minimum: 20, maximum: 25 }, encoding: "o200k_base" },
  });
  const lengths = Array.from({ length: 200 }, (_, id) => tokensOf(workload, id));
  expect([...new Set(lengths)].sort()).toEqual([20, 21, 22, 23, 24, 25]);
});

const listed = (...texts: readonly string[]): Partial<Workload> => ({
  prompts: {
    kind: "listed",
    digest: "d",
    prompts: texts.map((text) => ({ kind: "text" as const, text })),
  },
});

test("listed prompts come in file order and start again", () => {
  const workload = aWorkload(listed("one", "two", "three"));
  const texts = [0, 1, 2, 3, 4].map((id) => textOf(promptFor(workload, { phase: "measure", id })));
  expect(texts).toEqual(["one", "two", "three", "one", "two"]);
});

test("a listed prompt opens with the nonce it is given", () => {
  const asking = { phase: "measure", id: 1, nonce: "Area moon." } as const;
  const prompt = promptFor(aWorkload(listed("one", "two")), asking);
  expect(prompt).toEqual({ kind: "text", text: "Area moon. two" });
});

test("an empty list is a broken contract", () => {
  expect(() => promptFor(aWorkload(listed()), { phase: "measure", id: 0 })).toThrow(
    'workload "default" lists no prompts',
  );
});
