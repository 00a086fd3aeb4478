import { describe, expect, test } from "vitest";
import { isNewer, markerOf, markerPrefix, writerOf } from "../../src/github/marker.ts";

const run = { id: 12345, attempt: 2 };

describe("the marker", () => {
  test("says gate, run, attempt and commit", () => {
    expect(markerOf({ name: "latency-gate", run, headSha: "abc123" })).toBe(
      "<!-- latency-gate:v1:latency-gate run=12345.2 sha=abc123 -->",
    );
  });

  test("is read back", () => {
    expect(writerOf(`${markerOf({ name: "x", run, headSha: "a" })}\nbody`)).toEqual(run);
  });

  test("is only read from the first line", () => {
    expect(writerOf(`hello\n${markerOf({ name: "x", run, headSha: "a" })}`)).toBeUndefined();
  });

  test.each(["x --> </details><!--", "a\nb", "run=9.9 sha=", "--", "名前"])(
    "of the name %j is one HTML comment that says nothing else",
    (name) => {
      const marker = markerOf({ name, run, headSha: "a --> b" });
      expect(marker).toMatch(/^<!-- [^\n<>]* -->$/);
      expect(marker.slice(4, -3)).not.toContain("--");
      expect(writerOf(marker)).toEqual(run);
    },
  );

  test("of one name is not the beginning of another's", () => {
    expect(markerOf({ name: "gate-2", run, headSha: "a" })).not.toContain(markerPrefix("gate"));
  });
});

describe("newer", () => {
  const check = (a: [number, number], b: [number, number], expected: boolean) =>
    expect(isNewer({ id: a[0], attempt: a[1] }, { id: b[0], attempt: b[1] })).toBe(expected);
  test("is a higher run, then a higher attempt", () => {
    check([2, 1], [1, 9], true);
    check([1, 2], [1, 1], true);
    check([1, 1], [1, 1], false);
    check([1, 9], [2, 1], false);
    check([10, 1], [9, 1], true);
  });
});
