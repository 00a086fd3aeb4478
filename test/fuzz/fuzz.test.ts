// Some thousand hostile strings through every face and sink; `npm run fuzz` takes 300,000.
import { expect, test } from "vitest";
import { look } from "./markdown-oracle.ts";
import { trial } from "./trial.ts";

const url = "https://github.com/acme/app/actions/runs/1";

test.each([
  "hello @octocat",
  "see #1",
  "acme/app#1",
  "as in GH-1",
  "fixed by 0123456789abcdef0123456789abcdef01234567",
  "https://evil.example",
  "www.evil.example",
  "[x](https://evil.example)",
  "![x](https://evil.example/p.png)",
  "a@evil.example",
  "<img src=x>",
  "a <b>bold</b> word",
  "<!-- secret -->",
  "<details open><summary>x</summary>",
  "| a | b |\n|--|--|\n| 1 | 2 |\n\n[^1]: x",
])("the oracle finds what is live in %j", (markdown) => {
  expect(look(markdown, url).faults).not.toEqual([]);
});

test.each([
  "`@octocat` `#1` `<img>`",
  `[workflow run](${url})`,
  "<details><summary>Why</summary>\n\ntext\n\n</details>",
  "| a | b |\n|--|--|\n| 1 | 2 |",
  "1234567 tokens, a1b2 and v1.2",
])("and nothing in %j", (markdown) => {
  expect(look(markdown, url).faults).toEqual([]);
});

test("nothing of some thousand hostile strings is live", () => {
  let strings = 0;
  for (let seed = 1; strings < 4_000; seed += 1) {
    const tried = trial(seed);
    strings += tried.strings;
    expect(tried.faults, `seed ${seed}`).toEqual([]);
  }
}, 60_000);
