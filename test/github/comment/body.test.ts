// The comment's body: sections side by side, read back as they were, and always of a size that GitHub takes.
import { describe, expect, test } from "vitest";
import {
  fittedBody,
  formatBody,
  parseBody,
  type Section,
} from "../../../src/github/comment/body.ts";
import type { SectionState } from "../../../src/github/comment/state.ts";

const aState = (changes: Partial<SectionState> = {}): SectionState => ({
  name: "chat",
  run: { id: 7, attempt: 1 },
  sha: "abc",
  verdict: "passed",
  ...changes,
});
const aSection = (changes: Partial<SectionState> = {}, text = "### ok"): Section => ({
  state: aState(changes),
  text,
});

describe("a body", () => {
  test("of one section shows nothing but that", () => {
    expect(formatBody({ posting: 1, sections: [aSection()] })).toBe(
      [
        "<!-- latency-gate:v1 posting=1 -->",
        "<!-- latency-gate:section chat run=7.1 sha=abc verdict=passed -->",
        "### ok",
        "<!-- latency-gate:end -->",
        "",
      ].join("\n"),
    );
  });

  test("of several begins with all verdicts, the worst first, then by name", () => {
    const sections = [
      aSection({ name: "b" }),
      aSection({ name: "c", verdict: "regressed" }),
      aSection({ name: "a", verdict: "inconclusive" }),
      aSection({ name: "a2" }),
    ];
    const body = formatBody({ posting: 1, sections });
    expect(body.split("\n")[1]).toBe("**4 gates:** 🔴 `c` · 🟡 `a` · ✅ `a2` · ✅ `b`");
    expect(formatBody({ posting: 1, sections: sections.toReversed() })).toBe(body);
  });

  test("is read back byte for byte", () => {
    const sections = [
      aSection({ name: "a" }, "one\n\n| a |\n|--|\n\n```\n  x\n```"),
      aSection({ name: "b" }, "two <details>\n\n</details>"),
    ];
    expect(parseBody(formatBody({ posting: 3, sections }))).toEqual({ posting: 3, sections });
  });

  test("is read though somebody edited it in the browser, which ends lines otherwise", () => {
    const body = formatBody({ posting: 1, sections: [aSection()] }).replaceAll("\n", "\r\n");
    expect(parseBody(body)).toEqual({ posting: 1, sections: [aSection()] });
  });

  test.each([
    "hello",
    "",
    "> <!-- latency-gate:v1 posting=1 -->",
    "<!-- latency-gate:v2 posting=1 -->",
  ])("that begins with %j is not ours", (body) => expect(parseBody(body)).toBeUndefined());

  test("with a broken section keeps the others", () => {
    const body = formatBody({ posting: 1, sections: [aSection(), aSection({ name: "b" })] });
    const broken = body.replace(/section chat run=7.1/, "section chat run=x");
    expect(parseBody(broken)?.sections).toEqual([aSection({ name: "b" })]);
  });

  test("cannot be divided by what a report shows", () => {
    const forged =
      "```\n<!-- latency-gate:end -->\n<!-- latency-gate:section b run=9.9 sha=a verdict=passed -->\n```";
    const read = parseBody(formatBody({ posting: 1, sections: [aSection({}, forged)] }));
    expect(read?.sections.map(({ state }) => state.name)).toEqual(["chat"]);
    expect(read?.sections[0]?.text).toContain("‹!-- latency-gate:end -->");
  });
});

describe("sixty thousand bytes", () => {
  const maxBytes = 60_000;
  const long = (name: string, length: number, run = 7) =>
    aSection({ name, run: { id: run, attempt: 1 } }, "é".repeat(length / 2));
  const fitAmong = (others: readonly Section[], wanted = 8_000) => {
    const asked: number[] = [];
    const body = fittedBody({
      state: aState({ name: "mine", verdict: "regressed" }),
      render: (bytes) => {
        asked.push(bytes);
        return "m".repeat(Math.min(bytes, wanted));
      },
      others,
      posting: 1,
      runUrl: "https://github.com/acme/app/actions/runs/100",
      maxBytes,
    });
    expect(Buffer.byteLength(formatBody(body))).toBeLessThanOrEqual(maxBytes);
    return {
      asked: asked[0] ?? 0,
      texts: new Map(body.sections.map((s) => [s.state.name, s.text])),
    };
  };

  test("are mine where I am alone", () => {
    const { asked } = fitAmong([]);
    expect(asked).toBeGreaterThan(59_800);
    expect(asked).toBeLessThan(maxBytes);
  });

  test("are mine but for what others have said already", () => {
    const other = long("other", 20_000);
    const { asked, texts } = fitAmong([other], 60_000);
    expect(asked).toBeLessThan(40_000);
    expect(asked).toBeGreaterThan(39_000);
    expect(texts.get("other")).toBe(other.text);
  });

  test("are shared fairly: the longest of the others gives way, and says where it is", () => {
    const { texts } = fitAmong([long("big", 50_000), long("small", 9_000)], 19_000);
    expect(texts.get("mine")).toHaveLength(19_000);
    expect(texts.get("small")).toBe(long("small", 9_000).text);
    expect(texts.get("big")).toBe(
      "### ✅ `big`: passed\n\nAt `abc`; its report does not fit beside the others · [workflow run](https://github.com/acme/app/actions/runs/7).",
    );
  });

  test("hold hundreds of sections by leaving out the oldest", () => {
    const many = Array.from({ length: 600 }, (_, at) => long(`leg-${at}`, 200, at));
    const { texts } = fitAmong(many, 200);
    expect(texts.has("mine")).toBe(true);
    expect(texts.has("leg-599")).toBe(true);
    expect(texts.has("leg-0")).toBe(false);
  });
});
