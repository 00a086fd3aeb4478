import { describe, expect, test } from "vitest";
import {
  cellMarkdown,
  codeSpan,
  fenced,
  htmlCode,
  oneLine,
  plainMarkdown,
} from "../../../src/report/text/escape.ts";

/** Where GFM ends a cell: at a pipe that is not the second half of a backslash escape. */
function cellsIn(row: string): number {
  return row.replace(/\\[\s\S]/g, "").split("|").length;
}

const hostile = [
  "short|long `a|b`",
  "@octocat vs @acme/core fixes #1 and GH-7",
  'x --> </details><img src="https://t.test/p.png"> <!--',
  "<h1>502</h1> ``` | @all Bearer x",
  "a\nb\r\n| c | d |\n\n# heading",
  "\u202Egnp.exe\u202C\u200B\u0007\u001b[31m",
  "![x](https://t.test/p.png) [y](javascript:1) www.t.test a@b.test",
  "**bold** _it_ ~~no~~ $x^2$ \\| \\\\| &lt;b&gt; &#64;x",
  "`",
  "``",
  " ` ",
  "\\",
  "|",
  "\ud800 lone",
  "",
];

describe("text from outside, quoted", () => {
  test.each(hostile)("%j is one code span that nothing inside can end", (text) => {
    const span = codeSpan(text);
    if (span === "(empty)") return;
    const [, fence = "", content = ""] = /^(`+)([\s\S]*?)\1$/.exec(span) ?? [];
    expect(fence).not.toBe("");
    const runs = content.match(/`+/g) ?? [];
    expect(runs.every((run) => run.length !== fence.length)).toBe(true);
    expect(span).not.toMatch(/[\p{Cc}\p{Cf}<>]/u);
  });

  test.each(hostile)("%j stays within its table cell", (text) => {
    expect(cellsIn(cellMarkdown(codeSpan(text)))).toBe(1);
    expect(cellsIn(cellMarkdown(plainMarkdown(text)))).toBe(1);
  });

  test("is cut at 80 characters, counted as people count them", () => {
    expect([...oneLine("é".repeat(200))]).toHaveLength(80);
    expect([...oneLine("🙂".repeat(200))]).toHaveLength(80);
    expect(oneLine("x".repeat(200)).endsWith("…")).toBe(true);
    expect(oneLine("x".repeat(80))).toBe("x".repeat(80));
  });
});

describe("a sentence, as it is", () => {
  const check = (text: string, expected: string) => expect(plainMarkdown(text)).toBe(expected);
  test("of ours is not changed", () =>
    check(
      "+31 % (+22 … +41), 540 ms; seen “again” – 3 × 19.8",
      "+31 % (+22 … +41), 540 ms; seen “again” – 3 × 19.8",
    ));
  test("mentions nobody", () => check("@octocat", "@&#8203;octocat"));
  test("refers to nothing", () => check("fixes #1, GH-7", "fixes #&#8203;1, GH&#8203;-7"));
  test("links nowhere", () =>
    check("https://t.test www.t.test", "https:&#8203;//t.test www&#8203;.t.test"));
  test("holds no HTML and no entity", () => check("<b>&lt;", "&lt;b&gt;&amp;lt;"));
  test("holds no markup", () =>
    check("**a** _b_ [c](d) `e` $f$", "\\*\\*a\\*\\* \\_b\\_ \\[c\\](d) \\`e\\` \\$f\\$"));
});

describe("other places", () => {
  test("HTML gets entities", () =>
    expect(htmlCode("a<b>&\n@x")).toBe("<code>a&lt;b&gt;&amp; @x</code>"));
  test("a fence is longer than any inside and keeps the lines", () => {
    expect(fenced("sh", "a ``` b\nc")).toBe("````sh\na ``` b\nc\n````");
    expect(fenced("", "a\r\n\u001b[31mb")).toBe("```\na\n[31mb\n```");
  });
});
