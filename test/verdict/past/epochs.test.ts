// Where a history's level may have moved.
import { expect, test } from "vitest";
import type { HistoryRecord } from "../../../src/baseline/history.ts";
import { currentEpoch, driftOf, epochsOf, logsOf } from "../../../src/verdict/past/epochs.ts";
import { aHistoryRecord } from "../../support/builders.ts";

function job(sha: string, overrides: Partial<HistoryRecord> = {}): HistoryRecord {
  return aHistoryRecord({ "ttft.p50": 230 }, { sha, where: "here", ...overrides });
}

function check(history: HistoryRecord[]): string {
  return epochsOf(history)
    .map((epoch) => epoch.map(({ sha }) => sha).join(""))
    .join("|");
}

test.each<[string, HistoryRecord[], string]>([
  ["nothing", [], ""],
  ["jobs alike", [job("a"), job("b")], "ab"],
  ["a marked job", [job("a"), job("b", { newEpoch: true }), job("c")], "a|bc"],
  ["a numbered epoch", [job("a"), job("b", { epoch: 1 }), job("c", { epoch: 1 })], "a|bc"],
  ["a marked job with its number", [job("a"), job("b", { newEpoch: true, epoch: 1 })], "a|b"],
  ["another place", [job("a"), job("b", { where: "there" }), job("c")], "a|b|c"],
])("%s", (_, history, expected) => {
  expect(check(history)).toBe(expected);
});

test("a candidate from another place has no current epoch", () => {
  const history = [job("a"), job("b", { newEpoch: true })];
  expect(currentEpoch(history, "here").map(({ sha }) => sha)).toEqual(["b"]);
  expect(currentEpoch(history, "there")).toEqual([]);
  expect(currentEpoch([], "here")).toEqual([]);
});

test("epochs that lack a cell are left out, but not the current one", () => {
  const lacking = job("b", { cells: {}, newEpoch: true });
  const epochs = epochsOf([job("a"), lacking, job("c", { newEpoch: true })]);
  expect(logsOf(epochs, "ttft.p50")).toEqual([[Math.log(230)], [Math.log(230)]]);
  expect(logsOf(epochsOf([job("a"), lacking]), "ttft.p50")).toBeUndefined();
});

test("a shift that nobody marked parts one cell's epoch, and leaves the other cells' alone", () => {
  const level = (ttft: number, times: number) =>
    Array.from({ length: times }, (_, index) =>
      aHistoryRecord({ "ttft.p50": ttft + (index % 2), "tpot.p50": 20 + (index % 2) / 10 }),
    );
  const epochs = epochsOf([...level(230, 8), ...level(265, 4)]);
  const lengths = (id: string) => logsOf(epochs, id)?.map(({ length }) => length);
  expect(lengths("ttft.p50")).toEqual([8, 4]);
  expect(lengths("tpot.p50")).toEqual([12]);
});

test("a level that moved within the epoch is a drift, one that a mark parts is not", () => {
  const level = (value: number, times: number, first = {}) =>
    Array.from({ length: times }, (_, index) =>
      aHistoryRecord({ "ttft.p50": value * (1 + (index % 2) / 100) }, index === 0 ? first : {}),
    );
  const drift = (...history: HistoryRecord[][]) => driftOf(epochsOf(history.flat()), "ttft.p50");
  const found = drift(level(230, 8), level(250, 8), level(270, 8));
  expect(found?.by).toBeCloseTo(Math.log(270 / 230), 9);
  expect(found?.jobs).toBe(24);
  // +4 % five times: the last three against the first three are 1.04³
  const steps = Array.from({ length: 6 }, (_, index) => level(100 * 1.04 ** index, 1));
  expect(drift(...steps)?.by).toBeCloseTo(3 * Math.log(1.04), 9);
  expect(drift(...steps.slice(1))).toBeUndefined();
  expect(drift(level(230, 8), level(270, 8, { newEpoch: true }))).toBeUndefined();
  expect(drift(level(230, 24))).toBeUndefined();
  expect(driftOf([], "ttft.p50")).toBeUndefined();
});
