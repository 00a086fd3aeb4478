// Centre and scale of a history: winsorised, pooled over epochs, moderated by the prior.
import { expect, test } from "vitest";
import { centreAndScale, winsorise } from "../../src/stats/center.ts";
import { tQuantile } from "../../src/stats/distributions/student-t.ts";
import { expectClose } from "./close.ts";
import vectors from "./vectors.json" with { type: "json" };

test("only the outlier is pulled back", () => {
  const { h, out } = vectors.winsorise;
  for (const [index, value] of winsorise(h).entries()) expectClose(value, out[index]!);
});

test.each([
  ["one epoch", [vectors.centreOneEpoch.h], vectors.centreOneEpoch],
  ["two short epochs", vectors.centreTwoEpochs.epochs, vectors.centreTwoEpochs],
])("%s", (_, epochs, { w, mu, s, nu, n }) => {
  const found = centreAndScale({ epochs, withinRun: w, assumedCv: 0.04 });
  expectClose(found?.centre, mu);
  expectClose(found?.scale, s);
  expect([found?.degrees, found?.jobs]).toEqual([nu, n]);
});

test("one job leaves the prior alone to speak", () => {
  // s = √(.04² + .03²) = .05
  const found = centreAndScale({ epochs: [[5.3]], withinRun: 0.03, assumedCv: 0.04 });
  expectClose(found?.scale, 0.05);
  expect(found).toMatchObject({ centre: 5.3, degrees: 4, jobs: 1 });
});

test("a history without variance keeps a scale from the prior", () => {
  // ν = 4 + 9; s² = 4·.04²/13
  const found = centreAndScale({ epochs: [new Array(10).fill(2)], withinRun: 0, assumedCv: 0.04 });
  expectClose(found?.scale, 0.04 * Math.sqrt(4 / 13));
});

test("the scale without the prior is that of the jobs about their own levels", () => {
  // Deviations ±.01 and ±.02: SS = 2·.0001 + 2·.0004 = .001, df = 1 + 1
  const epochs = [
    [1.01, 0.99],
    [5.02, 4.98],
  ];
  const prior = { withinRun: 0.02, assumedCv: 0.04 };
  expectClose(centreAndScale({ epochs, ...prior })?.measured, Math.sqrt(0.0005));
  expect(centreAndScale({ epochs: [[1], [2]], ...prior })?.measured).toBeUndefined();
});

test("no epoch has no centre, and an empty one is refused", () => {
  const prior = { withinRun: 0, assumedCv: 0.04 };
  expect(centreAndScale({ epochs: [], ...prior })).toBeUndefined();
  expect(() => centreAndScale({ epochs: [[1], []], ...prior })).toThrow(RangeError);
});

test("a prediction interval of published figures comes out", () => {
  const { n, mean, sd, boundary, upper } = vectors.predictionLimit;
  expectClose(mean + tQuantile(boundary, n - 1) * sd * Math.sqrt(1 + 1 / n), upper);
});
