// Prediction, effect and detectable change against scipy.
import { expect, test } from "vitest";
import { detectableChange, effectOf, predict } from "../../../src/verdict/cells/compare.ts";
import { expectClose } from "../../stats/close.ts";
import vectors from "../../stats/vectors.json" with { type: "json" };

interface Expected {
  readonly name: string;
  readonly mu: number;
  readonly s: number;
  readonly nu: number;
  readonly n: number;
  readonly se: number;
  readonly d: number;
  readonly p: number;
  readonly p_improved: number;
  readonly L: number;
  readonly U: number;
  readonly theta: number;
  readonly mde: number;
}

function check(
  expected: Expected,
  { hist, w, y, family }: { hist: number[]; w: number; y: number; family: number },
) {
  const prediction = predict({ epochs: [hist], withinRun: w, assumedCv: 0.04 })!;
  const effect = effectOf(y, prediction);
  expectClose(prediction.centre, expected.mu);
  expectClose(prediction.error, expected.se);
  expect([prediction.degrees, prediction.jobs]).toEqual([expected.nu, expected.n]);
  expectClose(effect.d, expected.d);
  expectClose(effect.p, expected.p);
  expectClose(effect.pImproved, expected.p_improved);
  expectClose(effect.lower, expected.L);
  expectClose(effect.upper, expected.U);
  const { theta, mde } = expected;
  expectClose(detectableChange({ prediction, theta, alpha: 0.05, family }), mde);
}

test.each(vectors.decide.cells.map((cell, index) => [cell.name, cell, index] as const))(
  "twenty jobs of %s",
  (_, cell, index) => {
    check(vectors.decide.out[index]!, { ...cell, family: 6 });
  },
);

test("one job: the prior does all the work", () => {
  const [first, second] = vectors.decideOneJob;
  check(first!, { hist: [5.3], w: 0.02, y: 5.3 + Math.log(1.2), family: 2 });
  check(second!, { hist: [6.3], w: 0.05, y: 6.3 + Math.log(1.6), family: 2 });
});

test("no history predicts nothing", () => {
  expect(predict({ epochs: [], withinRun: 0.02, assumedCv: 0.04 })).toBeUndefined();
});
