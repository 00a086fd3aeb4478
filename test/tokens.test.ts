// Token counts are those of the named vocabulary; no text makes the counter throw or stall.
import { getEncoding } from "js-tiktoken";
import { expect, test } from "vitest";
import { loadTokenCounter } from "../src/tokens.ts";

const o200k = await loadTokenCounter("o200k_base");
const cl100k = await loadTokenCounter("cl100k_base");
const whole = getEncoding("o200k_base");

test.each([
  // Published in OpenAI's cookbook, "How to count tokens with tiktoken".
  ["antidisestablishmentarianism", 6, 6],
  ["2 + 2 = 4", 7, 7],
  ["お誕生日おめでとう", 8, 9],
  ["tiktoken is great!", 6, 6],
])("%s has %d tokens in o200k_base and %d in cl100k_base", (text, inO200k, inCl100k) => {
  expect([o200k.count(text), cl100k.count(text)]).toEqual([inO200k, inCl100k]);
});

test("each counter names its vocabulary", () => {
  expect([o200k.encoding, cl100k.encoding]).toEqual(["o200k_base", "cl100k_base"]);
});

test("nothing has no tokens", () => {
  expect(o200k.count("")).toBe(0);
});

test("special tokens in a text count as ordinary text", () => {
  // "<|endoftext|>" is one token if special; as text it is "<", "|", "endo…" and so on.
  expect(o200k.count("<|endoftext|>")).toBeGreaterThan(3);
  expect(o200k.count("<|endofprompt|> and <|im_start|>")).toBeGreaterThan(6);
});

test.each([
  "The quick brown fox, it's said, jumped over 12345 dogs.\n\n\tThen it slept…",
  "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
  "if (a[i] !== b) {\n    return c + 1;\n}\n",
  "中文没有空格，但是有标点。👩‍👩‍👧‍👦",
])("ordinary text counts as the library counts it whole: %j", (text) => {
  expect(o200k.count(text)).toBe(whole.encode(text).length);
});

// Without cuts each takes minutes: the library merges a run in time that grows with its square.
test.each(["a", "é", "?", " ", "\n", "\ud800", "1", "aA", "?\n", "/\n", "กิ", "?\u0301"])(
  "a run of 20,000 times %j is counted",
  (unit) => {
    expect(o200k.count(unit.repeat(20_000))).toBeGreaterThan(0);
  },
);

test("cutting a long run costs at most two tokens a cut", () => {
  // 1,000 letters are cut 15 times.
  const text = "internationalization".repeat(50);
  expect(Math.abs(o200k.count(text) - whole.encode(text).length)).toBeLessThanOrEqual(30);
});
