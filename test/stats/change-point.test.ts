// The scan for a level shift.
import { expect, test } from "vitest";
import { levelShift, levelsOf, riseOf } from "../../src/stats/change-point.ts";
import { tUpperTail } from "../../src/stats/distributions/student-t.ts";
import { expectClose } from "./close.ts";
import vectors from "./vectors.json" with { type: "json" };

const { h, start } = vectors.levelShift;

test("a shift by .16 is found where it starts, and nothing where there is none", () => {
  expect(levelShift(h)).toBe(start);
  expect(levelShift([...h.slice(0, 8), 0.01, 0, 0.02, -0.005])).toBe(vectors.levelShift.unmoved);
});

const level = (value: number, times: number) =>
  Array.from({ length: times }, (_, index) => value + (index % 2 === 0 ? 0.01 : -0.01));

test.each<[string, number[], number]>([
  ["three jobs after five", [...level(0, 5), ...level(0.2, 3)], 5],
  ["two jobs are too few for a level", [...level(0, 8), ...level(0.2, 2)], 0],
  ["four are too few to leave one", [...level(0, 4), ...level(0.2, 3)], 0],
  ["a fall", [...level(0, 8), ...level(-0.2, 6)], 8],
  ["one job that stands out", [...level(0, 12), 0.4, ...level(0, 4)], 0],
  ["seven jobs", level(0, 7), 0],
  ["none", [], 0],
])("%s", (_, values, expected) => {
  expect(levelShift(values)).toBe(expected);
});

test("values alike have no level but one, and rounding makes none", () => {
  expect(levelShift(new Array(20).fill(5.3))).toBe(0);
  expect(levelShift([...new Array(10).fill(0.3), ...new Array(10).fill(0.1 + 0.2)])).toBe(0);
  expect(levelShift([...new Array(10).fill(5.3), ...new Array(10).fill(5.4)])).toBe(10);
});

test("several shifts are several levels", () => {
  const found = levelsOf([...level(0, 8), ...level(0.15, 7), ...level(0.3, 9)]);
  expect(found.map(({ length }) => length)).toEqual([8, 7, 9]);
});

test("many small steps are a rise from the oldest third to the newest", () => {
  // 0 .1 .2 | .3 .4 .5: by .3, deviation .1, error .1·√(2/3): t₄ = 3.674
  const { by, p } = riseOf([0, 0.1, 0.2, 0.3, 0.4, 0.5])!;
  expectClose(by, 0.3);
  expectClose(p, tUpperTail(0.3 / (0.1 * Math.sqrt(2 / 3)), 4));
  expect(riseOf(new Array(9).fill(1))?.p).toBe(0.5);
  expect(riseOf([1, 2, 3, 4, 5])).toBeUndefined();
});
