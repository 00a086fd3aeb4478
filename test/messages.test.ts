// docs/github.md has a row for each sentence by which the action tells of trouble with GitHub, and none for another.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");
const files = (pattern: string) => globSync(pattern, { cwd: root });

/** What is filled in, which may hold braces itself, becomes an ellipsis. */
function withoutHoles(text: string): string {
  const inner = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g;
  return text.replace(inner, "…");
}

function codeOf(file: string): string {
  return read(file)
    .replace(/\/\*\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
}

/** String literals that begin as a sentence does. */
function sentencesIn(file: string): string[] {
  const literals = withoutHoles(codeOf(file)).matchAll(/(["`])([A-Z](?:(?!\1)[^\n]){14,})\1/g);
  return [...literals].map(([, , text = ""]) => text).filter((text) => text.includes(" "));
}

/** The first piece that is long enough to be known by. */
function keyOf(text: string): string {
  const pieces = text.split("…").map((piece) => piece.trim());
  const longest = pieces.toSorted((a, b) => b.length - a.length)[0] ?? "";
  return pieces.find((piece) => piece.length >= 12) ?? longest;
}

const rows = [...read("docs/github.md").matchAll(/^\| `(.+?)` \| .+ \|$/gm)]
  .map(([, message = ""]) => message)
  .slice(rowsBefore());

/** The tables before that of the messages have other things in their first column. */
function rowsBefore(): number {
  const [before = ""] = read("docs/github.md").split("## Messages");
  return [...before.matchAll(/^\| `(.+?)` \| .+ \|$/gm)].length;
}

/** They say what was done, and ask nothing of anybody; or are a part of a sentence that has its row. */
const quiet = [
  /^Bearer /,
  /^Commented: /,
  /^HTTP …/,
  /^It is left out of this verdict/,
  /^Judged again by the numbers/,
  /^More runs are no baseline/,
  /^Record …/,
  /^Recorded in /,
  /^Run it on schedule/,
  /^Stopping: /,
  /^The result of run … is judged again/,
  /^This push brought an accepted slowdown/,
  /^Told from the numbers/,
];

const told = [
  ...files("src/action/*.ts"),
  ...files("src/github/**/*.ts"),
  "src/action.ts",
  "src/references.ts",
  "src/verdict/past/thin.ts",
]
  .flatMap(sentencesIn)
  .filter((sentence) => !quiet.some((each) => each.test(sentence)));

test.each([...new Set(told)])("%s", (sentence) => {
  const key = keyOf(sentence);
  const covering = rows.filter((row) => row.includes(key) || key.includes(keyOf(row)));
  expect(covering, `no row for ${key}`).not.toEqual([]);
});

const everything = withoutHoles(files("src/**/*.ts").map(codeOf).join("\n"));

/** Four words in a row, or all where there are fewer: a message is put together of pieces. */
function windowsOf(row: string): string[] {
  const words = row.split(" ");
  const last = Math.max(0, words.length - 4);
  return Array.from({ length: last + 1 }, (_, at) => words.slice(at, at + 4).join(" "));
}

test.each(rows)("the row of %s is of a message that there is", (row) => {
  expect(windowsOf(row).some((words) => everything.includes(words))).toBe(true);
});
