import { describe, expect, test } from "vitest";
import {
  formatAgainst,
  formatAge,
  formatChange,
  formatCount,
  formatInterval,
  formatLimit,
  formatProbability,
  formatShare,
  formatValue,
  formatValues,
  shortSha,
  spokenInterval,
} from "../../../src/report/text/format.ts";

const minus = "\u2212";

describe("the values of a row", () => {
  const check = (
    values: (number | undefined)[],
    expected: string[],
    unit: "ms" | "tokens/s" = "ms",
  ) => expect(formatValues(unit, values)).toEqual(expected);

  test("have three significant digits", () => {
    check([19.84, 22.13], ["19.8 ms", "22.1 ms"]);
    check([412.4, 540.6], ["412 ms", "541 ms"]);
    check([0.1234, 1.234], ["0.123 ms", "1.23 ms"]);
    check([812.3, 1234.5], ["812 tok/s", "1,235 tok/s"], "tokens/s");
  });
  test("share one unit: seconds as soon as one reaches a second", () => {
    check([2910, 3050], ["2.91 s", "3.05 s"]);
    check([990, 1020], ["0.990 s", "1.02 s"]);
    check([999.4, 998], ["999 ms", "998 ms"]);
    check([999.6], ["1.00 s"]);
  });
  test("show nothing below a microsecond", () => check([0.00012, 5.5], ["0.000 ms", "5.50 ms"]));
  test("lose their decimals only together", () => {
    check([8, 12], ["8 ms", "12 ms"]);
    check([8, 12.5], ["8.00 ms", "12.5 ms"]);
  });
  test("are a dash where there is no number, never one", () => {
    check([undefined, 412], ["–", "412 ms"]);
    check([Number.NaN, Number.POSITIVE_INFINITY], ["–", "–"]);
    expect(formatValue("ms", null)).toBe("–");
  });
  test("count tokens and requests by the second", () => {
    expect(formatValue("requests/s", 2.861)).toBe("2.86 req/s");
    expect(formatValue("ms/token", 19.84)).toBe("19.8 ms");
  });
});

describe("a change", () => {
  const check = (change: number | undefined, expected: string, limit?: number) =>
    expect(formatChange(change, { limit })).toBe(expected);

  test("is signed once, with a true minus", () => {
    check(0.31, "+31 %");
    check(-0.2, `${minus}20 %`);
    check(-0.027, `${minus}2.7 %`);
    check(0.08, "+8 %");
    check(12.3, "+1,230 %");
  });
  test("of nothing has no sign", () => {
    check(0, "0 %");
    check(-0.0000001, "0 %");
    check(0.0000001, "0 %");
  });
  // 110.04 against 100 is beyond a limit of 10 %, and must not read as "+10 %".
  test("near its limit has the digits that tell on which side it is", () => {
    check(0.1004, "+10.04 %", 0.1);
    check(0.0999, "+9.99 %", 0.1);
    check(0.149999, "+14.9999 %", 0.15);
    check(-0.1004, `${minus}10.04 %`, -0.1);
  });
  // (110 − 100) ÷ 100 is 0.10000000000000009 in binary.
  test("exactly at its limit needs none", () => {
    check(110 / 100 - 1, "+10 %", 0.1);
    check(0.15, "+15 %", 0.15);
  });
  test("that is not known is a dash", () => {
    check(undefined, "–");
    check(Number.NaN, "–");
    check(Number.POSITIVE_INFINITY, "–");
  });
  test("of a share is told in points", () =>
    expect(formatChange(0.0323, { unit: "pp" })).toBe("+3.2 pp"));
});

test("every finite change is printed without two signs, NaN or an exponent", () => {
  for (let i = -400; i <= 400; i += 1) {
    const shown = formatChange(Math.sinh(i / 40) / 50, { limit: 0.1 });
    expect(shown).toMatch(/^[+\u2212]?\d{1,3}(,\d{3})*(\.\d+)? %$/);
    expect(shown).not.toMatch(/^[+\u2212]0(\.0*)? /);
  }
});

describe("limits, intervals and shares", () => {
  test("a limit is signed", () => {
    expect(formatLimit(0.15)).toBe("+15 %");
    expect(formatLimit(-0.1)).toBe(`${minus}10 %`);
    expect(formatLimit(0.125)).toBe("+12.5 %");
    expect(formatLimit(0.005, "pp")).toBe("+0.5 pp");
    expect(formatLimit(undefined)).toBe("–");
  });
  test("an interval has both ends signed", () => {
    expect(formatInterval(0.22, 0.41)).toBe("(+22 … +41)");
    expect(formatInterval(-0.05, 0)).toBe(`(${minus}5 … 0)`);
    expect(spokenInterval(0.22, 0.41)).toBe("(+22 % to +41 %)");
    expect(formatInterval(undefined, 0.4)).toBe("");
  });
  test("a narrow interval keeps a digit", () =>
    expect(formatInterval(-0.004, 0.005)).toBe(`(${minus}0.4 … +0.5)`));
  test("a share says 100 % of all only", () => {
    expect(formatShare(0.29)).toBe("29 %");
    expect(formatShare(1 / 300)).toBe("0.333 %");
    expect(formatShare(0.99995)).toBe("99.995 %");
    expect(formatShare(1)).toBe("100 %");
    expect(formatShare(0)).toBe("0 %");
  });
  test("a value beside an absolute bound is told apart from it", () => {
    expect(formatAgainst("ms", 912.3, 800)).toEqual(["912 ms", "800 ms"]);
    expect(formatAgainst("ms", 800.04, 800)).toEqual(["800.04 ms", "800 ms"]);
    expect(formatAgainst("ms", 1000.4, 1000)).toEqual(["1.0004 s", "1 s"]);
  });
});

describe("counts, ages and names", () => {
  test("one of a thing is singular", () => {
    expect(formatCount(1, "request")).toBe("1 request");
    expect(formatCount(1200, "request")).toBe("1,200 requests");
  });
  test("an age is one number", () => {
    const age = (minutes: number) =>
      formatAge(
        "2026-11-30T10:00:00Z",
        new Date(Date.UTC(2026, 10, 30, 10, minutes)).toISOString(),
      );
    expect(age(40)).toBe("40 min");
    expect(age(125)).toBe("2 h");
    expect(age(60 * 47)).toBe("47 h");
    expect(age(60 * 75)).toBe("3 d");
    expect(age(-5)).toBeUndefined();
    expect(formatAge("yesterday", "2026-11-30T10:00:00Z")).toBeUndefined();
  });
  test("a commit is shortened, another name is not", () => {
    expect(shortSha("a1b2c3d4e5f60000")).toBe("a1b2c3d");
    expect(shortSha("release-1")).toBe("release-1");
  });
  test("a tiny probability is bounded, not rounded to 0", () => {
    expect(formatProbability(0.00002)).toBe("≤ 0.001");
    expect(formatProbability(0.0421)).toBe("0.042");
  });
});
