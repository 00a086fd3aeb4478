// What a duet's rounds predict, against scipy; and the placement that A/A duets show.
import { describe, expect, test } from "vitest";
import type { PlacementDuet } from "../../../src/baseline/history.ts";
import { effectOf } from "../../../src/verdict/cells/compare.ts";
import {
  assumedPlacement,
  placementFrom,
  placementsFrom,
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

describe("main's duets with itself", () => {
  const here = { key: "k", where: "here" };
  const duet = (shift: number, overrides: Partial<PlacementDuet> = {}): PlacementDuet => ({
    time: "2026-11-30T10:00:00Z",
    ...here,
    // scattered by .01 around the shift: se² = .01² · 6/5 / 6 = 2e-5
    cells: { "ttft.p50": [1, -1, 1, -1, 1, -1].map((sign) => shift + 0.01 * sign) },
    ...overrides,
  });
  const shifts = [0.04, -0.04, 0.04, -0.04, 0];

  test("tell the placement from five of them on", () => {
    const { byCell, duets } = placementsFrom(
      shifts.map((shift) => duet(shift)),
      here,
    );
    expect(duets).toBe(5);
    // the variance of the five means, .0064 / 4 = .0016, less the mean se²
    expect(byCell.get("ttft.p50")?.variance).toBeCloseTo(0.0016 - 2e-5, 12);
    expect(byCell.get("ttft.p50")?.degrees).toBe(4);
  });

  test.each<[string, PlacementDuet[]]>([
    ["four", shifts.slice(1).map((shift) => duet(shift))],
    ["another workload's", shifts.map((shift) => duet(shift, { key: "other" }))],
    ["measured elsewhere", shifts.map((shift) => duet(shift, { where: "there" }))],
    ["without the cell", shifts.map((shift) => duet(shift, { cells: {} }))],
    ["of one round each", shifts.map((shift) => duet(shift, { cells: { "ttft.p50": [shift] } }))],
  ])("leave it assumed where they are %s", (_, duets) => {
    expect(placementsFrom(duets, here)).toEqual({ byCell: new Map(), biases: new Map(), duets: 0 });
  });

  test("tell a bias that is no chance, which no scatter holds", () => {
    const biasOf = (by: number) =>
      placementsFrom(
        shifts.map((shift) => duet(0.1 * shift + by)),
        here,
      ).biases;
    // means of .1·(±.04, 0) have the deviation .004: t = by ÷ (.004 ÷ √5), 4.604 at 1 % of 4 degrees
    expect(biasOf(0.008)).toEqual(new Map());
    expect(biasOf(0.0085).get("ttft.p50")).toBeCloseTo(0.0085, 12);
    expect(biasOf(-0.0085).get("ttft.p50")).toBeCloseTo(-0.0085, 12);
  });
});
