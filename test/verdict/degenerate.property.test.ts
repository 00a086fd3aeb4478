// Whatever a history holds: no crash, no number that is none, nothing called unchanged that was not excluded.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { HistoryRecord } from "../../src/baseline/history.ts";
import { judgeRecord } from "../../src/verdict/judge.ts";
import { replay } from "../../src/verdict/past/replay.ts";
import type { Comparison, Verdict } from "../../src/verdict/verdict.ts";
import { aHistoryRecord, aPolicy } from "../support/builders.ts";

const policy = aPolicy();
const ids = ["ttft.p50", "ttft.p95", "tpot.p50", "output_throughput", "queue_delay.p99", "no.such"];

/** Ordinary logs, equal ones, and what a broken clock or unit would leave. */
const log = fc.oneof(
  fc.constant(5.3),
  fc.double({ min: 5, max: 6, noNaN: true }),
  fc.constantFrom(0, -7, 46, 800, -800, Number.MIN_VALUE, 5.3 + 1e-15),
);
const cell = fc.record({
  y: log,
  w: fc.constantFrom(0, 0.02, 3),
  n: fc.constantFrom(1, 60, 300, 1_000_000),
});
const cellsOf = fc
  .uniqueArray(fc.constantFrom(...ids))
  .chain((names) =>
    fc
      .array(cell, { minLength: names.length, maxLength: names.length })
      .map((values) =>
        Object.fromEntries(names.map((name, index) => [name, values[index]!] as const)),
      ),
  );
const errors = fc
  .integer({ min: 0, max: 400 })
  .chain((n) => fc.record({ x: fc.integer({ min: 0, max: n }), n: fc.constant(n) }));
const record: fc.Arbitrary<HistoryRecord> = fc
  .record({
    cells: cellsOf,
    confirmation: fc.option(cellsOf, { nil: undefined }),
    err: errors,
    newEpoch: fc.boolean(),
    where: fc.constantFrom("here", "here", "here", "there"),
    outTokMean: fc.constantFrom(null, 0, 128),
    cachedShare: fc.constantFrom(null, undefined, 0, 1),
  })
  .map((parts) => aHistoryRecord({}, parts));

function comparisonsOf({ workloads }: Verdict): Comparison[] {
  return workloads.flatMap(({ comparisons }) => comparisons);
}

/** Unchanged: the far end of the interval is within the limit, or the difference too small for anybody to feel. */
function isExcluded({ cell, lower, upper, theta, note }: Comparison): boolean {
  if (theta === undefined || note !== undefined) return true;
  const worst = cell.metric.better === "lower" ? Math.log1p(upper!) : -Math.log1p(lower!);
  return worst <= theta + 1e-9;
}

function isSound(comparison: Comparison): boolean {
  const { finding, p, pHolm } = comparison;
  const chance = (value: number | undefined) => value === undefined || (value >= 0 && value <= 1);
  if (!chance(p) || !chance(pHolm)) return false;
  if (finding === "regressed") return p !== undefined && p <= 0.05;
  return finding !== "unchanged" || isExcluded(comparison);
}

test("any job against any history gets a verdict whose numbers are numbers", () => {
  fc.assert(
    fc.property(record, fc.array(record, { maxLength: 32 }), (job, history) => {
      const verdict = judgeRecord({ name: "chat", record: job, history, policy });
      expect(comparisonsOf(verdict).filter((one) => !isSound(one))).toEqual([]);
    }),
    { numRuns: 300, seed: 42 },
  );
});

test("any past can be replayed, each job once and in order", () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), (records) => {
      const shas = [...replay({ name: "chat", records, policy })].map(
        ({ record: { cells } }) => cells,
      );
      expect(shas).toEqual(records.map(({ cells }) => cells));
    }),
    { numRuns: 100, seed: 42 },
  );
});

const repeated = (y: number, times: number) =>
  new Array<HistoryRecord>(times).fill(
    aHistoryRecord({}, { cells: { "ttft.p50": { y, w: 0, n: 300 } } }),
  );

test.each([1, 2, 5, 8, 30])("one value repeated %d times leaves a finite doubt", (times) => {
  const judged = (y: number) => {
    const [job] = repeated(y, 1);
    const verdict = judgeRecord({
      name: "chat",
      record: job!,
      history: repeated(5.3, times),
      policy,
    });
    return comparisonsOf(verdict)[0]!;
  };
  expect(judged(5.3).p).toBeCloseTo(0.5, 9);
  expect(judged(5.3).finding).not.toBe("regressed");
  expect(judged(5.3 + 1e-12).finding).not.toBe("regressed");
  // three times as slow is beyond any doubt, at the stricter level too
  const slow = judged(5.3 + Math.log(3));
  expect([slow.finding, slow.p! > 0, Number.isFinite(slow.mde)]).toEqual(["regressed", true, true]);
});
