// What would let a cell see twice its limit; t quantiles are those of statistical tables.
import { expect, test } from "vitest";
import { predictionWith, remedyOf, seesEnough } from "../../../src/verdict/calibration/remedy.ts";
import { detectableChange } from "../../../src/verdict/cells/compare.ts";

const theta = Math.log(1.1);
const one = { alpha: 0.05, family: 1, rule: "effect", history: 30 } as const;
const setUp = {
  jobs: 20,
  freedom: 19,
  measured: 0.1,
  within: 0.1,
  requests: 300,
  assumedCv: 0,
  theta,
};

test("all of the noise within the jobs: requests shrink it, as the square root of their number", () => {
  // Without a prior s = .1/√f and SE = s·√1.05. Seen is 2θ where (t.95 + t.80)·SE ≤ 2θ at ν = 23:
  // SE = .190620/(1.713872 + .857530) = .074131, so f = (.102470/.074131)² = 1.9107 and 300·f = 573.2.
  expect(remedyOf(setUp, one)).toMatchObject({ requests: 580 });
});

test("all of the noise between the jobs: no number of requests is promised, only a wider limit", () => {
  // s² = (4·.04² + 19·.01)/23, SE = .094690; θ' = SE·(1.713872 + .857530)/2
  const remedy = remedyOf({ ...setUp, within: 0, assumedCv: 0.04 }, one);
  expect(remedy.theta).toBeCloseTo(0.12174, 5);
  expect(Object.keys(remedy)).toEqual(["theta"]);
});

test("more than twenty times the requests are no advice", () => {
  // Of .01 .0062 are between the jobs: (19·.0062 + 23·.0038/f)/23 ≤ .074131²/1.05 from f = 33.9 on.
  const mixed = { ...setUp, within: Math.sqrt(0.0038) };
  expect(remedyOf(mixed, one)).not.toHaveProperty("requests");
});

test("two jobs are too few for six cells, three would do", () => {
  // ν = 5: SE = √((4·.04² + .03²)/5)·√1.5 = .04680, times t.99167 + t.80 = 3.534 + .920 is .2084 > 2θ = .1906.
  // ν = 6: SE = √((4·.04² + 2·.03²)/6)·√(4/3) = .04269, times 3.287 + .906 is .1790.
  const early = { ...setUp, jobs: 2, freedom: 1, measured: 0.03, within: 0, assumedCv: 0.04 };
  expect(remedyOf(early, { ...one, family: 6 })).toMatchObject({ jobs: 3 });
});

test("a job's own noise cannot be more than all of it", () => {
  const { error } = predictionWith({ ...setUp, measured: 0.02, within: 0.05 }, { fold: 4 });
  // s² = (4·(.05²/4) + 19·(.02²/4))/23
  expect(error).toBeCloseTo(Math.sqrt((0.0025 + 0.0019) / 23) * Math.sqrt(1.05), 12);
});

test("what is advised is enough, whatever the rule", () => {
  for (const rule of ["effect", "strict", "equivalence"] as const) {
    const terms = { ...one, rule, family: 6 };
    const wide = remedyOf(setUp, terms);
    const prediction = predictionWith(setUp, {});
    const seen = (limit: number) => detectableChange({ ...terms, prediction, theta: limit });
    expect(seesEnough(seen(wide.theta), wide.theta), rule).toBe(true);
    expect(seesEnough(seen(0.99 * wide.theta), 0.99 * wide.theta), rule).toBe(false);
  }
});
