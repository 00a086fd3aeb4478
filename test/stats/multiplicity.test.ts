// Holm's correction.
import { expect, test } from "vitest";
import { holm } from "../../src/stats/multiplicity.ts";
import { expectClose } from "./close.ts";
import vectors from "./vectors.json" with { type: "json" };

test("a family of six is adjusted as published", () => {
  const adjusted = holm(vectors.holm.p);
  for (const [index, expected] of vectors.holm.adj.entries())
    expectClose(adjusted[index], expected);
});

test("nothing is adjusted in an empty family, and one value stays as it is", () => {
  expect(holm([])).toEqual([]);
  expect(holm([0.03])).toEqual([0.03]);
});

test("adjusted values stay at most 1 and keep the order", () => {
  // sorted .2 .5 .9: 3·.2 = .6, then 2·.5 = 1, then max(1, .9) = 1
  expect(holm([0.9, 0.2, 0.5]).map((p) => Number(p.toFixed(12)))).toEqual([1, 0.6, 1]);
});
