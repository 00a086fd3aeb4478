import { describe, expect, test } from "vitest";
import { lineChart, sparkline } from "../../../src/report/faces/charts.ts";
import { variationOf } from "../../../src/report/words/sensitivity.ts";

describe("a sparkline", () => {
  const check = (values: number[], expected: string) => expect(sparkline(values)).toBe(expected);
  test("spans from the least to the greatest", () => check([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"));
  test("of equal values is flat", () => check([5, 5, 5], "▄▄▄"));
  test("of one value has one bar", () => check([5], "▄"));
  test("leaves out what is no number", () => check([1, Number.NaN, 2], "▁█"));
  test("of nothing is empty", () => check([], ""));
});

test("a line chart has room above and below, and never begins under zero", () => {
  expect(lineChart({ title: "TTFT p95", unit: "ms", values: [100, 200, 150] })).toBe(
    [
      "xychart-beta",
      '  title "TTFT p95"',
      '  x-axis "run" 1 --> 3',
      '  y-axis "ms" 90 --> 210',
      "  line [100, 200, 150]",
    ].join("\n"),
  );
  expect(lineChart({ title: "t", unit: "ms", values: [0, 0] })).toContain("0 --> 0.1");
});

// ln 100 and ln 110 alternate: deviation 0.0477 about their mean, × √(6/5) for the sample: 0.0522.
test("the variation is the sample deviation of the logarithms", () => {
  expect(variationOf([100, 110, 100, 110, 100, 110])).toBeCloseTo(0.0522, 4);
  expect(variationOf([100, 110, 100, 110])).toBeUndefined();
});
