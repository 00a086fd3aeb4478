// Distribution functions against scipy, tails included.
import { expect, test } from "vitest";
import { betaAtMost } from "../../../src/stats/distributions/beta.ts";
import { atLeast, atMost } from "../../../src/stats/distributions/binomial.ts";
import { normalQuantile, normalUpperTail } from "../../../src/stats/distributions/normal.ts";
import { tQuantile, tUpperTail } from "../../../src/stats/distributions/student-t.ts";
import { expectClose } from "../close.ts";
import vectors from "../vectors.json" with { type: "json" };

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

test.each(vectors.betaAtMost)("the beta distribution of $a and $b at $x", ({ x, a, b, p }) => {
  expectClose(betaAtMost(x, { a, b }), p);
});

test("the normal distribution: both tails and a quantile", () => {
  const { below196, above33, quantile975 } = vectors.normal;
  expectClose(1 - normalUpperTail(1.96), below196);
  expectClose(normalUpperTail(3.3), above33);
  expectClose(normalQuantile(0.975), quantile975);
});
