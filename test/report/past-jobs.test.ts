// Past jobs as lines, as JSON, and what they come to together.
import { expect, test } from "vitest";
import {
  count,
  emptyTally,
  pastJobJson,
  pastJobLine,
  tallyLines,
} from "../../src/report/past-jobs.ts";
import type { PastVerdict } from "../../src/verdict/past/replay.ts";
import type { Verdict } from "../../src/verdict/verdict.ts";
import {
  aComparison,
  aHistoryRecord,
  anUncomparedCell,
  aPolicy,
  aVerdict,
  aWorkloadVerdict,
} from "../support/builders.ts";

function past(verdict: Partial<Verdict> = {}): PastVerdict {
  const record = aHistoryRecord({}, { sha: "a1b2c3d4e5f6", key: "k".repeat(64) });
  return { record, verdict: aVerdict(verdict), jobs: 20 };
}

test("a line says when, which commit, which workload, the verdict, the jobs before it and why", () => {
  expect(pastJobLine(past(), "chat")).toBe("2026-11-30 10:00  a1b2c3d4  chat  passed        20");
  const because = ["chat: TTFT p95 rose by 31 %, allowed are 15 %."];
  expect(pastJobLine(past({ kind: "regressed", because }), "chat")).toMatch(
    / {2}regressed {5}20 {2}TTFT p95 rose by 31 %, allowed are 15 %\.$/,
  );
});

test("what a record says of itself cannot start a command or another line", () => {
  const { verdict, jobs } = past();
  const record = aHistoryRecord({}, { time: "::error::x\n##[group]", sha: "\n::set-output" });
  const line = pastJobLine({ record, verdict, jobs }, "chat");
  expect(line).not.toMatch(/^::|\n|##\[/);
});

test("JSON has the fields of the contract, shares as fractions, absent ones as null", () => {
  const comparisons = [
    aComparison({ candidate: 412 * 1.31, finding: "regressed", p: 0.001, pHolm: 0.006 }),
    anUncomparedCell({ cell: "ttft.p50" }),
  ];
  const workloads = [aWorkloadVerdict({ comparisons })];
  const line = pastJobJson(past({ kind: "regressed", workloads }));
  expect(line.endsWith("}\n")).toBe(true);
  const absent = { change: null, lower: null, upper: null, p: null, pHolm: null };
  expect(JSON.parse(line)).toEqual({
    key: "k".repeat(64),
    sha: "a1b2c3d4e5f6",
    time: "2026-11-30T10:00:00.000Z",
    verdict: "regressed",
    history: 20,
    cells: {
      "ttft.p95": {
        finding: "regressed",
        reason: null,
        change: expect.closeTo(0.31, 9),
        lower: expect.closeTo(0.26, 9),
        upper: expect.closeTo(0.36, 9),
        p: 0.001,
        pHolm: 0.006,
        mde: 0.19,
        theta: Math.log(1.15),
      },
      "ttft.p50": {
        finding: "inconclusive",
        reason: "no-baseline",
        ...absent,
        mde: null,
        theta: null,
      },
    },
  });
});

function tallied(...verdicts: Partial<Verdict>[]): string[] {
  const tally = emptyTally();
  for (const verdict of verdicts) count(tally, past(verdict), aPolicy());
  return tallyLines(tally);
}

test("how many would have been red, by the policy", () => {
  const lines = tallied({}, {}, { kind: "regressed" }, { kind: "inconclusive" });
  expect(lines).toEqual([
    "1 of 4 jobs (25 %) would have been red: 2 passed, 1 regressed, 1 inconclusive.",
  ]);
  expect(tallied()[0]).toBe("0 of 0 jobs would have been red: none.");
});

test("a cell in which most jobs see too little is named, with what helps", () => {
  // θ = ln 1.15: twice that is 32 %
  const seen = (mde: number) => ({
    workloads: [aWorkloadVerdict({ comparisons: [aComparison({ mde })] })],
  });
  expect(tallied(seen(0.3), seen(0.31), seen(0.4))).toHaveLength(1);
  const [, warning] = tallied(seen(0.3), seen(0.4), seen(0.5));
  expect(warning).toMatch(/^TTFT p95: .*over twice its limit, lately \+50 %; raise its limit/);
});
