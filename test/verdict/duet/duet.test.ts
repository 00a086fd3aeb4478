// Both endpoints in rounds: findings, confirmation, and what keeps a cell from its test.
import { expect, test } from "vitest";
import type { Logged } from "../../../src/metrics/observation.ts";
import { duetFindings, type Round } from "../../../src/verdict/duet/duet.ts";
import type { GatePolicy } from "../../../src/verdict/policy.ts";
import { aPolicy } from "../../support/builders.ts";

interface Given {
  readonly rounds?: number;
  /** Log change of the candidate's cells. */
  readonly change?: number;
  readonly again?: number;
  readonly n?: number;
  readonly failed?: number;
  readonly base?: readonly string[];
  readonly candidate?: readonly string[];
  readonly policy?: Partial<GatePolicy>;
  readonly confirmable?: boolean;
  readonly openLoop?: boolean;
}

const ids = ["ttft.p95", "output_throughput"];

/** Main drifts by 30 % over the rounds, at both endpoints alike; the difference wobbles by .5 %. */
function played(change: number, given: Given): Round[] {
  const { rounds = 10, n = 100, base = ids, candidate = ids, failed = 0 } = given;
  return Array.from({ length: rounds }, (_, round) => {
    const logged = (of: readonly string[], shift: number): Record<string, Logged> =>
      Object.fromEntries(of.map((id) => [id, { y: 6 + 0.03 * round + shift, w: 0.02, n }]));
    const wobble = round % 2 === 0 ? 0.005 : -0.005;
    return {
      base: { cells: logged(base, 0), err: { x: 0, n } },
      candidate: { cells: logged(candidate, change + wobble), err: { x: failed, n } },
    };
  });
}

function check(given: Given) {
  const { change = 0, again, policy, confirmable = false, openLoop = false } = given;
  const subject = {
    workload: "chat",
    rounds: played(change, given),
    confirmation: again === undefined ? undefined : played(again, given),
    openLoop,
  };
  const found = duetFindings([subject], { policy: aPolicy(policy), confirmable });
  const findings = found.comparisons[0]!.map(({ cell, finding, reason }) => [
    cell.id,
    reason ? `${finding}: ${reason}` : finding,
  ]);
  return { ...found, all: found.comparisons[0]!, findings: Object.fromEntries(findings) };
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
  ["new at the candidate", { base: [] }, "inconclusive: new"],
])("%s", (_, given, finding) => {
  expect(check(given).findings["ttft.p95"]).toBe(finding);
});

test("a cell that was named and is nowhere has no number", () => {
  const policy = { named: new Set(["ttft.p50"]) };
  expect(check({ policy }).findings["ttft.p50"]).toBe("inconclusive: no-number");
  expect(check({}).findings["ttft.p50"]).toBeUndefined();
});

test("failures on one side only are a regression of their own", () => {
  // 10 of 1000 against none of 1000: 2^-10 or so
  const { findings } = check({ failed: 1, again: 0 });
  expect(findings["error_rate"]).toBe("regressed");
});

test("in an open loop throughput gates only where it was named", () => {
  const gates = (given: Given) =>
    check(given).all.find(({ cell }) => cell.id === "output_throughput")?.gating;
  expect(gates({})).toBe(true);
  expect(gates({ openLoop: true })).toBe(false);
  expect(gates({ openLoop: true, policy: { named: new Set(["output_throughput"]) } })).toBe(true);
});
