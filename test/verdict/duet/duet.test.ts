// Both endpoints in rounds: findings, confirmation, and what keeps a cell from its test.
import { expect, test } from "vitest";
import { totalOf } from "../../../src/stats/comparisons/scatter.ts";
import type { Circumstances } from "../../../src/verdict/cells/comparable.ts";
import { findingsOf } from "../../../src/verdict/findings.ts";
import type { GatePolicy } from "../../../src/verdict/policy.ts";
import { aPolicy } from "../../support/builders.ts";
import { type PlayedRound, played } from "../../support/duets.ts";

interface Given {
  readonly rounds?: number;
  /** Log change of the candidate's cells. */
  readonly change?: number;
  readonly again?: number;
  readonly n?: number;
  readonly failed?: number;
  readonly base?: readonly string[];
  readonly candidate?: readonly string[];
  /** What is not alike at the candidate. */
  readonly circumstances?: Partial<Circumstances>;
  readonly policy?: Partial<GatePolicy>;
  readonly confirmable?: boolean;
  readonly openLoop?: boolean;
}

const ids = ["ttft.p95", "output_throughput"];
const alike = { outTokMean: 128, tokenSource: "usage", cachedShare: null };

function duetOf(change: number, { circumstances = {}, base = ids, ...given }: Given) {
  const rounds = played({ ...given, base, change });
  const failures = { base: countsOf(rounds, "base"), candidate: countsOf(rounds, "candidate") };
  return { rounds, base: alike, candidate: { ...alike, ...circumstances }, failures };
}

function countsOf(rounds: readonly PlayedRound[], side: keyof PlayedRound) {
  return { err: totalOf(rounds.map((round) => round[side].err)), rej: 0 };
}

function check(given: Given) {
  const { change = 0, again, policy, confirmable = false, openLoop = false } = given;
  const subject = {
    workload: "chat",
    ...duetOf(change, given),
    confirmation: again === undefined ? undefined : duetOf(again, given),
    openLoop,
  };
  const found = findingsOf([subject], { policy: aPolicy(policy), confirmable });
  const findings = found.subjects[0]!.comparisons.map(({ cell, finding, reason }) => [
    cell.id,
    reason ? `${finding}: ${reason}` : finding,
  ]);
  return { ...found, all: found.subjects[0]!.comparisons, findings: Object.fromEntries(findings) };
}

test("a change that every round shows is found through a drift of both sides", () => {
  const { findings, all, confirmation } = check({ change: 0.2, again: 0.2 });
  expect(findings).toEqual({
    "ttft.p95": "regressed",
    output_throughput: "regressed",
    error_rate: "unchanged",
  });
  expect(confirmation).toBe("measured");
  const [ttft, throughput] = all;
  expect(ttft?.change).toBeCloseTo(Math.expm1(0.2), 9);
  expect(throughput?.change).toBeCloseTo(Math.expm1(-0.2), 9);
  // one way of 2^10
  expect(ttft?.pExact).toBe(1 / 1024);
  expect(ttft).toMatchObject({ jobs: 10, n: 1000 });
});

test.each<[string, Given, string]>([
  ["no change", {}, "unchanged"],
  ["faster", { change: -0.2 }, "improved"],
  [
    "slower, not when played again",
    { change: 0.2, again: 0 },
    "inconclusive: exceeds-within-noise",
  ],
  [
    "slower, to be played again",
    { change: 0.2, confirmable: true },
    "inconclusive: exceeds-within-noise",
  ],
  ["slower, played once", { change: 0.2 }, "regressed"],
  ["five rounds", { rounds: 5, change: 0.5 }, "inconclusive: insufficient-samples"],
  [
    "too few requests for p95 in all rounds",
    { n: 19, change: 0.5 },
    "inconclusive: insufficient-samples",
  ],
  ["absent from the candidate", { candidate: [] }, "inconclusive: not-comparable"],
  ["new at the candidate", { base: [], candidate: ids }, "inconclusive: new"],
  [
    "a cache that only one side has",
    { change: 0.5, circumstances: { cachedShare: 0.2 } },
    "inconclusive: not-comparable",
  ],
  [
    "tokens counted in another way",
    { change: 0.5, circumstances: { tokenSource: "estimate" } },
    "inconclusive: not-comparable",
  ],
])("%s", (_, given, finding) => {
  expect(check(given).findings["ttft.p95"]).toBe(finding);
});

test("a cell that was named and is nowhere has no number", () => {
  const policy = { named: new Set(["ttft.p50"]) };
  expect(check({ policy }).findings["ttft.p50"]).toBe("inconclusive: no-number");
  expect(check({}).findings["ttft.p50"]).toBeUndefined();
});

test("a cell that was named has no number where only the base has one", () => {
  const policy = { named: new Set(["ttft.p95"]) };
  expect(check({ policy, candidate: [] }).findings["ttft.p95"]).toBe("inconclusive: no-number");
  // of the candidate alone it is new, as beside a history
  expect(check({ policy, base: [], candidate: ids }).findings["ttft.p95"]).toBe(
    "inconclusive: new",
  );
});

test("failures on one side only are a regression of their own", () => {
  // 10 of 1000 against none of 1000: 2^-10 or so
  const { findings } = check({ failed: 1, again: 0 });
  expect(findings["error_rate"]).toBe("regressed");
});

test("failures of both sides in a second duet confirm nothing", () => {
  const failing = (base: number, candidate: number) => ({
    base: { err: { x: base, n: 1000 }, rej: 0 },
    candidate: { err: { x: candidate, n: 1000 }, rej: 0 },
  });
  const finding = (second: ReturnType<typeof failing>) => {
    const first = { workload: "chat", ...duetOf(0, {}), failures: failing(0, 20), openLoop: false };
    const subject = { ...first, confirmation: { ...duetOf(0, {}), failures: second } };
    const { subjects } = findingsOf([subject], { policy: aPolicy(), confirmable: false });
    return subjects[0]!.comparisons.find(({ cell }) => cell.id === "error_rate")?.finding;
  };
  expect(finding(failing(0, 20))).toBe("regressed");
  expect(finding(failing(20, 20))).toBe("inconclusive");
});

test("in an open loop throughput gates only where it was named", () => {
  const gates = (given: Given) =>
    check(given).all.find(({ cell }) => cell.id === "output_throughput")?.gating;
  expect(gates({})).toBe(true);
  expect(gates({ openLoop: true })).toBe(false);
  expect(gates({ openLoop: true, policy: { named: new Set(["output_throughput"]) } })).toBe(true);
});

test("answers of another length leave TTFT comparable, and throughput not", () => {
  const { findings } = check({ change: 0.2, again: 0.2, circumstances: { outTokMean: 131 } });
  expect(findings).toMatchObject({
    "ttft.p95": "regressed",
    output_throughput: "inconclusive: not-comparable",
  });
});

test("a second duet under other circumstances confirms nothing", () => {
  const subject = {
    workload: "chat",
    ...duetOf(0.2, {}),
    confirmation: duetOf(0.2, { circumstances: { tokenSource: "estimate" } }),
    openLoop: false,
  };
  const { confirmation } = findingsOf([subject], { policy: aPolicy(), confirmable: false });
  expect(confirmation).toBe("none");
});

test("a cell that few rounds of a second duet have is not confirmed by them", () => {
  const second = duetOf(0, {});
  const rounds = second.rounds.map((round, index) =>
    index < 5 ? { ...round, base: { ...round.base, cells: {} } } : round,
  );
  const subject = {
    workload: "chat",
    ...duetOf(0.2, {}),
    confirmation: { ...second, rounds },
    openLoop: false,
  };
  const { confirmation, subjects } = findingsOf([subject], {
    policy: aPolicy(),
    confirmable: false,
  });
  expect(confirmation).toBe("none");
  expect(subjects[0]!.comparisons[0]).not.toHaveProperty("confirmation");
});
