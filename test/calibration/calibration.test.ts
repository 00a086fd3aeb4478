// The short form of `npm run calibration`: nothing that was promised is clearly broken.
import { expect, test } from "vitest";
import { atLeast, atMost } from "../../src/stats/distributions/binomial.ts";
import { type Finding, findings, type Size } from "./bars.ts";

const size: Size = { histories: 20, candidates: 6, duets: 60, jobs: [20], since: [1, 5] };

/** Few trials tell little: broken is what chance would show once in a thousand tries if the promise were just kept. */
function isBroken({ rate, atMost: ceiling, atLeast: floor }: Finding): boolean {
  const { red, of } = rate;
  if (ceiling !== undefined) return atLeast(red, { trials: of, probability: ceiling }) < 0.001;
  return floor !== undefined && atMost(red, { trials: of, probability: floor }) < 0.001;
}

test("false alarms and found changes are as promised", () => {
  const all = [...findings(size)];
  expect(all.filter(isBroken)).toEqual([]);
  const promises = all.filter((one) => one.atMost !== undefined || one.atLeast !== undefined);
  expect(promises).toHaveLength(24);
});
