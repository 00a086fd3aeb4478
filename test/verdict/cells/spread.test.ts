// When a run's own requests differ more than the limit of a cell.
import { expect, test } from "vitest";
import { observe } from "../../../src/metrics/observation.ts";
import { spreadWarnings } from "../../../src/verdict/cells/spread.ts";
import { aPolicy, aRecord, aRun, aWorkloadRun } from "../../support/builders.ts";

function said(ttfts: readonly number[], maxChange: number): string[] {
  const records = ttfts.map((ttftMs, id) => aRecord({ id, ttftMs, scheduledMs: id }));
  const candidate = observe(aRun(), aWorkloadRun({ records }));
  const cells = new Map([["ttft.p50", { maxChange, minChange: 2 }]]);
  return spreadWarnings(candidate, aPolicy({ cells })).map(({ message }) => message);
}

/** Cold TTFTs of the same code, ms. */
const cold = [406, 222, 215, 312, 322];

test("five requests of 215 to 406 ms tell nothing to 5 %", () => {
  // w ≥ ln(406 ÷ 215) ÷ 3.92 = 0.162, and e^(1.96 · 0.162) − 1 = 37 %
  expect(said(cold, 0.05)).toEqual([
    "The requests of this run differ so much that it tells only roughly: TTFT p50 to ±37 % (limit 5 %). More requests would help",
  ]);
});

test("where the limit is wider than the error, or requests agree, nothing is said", () => {
  expect(said(cold, 0.25)).toEqual([]);
  expect(
    said(
      new Array(40).fill(0).flatMap(() => cold),
      0.15,
    ),
  ).toEqual([]);
  expect(said(new Array(5).fill(300), 0.05)).toEqual([]);
});
