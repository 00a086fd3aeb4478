// What a duet's rounds predict, against scipy; and the placement that A/A duets show.
import { expect, test } from "vitest";
import { effectOf } from "../../../src/verdict/cells/compare.ts";
import {
  assumedPlacement,
  placementFrom,
  predictDuet,
} from "../../../src/verdict/duet/placement.ts";
import { expectClose } from "../../stats/close.ts";
import vectors from "../../stats/vectors.json" with { type: "json" };

const { differences, ...expected } = vectors.duet;

test("eight rounds with the assumed placement", () => {
  const prediction = predictDuet(differences, assumedPlacement);
  expectClose(prediction.error, expected.errorWithFloor);
  expectClose(prediction.degrees, expected.degrees);
  const { d, p, lower, upper } = effectOf(expected.mean, prediction);
  expectClose(d, expected.mean);
  expectClose(p, expected.p);
  expectClose(lower, expected.lower);
  expectClose(upper, expected.upper);
  expectClose(Math.expm1(d), expected.change);
});

test("endpoints known to be placed alike leave the rounds alone", () => {
  const { error, degrees } = predictDuet(differences, { variance: 0, degrees: 4 });
  expectClose(error, expected.error);
  expectClose(degrees, 7);
});

test("a placement known from few duets costs degrees of freedom", () => {
  // se²= f² = 1e-4: ν = 4e-8 / (1e-8/1 + 1e-8/4) = 3.2
  const spread = Math.sqrt(2 * 2 * 1e-4) / 2;
  const { degrees } = predictDuet([-spread, spread], { variance: 1e-4, degrees: 4 });
  expectClose(degrees, 4 / (1 + 1 / 4) / 1);
});

test("rounds that agree to the last digit leave a finite doubt", () => {
  const alike = predictDuet(new Array(8).fill(0.02), { variance: 0, degrees: 3 });
  const { p, lower } = effectOf(0.02, alike);
  expect([alike.error, p < 1e-9, Number.isFinite(lower)]).toEqual([1e-6, true, true]);
  expect(effectOf(0, alike).p).toBe(0.5);
  const assumed = predictDuet(new Array(8).fill(0.02), assumedPlacement);
  expect(effectOf(0.02, assumed).p).toBeCloseTo(0.0786, 3);
});

test("A/A duets show how much the endpoints differ beyond their rounds", () => {
  // means .01, −.01, .03: variance 4e-4; each duet's rounds ±.01: 2e-4/2 = 1e-4 of it
  const duet = (mean: number) => [mean - 0.01, mean + 0.01];
  const found = placementFrom([duet(0.01), duet(-0.01), duet(0.03)]);
  expectClose(found.variance, 4e-4 - 1e-4);
  expect(found.degrees).toBe(2);
  expect(placementFrom([duet(0.01), duet(0.01)]).variance).toBe(0);
});
