// Student's t and the binomial against scipy, tails included.
import { expect, test } from "vitest";
import { atLeast, atMost } from "../../src/stats/binomial.ts";
import { tQuantile, tUpperTail } from "../../src/stats/student-t.ts";
import { expectClose } from "./close.ts";
import vectors from "./vectors.json" with { type: "json" };

test.each(vectors.tQuantile)("t of $p at $degrees degrees of freedom", ({ p, degrees, t }) => {
  expectClose(tQuantile(p, degrees), t);
});

test.each(vectors.tUpperTail)("P(T ≥ $t) at $degrees degrees of freedom", ({ t, degrees, p }) => {
  expectClose(tUpperTail(t, degrees), p);
});

test.each(vectors.binomialAtMost)("P(Bin($n, $q) ≤ $k)", ({ k, n, q, p }) => {
  expectClose(atMost(k, { trials: n, probability: q }), p);
});

test("both tails overlap in one value", () => {
  const binomial = { trials: 40, probability: 0.3 };
  for (let k = 1; k <= 40; k += 1) expectClose(atLeast(k, binomial) + atMost(k - 1, binomial), 1);
});

test("a small upper tail keeps its digits", () => {
  // P(Bin(10, 0.01) ≥ 10) = 0.01^10
  expectClose(atLeast(10, { trials: 10, probability: 0.01 }) * 1e20, 1);
});

test("at least none is certain", () => {
  expect(atLeast(0, { trials: 5, probability: 0.2 })).toBe(1);
});
