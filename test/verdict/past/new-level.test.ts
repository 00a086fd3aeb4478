// Main that has moved: twice in a row, the same cell, the same way.
import { expect, test } from "vitest";
import type { HistoryRecord } from "../../../src/baseline/history.ts";
import { startsNewLevel } from "../../../src/verdict/past/new-level.ts";
import { replay } from "../../../src/verdict/past/replay.ts";
import { aHistoryRecord, aPolicy } from "../../support/builders.ts";

/** Around 230 ms by a percent; `slow` of both cells as a factor. */
function job(index: number, slow: Record<string, number> = {}, overrides = {}): HistoryRecord {
  const wobble = 1 + ((index % 3) - 1) / 100;
  const values = Object.fromEntries(
    ["ttft.p50", "tpot.p50"].map((id) => [id, 230 * wobble * (slow[id] ?? 1)]),
  );
  return aHistoryRecord(values, { sha: `${index}`, ...overrides });
}

const calm = Array.from({ length: 10 }, (_, index) => job(index));
const up = { "ttft.p50": 1.3 };

function check(...[predecessor, record]: [HistoryRecord, HistoryRecord]): boolean {
  const history = [...calm, predecessor];
  return startsNewLevel({ name: "chat", record, history, policy: aPolicy() });
}

test.each<[string, HistoryRecord, HistoryRecord, boolean]>([
  ["slower twice", job(10, up), job(11, up), true],
  ["faster twice", job(10, { "ttft.p50": 0.7 }), job(11, { "ttft.p50": 0.7 }), true],
  ["slower once, then back", job(10, up), job(11), false],
  ["slower for the first time", job(10), job(11, up), false],
  ["slower, then faster", job(10, up), job(11, { "ttft.p50": 0.7 }), false],
  ["slower in one cell, then in another", job(10, up), job(11, { "tpot.p50": 1.3 }), false],
  ["slower where a mark stands already", job(10, up, { newEpoch: true }), job(11, up), false],
  ["slower in another place", job(10, up), job(11, up, { where: "elsewhere" }), false],
  [
    "slower twice, but once not confirmed",
    job(10, up, { confirmation: calm[0]?.cells }),
    job(11, up),
    false,
  ],
])("%s", (_, predecessor, record, expected) => {
  expect(check(predecessor, record)).toBe(expected);
});

test("the first jobs start nothing", () => {
  const start = (history: HistoryRecord[]) =>
    startsNewLevel({ name: "chat", record: job(1, up), history, policy: aPolicy() });
  expect([start([]), start([job(0)])]).toEqual([false, false]);
});

function replayed(records: HistoryRecord[], history = 30) {
  return [...replay({ name: "chat", records, policy: aPolicy({ history }) })];
}

test("past jobs are judged in order, each against those before it", () => {
  const records = [...calm, job(10, up), job(11, up), job(12, up), job(13)];
  const found = replayed(records);
  expect(found.map(({ verdict }) => verdict.kind)).toEqual([
    "no-baseline",
    ...new Array(9).fill("passed"),
    "regressed",
    // main's newest job had already moved
    "inconclusive",
    "passed",
    // faster than the new level
    "passed",
  ]);
  expect(found.map(({ jobs }) => jobs).slice(9)).toEqual([9, 10, 11, 1, 2]);
  expect(found.findIndex(({ record }) => record.newEpoch)).toBe(11);
});

test("no more jobs are looked at than the policy keeps", () => {
  expect(replayed(calm, 4).map(({ jobs }) => jobs)).toEqual([0, 1, 2, 3, 4, 4, 4, 4, 4, 4]);
});

test("a job of which too much failed is invalid and enters no history", () => {
  const broken = job(10, up, { err: { x: 61, n: 300 } });
  const found = replayed([...calm, broken, job(11)]);
  expect(found[10]?.verdict.kind).toBe("invalid");
  expect(found[10]?.verdict.because[0]).toMatch(/61 of 300 requests failed \(20 %/);
  expect(found[11]).toMatchObject({ jobs: 10, verdict: { kind: "passed" } });
});
