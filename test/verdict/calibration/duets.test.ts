// What duets of one version with itself tell of the endpoints' placement, and what would be seen beside it.
import { expect, test } from "vitest";
import type { PlacementDuet } from "../../../src/baseline/history.ts";
import { tQuantile } from "../../../src/stats/distributions/student-t.ts";
import { duetCalibrations } from "../../../src/verdict/calibration/duets.ts";
import { expectClose } from "../../stats/close.ts";
import { aPolicy } from "../../support/builders.ts";

/** Six rounds that alternate by ±.006 around each mean: se² = .006²/5 = 7.2e-6. */
function duetsOf(means: readonly number[], id = "ttft.p50"): PlacementDuet[] {
  return means.map((mean, index) => ({
    time: new Date(Date.UTC(2026, 11, 1, 3, index)).toISOString(),
    key: "k",
    where: "here",
    cells: { [id]: [1, -1, 1, -1, 1, -1].map((sign) => mean + 0.006 * sign) },
  }));
}

function calibrated(duets: readonly PlacementDuet[], openLoop = false) {
  return duetCalibrations([{ workload: "chat", duets, openLoop }], aPolicy(), 0.05);
}

const cellIn = (duets: readonly PlacementDuet[]) => calibrated(duets)[0]?.cells[0];
const even = [0.02, 0.01, 0, -0.01, -0.02];

test("what varies between duets and not between rounds is the placement", () => {
  const found = cellIn(duetsOf(even));
  // Var = .001/4 = .00025, f² = .00025 − 7.2e-6 = .0002428, σ_ep = √(f²/2)
  expectClose(found?.between, Math.sqrt(0.00025));
  expectClose(found?.within, Math.sqrt(7.2e-6));
  expectClose(found?.placement, Math.sqrt(0.0002428 / 2));
  expect(found?.difference).toBeCloseTo(0, 12);
  expect(found?.biased).toBe(false);
});

test("one more duet shows what clears the limit beside both", () => {
  // SE² = se² + f² = .00025; ν = SE⁴ ÷ (se⁴/5 + f⁴/4); the limit of 10 % is more than t·SE = .033
  const degrees = 0.00025 ** 2 / (7.2e-6 ** 2 / 5 + 0.0002428 ** 2 / 4);
  const expected = Math.log(1.1) + tQuantile(0.8, degrees) * Math.sqrt(0.00025);
  expectClose(cellIn(duetsOf(even))?.mde, Math.expm1(expected));
});

test("fewer than five duets leave the placement assumed, though they are shown", () => {
  const [found] = calibrated(duetsOf(even.slice(0, 3)));
  expect(found).toMatchObject({ duets: 3, rounds: 6, used: false });
  // means .02, .01, 0: Var = .0001, f² = .0000928. Assumed are f² = 2·.01² and ν_f = ∞.
  expectClose(found?.cells[0]?.placement, Math.sqrt(0.0000928 / 2));
  const [square, placement] = [7.2e-6, 0.0002];
  const degrees = (square + placement) ** 2 / (square ** 2 / 5);
  const reach = tQuantile(0.8, degrees) * Math.sqrt(square + placement);
  expectClose(found?.cells[0]?.mde, Math.expm1(Math.log(1.1) + reach));
});

test("an endpoint that is always the slower one is not placed alike", () => {
  const shifted = duetsOf(even.map((mean) => mean / 5 + 0.03));
  // t = .03 ÷ (√(.00025/25)/√5) = 21.2 with 4 degrees
  expect(cellIn(shifted)).toMatchObject({ biased: true, enough: true });
});

test("a bias of less than a quarter of the limit is left alone, however certain", () => {
  // ln 1.1 ÷ 4 = .0238; t = .02 ÷ (√(.00025/25)/√5) = 14.1 with 4 degrees
  const shifted = duetsOf(even.map((mean) => mean / 5 + 0.02));
  expect(cellIn(shifted)?.biased).toBe(false);
});

test("duets of another place, cells that do not gate and single ones tell nothing", () => {
  const [first, ...rest] = duetsOf(even);
  expect(calibrated([{ ...first!, where: "there" }, ...rest])[0]?.duets).toBe(4);
  expect(calibrated(duetsOf(even, "itl.p95"))[0]?.cells).toEqual([]);
  expect(calibrated(duetsOf([0]))).toEqual([]);
});

test("in an open loop throughput is what was offered", () => {
  const duets = duetsOf(even, "output_throughput");
  const ids = (openLoop: boolean) =>
    calibrated(duets, openLoop)[0]?.cells.map(({ cell }) => cell.id);
  expect([ids(false), ids(true)]).toEqual([["output_throughput"], []]);
});
