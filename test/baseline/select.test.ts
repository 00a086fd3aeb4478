// Which job of main a change is compared with.
import { expect, test } from "vitest";
import type { HistoryRecord, WorkloadBaseline } from "../../src/baseline/history.ts";
import { type SelectionRequest, selectBaseline } from "../../src/baseline/select.ts";
import { fromSeconds } from "../../src/time.ts";
import { aHistoryRecord, aWorkloadRun } from "../support/builders.ts";

const day = 86_400;
const newest = aWorkloadRun();

function job(sha: string, overrides: Partial<HistoryRecord> = {}): HistoryRecord {
  return aHistoryRecord({ "ttft.p50": 230 }, { sha, time: "2026-11-01T00:00:00Z", ...overrides });
}

function select(history: HistoryRecord[], overrides: Partial<SelectionRequest> = {}) {
  const baseline: WorkloadBaseline = {
    key: newest.key,
    definition: newest.definition,
    history,
    newest,
  };
  const selection = selectBaseline({
    baseline,
    key: newest.key,
    now: new Date("2026-11-02T00:00:00Z"),
    maxAge: fromSeconds(14 * day),
    keep: 30,
    ...overrides,
  });
  return { ...selection, history: selection.history.map(({ sha }) => sha).join(" ") };
}

const main = [job("a"), job("b"), job("c")];

test.each<[string, string | undefined, string, string]>([
  ["the base commit's own run", "b", "a b", "exact"],
  ["the newest where the base commit was never measured", "z", "a b c", "approximate"],
  ["the newest where the base commit is unknown", undefined, "a b c", "approximate"],
])("the history ends with %s", (_, baseSha, history, match) => {
  expect(select(main, { baseSha })).toMatchObject({ history, match });
});

test.each<[string, string, string[], object]>([
  ["the base itself, though listed", "b", ["b", "a"], { match: "exact", distance: 0 }],
  ["the nearest measured", "z", ["y", "x", "b", "a"], { match: "ancestor", distance: 3 }],
  ["none", "z", ["y", "x"], { match: "approximate", distance: undefined, history: "a b c" }],
])("of the commits that lead to the base, %s is chosen", (_, baseSha, ancestors, chosen) => {
  expect(select(main, { baseSha, ancestors })).toMatchObject({ history: "a b", ...chosen });
});

test("of two runs of the nearest ancestor the newer is chosen", () => {
  const twice = [job("a"), job("b"), job("b"), job("c")];
  expect(select(twice, { baseSha: "z", ancestors: ["b"] }).history).toBe("a b b");
});

test("of two runs of the base commit the newer is chosen", () => {
  expect(select([job("a"), job("b"), job("b"), job("c")], { baseSha: "b" }).history).toBe("a b b");
});

test("records of another workload are passed over, even the base commit's", () => {
  const mixed = [job("a"), job("b", { key: "other" }), job("c")];
  expect(select(mixed, { baseSha: "b" })).toMatchObject({ history: "a c", match: "approximate" });
  expect(select(main, { key: "other" })).toMatchObject({ history: "", key: newest.key });
});

test("an empty history has nothing to offer", () => {
  expect(select([])).toMatchObject({ history: "", age: undefined, tooOld: false });
});

test("no more jobs are used than asked for, the newest of them", () => {
  expect(select(main, { keep: 2 }).history).toBe("b c");
});

test.each([
  ["2026-11-15T00:00:00Z", 14, false],
  ["2026-11-15T00:00:01Z", 14 + 1 / day, true],
  ["2026-10-30T00:00:00Z", 0, false],
])("at %s the baseline is %d days old; too old: %s", (now, days, tooOld) => {
  expect(select(main, { now: new Date(now) })).toMatchObject({
    age: fromSeconds(days * day),
    tooOld,
  });
});

test("the age is that of the chosen record, and an unreadable time counts as too old", () => {
  const old = [job("a", { time: "2026-09-01T00:00:00Z" }), job("b")];
  expect(select(old, { baseSha: "a" }).tooOld).toBe(true);
  expect(select(old).tooOld).toBe(false);
  expect(select([job("a", { time: "yesterday" })])).toMatchObject({ age: undefined, tooOld: true });
});
