// Every word of synthetic prompts is one token, in every place where it may stand.
import { Tiktoken } from "js-tiktoken/lite";
import gpt2 from "js-tiktoken/ranks/gpt2";
import { expect, test } from "vitest";
import { loadTokenCounter } from "../../src/tokens.ts";
import { nonceWords, openers, vocabulary } from "../../src/workload/words.ts";

const counters = [await loadTokenCounter("o200k_base"), await loadTokenCounter("cl100k_base")];
const older = new Tiktoken(gpt2);

function notOneToken(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => counters.some((counter) => counter.count(text) !== 1));
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

test.each(Object.entries(vocabulary))("each %s is one token within a sentence", (_part, words) => {
  expect(notOneToken(words.map((word) => ` ${word}`))).toEqual([]);
  expect(words.every((word) => /^[a-z]+$/.test(word))).toBe(true);
});

test.each(Object.entries(openers))("each opening %s is one token after a full stop", (_, words) => {
  expect(notOneToken(words.map((word) => ` ${word}`))).toEqual([]);
  expect(words.every((word) => /^[A-Z][a-z]+$/.test(word))).toBe(true);
});

test("punctuation is one token of its own", () => {
  expect(notOneToken([",", "."])).toEqual([]);
});

test("there are 256 different words for nonces, so that a byte names one", () => {
  expect(new Set(nonceWords).size).toBe(256);
  expect(nonceWords).toHaveLength(256);
});

test("nonce words are one token at the start of a text and within it", () => {
  expect(notOneToken(nonceWords.map(capitalised))).toEqual([]);
  expect(notOneToken(nonceWords.map((word) => ` ${word}`))).toEqual([]);
});

test("nonce words are one token in an older vocabulary too", () => {
  const forms = nonceWords.flatMap((word) => [capitalised(word), ` ${word}`]);
  expect(forms.filter((form) => older.encode(form).length !== 1)).toEqual([]);
});

test("common words of the sentences are many enough to keep texts apart", () => {
  // Bits of one "the N V the T" with the shortest lists: log2(50 · 80 · 80) > 18 beside determiners.
  expect(vocabulary.person.length).toBeGreaterThanOrEqual(50);
  expect(vocabulary.verb.length).toBeGreaterThanOrEqual(80);
  expect(vocabulary.thing.length).toBeGreaterThanOrEqual(80);
});
