// YAML 1.2 as it is, its mistakes told with their line, and no text that stalls or crashes the reader.
import { expect, test } from "vitest";
import { parseYaml } from "../../../src/config/sources/yaml.ts";

function mistakes(text: string): readonly string[] {
  const parsed = parseYaml(text);
  return parsed.ok ? [] : parsed.troubles.map(({ value }) => value);
}

test("yes, no, on and off are texts, as YAML 1.2 has them", () => {
  const text = "a: yes\nb: no\nc: on\nd: off\ne: true\nf: 010\ng: 0o10";
  const value = { a: "yes", b: "no", c: "on", d: "off", e: true, f: 10, g: 8 };
  expect(parseYaml(text)).toEqual({ ok: true, value });
});

test("empty text and comments are an empty mapping", () => {
  for (const text of ["", "# nothing\n", "---\n", "\uFEFF"])
    expect(parseYaml(text)).toEqual({ ok: true, value: {} });
});

test.each([
  ["a: 1\na: 2", "Map keys must be unique at line 2, column 1"],
  ["w: { a: 1, a: 2 }", "Map keys must be unique at line 1, column 12"],
  ["a: !secret x", "Unresolved tag: !secret at line 1, column 4"],
  ["- a", "YAML that is no mapping"],
  ["just text", "YAML that is no mapping"],
  ["%YAML 1.1\n---\na: yes", "%YAML 1.1"],
])("%j is refused", (text, expected) => {
  expect(mistakes(text)).toEqual([expected]);
});

test("a second document is refused", () => {
  expect(mistakes("a: 1\n---\nb: 2")[0]).toContain("multiple documents");
});

test("aliases that multiply are refused", () => {
  const level = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(of).join(",")}]`;
  const bomb = ["x", "*a", "*b", "*c", "*d"].map((of, at) => level("abcde"[at]!, of)).join("\n");
  expect(mistakes(bomb)).toEqual(["aliases that repeat too much"]);
});

test("depth and length are bounded, and only the first mistakes are told", () => {
  expect(mistakes(`a: ${"[".repeat(50_000)}`).length).toBeLessThanOrEqual(3);
  expect(mistakes(`a: ${"[".repeat(50_000)}`).length).toBeGreaterThan(0);
  expect(mistakes(`a: ${"x".repeat(300_000)}`)).toEqual(["300003 characters of YAML"]);
});
