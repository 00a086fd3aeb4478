import { describe, expect, test } from "vitest";
import { safeLine, safeText } from "../../../src/report/text/safe-text.ts";
import { randomFrom } from "../../../src/stats/random.ts";
import { commandIn } from "../../support/runner-commands.ts";

const crafted = [
  "::error::x",
  "  \t::set-output name=verdict::passed",
  "a ##[error]x",
  "##[add-mask]x",
  "###[error]x",
  "line\n::warning::x",
  "line\r::warning::x",
  "line\u0085::warning::x",
  "line\u2028::warning::x",
  "\u200b::error::x",
  "#\u200b#[error]x",
  "##\ufe0f[error]x",
  "##\u034f[error]x",
  "\u3000::ERROR::x",
];

describe("the oracle", () => {
  test.each(crafted)("takes %j for a command", (text) => expect(commandIn(text)).toBeDefined());
  test("takes plain text for none", () => {
    expect(commandIn("a::b::c\n## [error]\n::nothing::x\n::error without end")).toBeUndefined();
  });
});

describe("safe text", () => {
  test.each(crafted)("is no command, though made of %j", (text) => {
    expect(commandIn(safeText(text))).toBeUndefined();
    expect(commandIn(safeLine(text))).toBeUndefined();
  });

  test("keeps the words and the lines", () => {
    expect(safeText("one\r\ntwo\tthree")).toBe("  | one\n  | two three");
    expect(safeLine("one\ntwo")).toBe("one two");
  });

  test("shows what it took apart", () => {
    expect(safeText("##[error]x")).toBe("  | ##\u2009[error]x");
    expect(safeLine(" ::error::x")).toBe("  | ::error::x");
  });

  test("loses escape codes and marks that turn the reading direction", () =>
    expect(safeText("\u001b[31mred\u202e")).toBe("  | [31mred"));

  test("is cut, however long the answer was", () =>
    expect(safeText("x".repeat(1_000_000)).length).toBeLessThan(4_100));

  test("is no command for 5,000 random mixtures of dangerous parts", () => {
    const random = randomFrom(20_261_130);
    const parts = [
      "::",
      ":",
      "##[",
      "##",
      "#",
      "[",
      "]",
      "error",
      "add-mask",
      " ",
      "\n",
      "\r",
      "\t",
      "\u0085",
      "\u2028",
      "\u200b",
      "\u200d",
      "\ufe0f",
      "\u034f",
      "\u00ad",
      "\u180e",
      "\u3164",
      "\ud800",
      "x",
    ];
    for (let round = 0; round < 5_000; round += 1) {
      const length = 1 + Math.floor(random() * 14);
      const text = Array.from({ length }, () => parts[Math.floor(random() * parts.length)]).join(
        "",
      );
      expect(commandIn(safeText(text)), JSON.stringify(text)).toBeUndefined();
      expect(commandIn(safeLine(text)), JSON.stringify(text)).toBeUndefined();
    }
  });
});
