// Pairs of rounds mirror each other, by lot and yet the same for the same seed.
import { expect, test } from "vitest";
import { firstSides, sidesOf } from "../../../src/workload/duet/order.ts";

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

test("two rounds of a pair have opposite orders", () => {
  for (const seed of seeds) {
    const first = firstSides(seed, 10, "first");
    for (let at = 0; at < first.length; at += 2) expect(first[at]).not.toBe(first[at + 1]);
  }
});

test("whole pairs begin as often with either side; an odd round is one side's alone", () => {
  const base = (rounds: number) =>
    firstSides(7, rounds, "first").filter((side) => side === "base").length;
  expect(base(10)).toBe(5);
  expect([3, 4]).toContain(base(7));
});

test("a pair's order is drawn by lot", () => {
  const heads = seeds.filter((seed) => firstSides(seed, 6, "first")[0] === "base").length;
  // Binomial(200, ½): 99.99 % within 100 ± 27.
  expect(Math.abs(heads - 100)).toBeLessThan(28);
});

test("a seed gives one order, a confirmation draws its own", () => {
  expect(firstSides(1, 100, "first")).toEqual(firstSides(1, 100, "first"));
  expect(firstSides(1, 100, "first")).not.toEqual(firstSides(1, 100, "confirmation"));
});

test("whoever is not first is second", () => {
  expect(sidesOf("base")).toEqual(["base", "candidate"]);
  expect(sidesOf("candidate")).toEqual(["candidate", "base"]);
});
