// Findings of cells that are tested together: rules 1 to 4, confirmation, and the limits of each.
import { expect, test } from "vitest";
import { cells } from "../../../src/metrics/catalog.ts";
import { type Testable, thetaOf } from "../../../src/verdict/cells/cases.ts";
import { predict } from "../../../src/verdict/cells/compare.ts";
import { decide, type Terms } from "../../../src/verdict/cells/decide.ts";
import { expectClose } from "../../stats/close.ts";
import vectors from "../../stats/vectors.json" with { type: "json" };

interface Given {
  readonly id?: string;
  readonly history?: number[];
  readonly y: number;
  readonly again?: number;
  readonly w?: number;
  readonly maxChange?: number;
  readonly minChange?: number;
  readonly gating?: boolean;
  readonly last?: number;
}

/** A latency of e^0 = 1 ms in 20 jobs that alternate by ±1 %: s = √((4·.04² + 20·.01²·1.03)/23) = .0194. */
const calm = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 0.01 : -0.01));

function cell(given: Given): Testable {
  const { id = "ttft.p50", history = calm, w = 0, maxChange = 0.1, minChange = 0 } = given;
  const found = cells.get(id)!;
  const limit = { maxChange, minChange };
  return {
    kind: "testable",
    opening: { workload: "chat", cell: found, gating: given.gating ?? true, jobs: history.length },
    limit,
    theta: thetaOf(limit, found),
    prediction: predict({ epochs: [history], withinRun: w, assumedCv: 0.04 })!,
    y: given.y,
    again: given.again,
    last: given.last ?? history.at(-1)!,
  };
}

const gate: Terms = { policy: { rule: "effect", alpha: 0.05, confirm: 1 }, confirmable: true };
const single: Terms = { ...gate, confirmable: false };

function check(given: Given[], terms: Terms): string[] {
  return decide(given.map(cell), terms).comparisons.map(({ finding, reason }) =>
    reason ? `${finding}: ${reason}` : finding,
  );
}

test("six cells of twenty jobs are found as the reference finds them, all confirmed", () => {
  const given = vectors.decide.cells.map((one) => ({
    id: one.name,
    history: one.hist,
    y: one.y,
    again: one.y,
    w: one.w,
    maxChange: one.theta,
  }));
  const { comparisons, confirmation } = decide(given.map(cell), gate);
  const findings = comparisons.map((one) => `${one.finding}${one.reason ? `:${one.reason}` : ""}`);
  expect(findings).toEqual(vectors.decide.out.map(({ finding }) => finding));
  for (const [index, { pHolm, mde }] of comparisons.entries()) {
    expectClose(pHolm, vectors.decide.out[index]!.p_holm);
    expectClose(mde, vectors.decide.out[index]!.mde);
  }
  expect(confirmation).toBe("measured");
});

test("before its second measurement a regression waits", () => {
  const { comparisons, confirmation, alpha } = decide([cell({ y: 0.3 })], gate);
  expect(comparisons[0]).toMatchObject({
    finding: "inconclusive",
    reason: "exceeds-within-noise",
    awaitsConfirmation: true,
  });
  expect([confirmation, alpha]).toEqual(["none", 0.05]);
});

// d = .16 is beyond θ = ln 1.1 = .0953. Both measurements together must be beyond it too, and the second beyond θ/2.
test.each<[string, number, string]>([
  ["as bad again", 0.16, "regressed"],
  [
    "good itself, though both together are beyond the limit",
    0.032,
    "inconclusive: exceeds-within-noise",
  ],
  ["half the limit, together beyond it", 0.05, "regressed"],
  ["back to normal", 0, "inconclusive: exceeds-within-noise"],
])("a second measurement that is %s", (_, again, finding) => {
  expect(check([{ y: 0.16, again }], gate)).toEqual([finding]);
});

test("the second measurement alone must be beyond half the limit", () => {
  // together (.3 + .04)/2 = .17 > θ, but .04 < θ/2 = .0477
  expect(check([{ y: 0.3, again: 0.04 }], gate)).toEqual(["inconclusive: exceeds-within-noise"]);
  expect(check([{ y: 0.3, again: 0.048 }], gate)).toEqual(["regressed"]);
});

test("both measurements together must be beyond the limit", () => {
  // (.1 + .06)/2 = .08 < θ = .0953, though .06 > θ/2 and .08 stands out from noise
  expect(check([{ y: 0.1, again: 0.06 }], gate)).toEqual(["inconclusive: exceeds-within-noise"]);
});

test("without a second measurement p must be at most .01", () => {
  // One job: ν 4, SE .04·√2 = .0566. d = .14: t = 2.47, p ≈ .034. d = .23: t = 4.07, p ≈ .008.
  const one = { history: [0] };
  expect(check([{ ...one, y: 0.14, again: 0.14 }], gate)).toEqual(["regressed"]);
  expect(check([{ ...one, y: 0.14 }], single)).toEqual(["inconclusive: exceeds-within-noise"]);
  expect(check([{ ...one, y: 0.23 }], single)).toEqual(["regressed"]);
  expect(decide([cell({ ...one, y: 0.23 })], single)).toMatchObject({
    alpha: 0.01,
    confirmation: "none",
  });
});

test("confirm 0 is one measurement at the stricter level", () => {
  const never: Terms = { policy: { ...gate.policy, confirm: 0 }, confirmable: true };
  expect(decide([cell({ history: [0], y: 0.14 })], never)).toMatchObject({ alpha: 0.01 });
  expect(check([{ history: [0], y: 0.14 }], never)[0]).toBe("inconclusive: exceeds-within-noise");
});

test.each<[string, Given, string]>([
  ["exactly at the limit", { y: Math.log(1.1) }, "inconclusive: underpowered"],
  ["a hair above the limit", { y: Math.log(1.1004), again: 0.1 }, "regressed"],
  ["as before", { y: 0 }, "unchanged"],
  ["better by more than the limit", { y: -0.16, last: 0.01 }, "improved"],
  ["better, though main's newest job was so too", { y: -0.16, last: -0.15 }, "unchanged"],
  [
    "worse, though main's newest job was so too",
    { y: 0.16, again: 0.16, last: 0.15 },
    "inconclusive: exceeds-within-noise",
  ],
  ["worse by less than min-change", { y: 0.16, minChange: 0.5 }, "unchanged"],
  ["worse by min-change and more", { y: 0.16, again: 0.16, minChange: 0.17 }, "regressed"],
  ["better by less than min-change", { y: -0.16, minChange: 0.5 }, "unchanged"],
])("%s", (_, given, finding) => {
  expect(check([given], gate)).toEqual([finding]);
});

test("a slowdown within the limit that noise cannot explain is called likely", () => {
  const { comparisons } = decide([cell({ y: 0.06 })], gate);
  expect(comparisons[0]?.smallSlowdownLikely).toBe(true);
});

test("a rate that falls is worse, and its interval reads as people read it", () => {
  const { comparisons } = decide([cell({ id: "output_throughput", y: 0.16, again: 0.16 })], gate);
  const [found] = comparisons;
  expect(found?.finding).toBe("regressed");
  expectClose(found?.change, Math.exp(-0.16) - 1);
  expect(found!.lower!).toBeLessThan(found!.change!);
  expect(found!.upper!).toBeGreaterThan(found!.change!);
});

test("cells that do not gate leave the family alone and wait for nothing", () => {
  const alone = decide([cell({ y: 0.16 })], gate).comparisons[0];
  const beside = decide(
    [cell({ y: 0.16 }), ...Array.from({ length: 9 }, () => cell({ y: 0.3, gating: false }))],
    gate,
  ).comparisons;
  expect(beside[0]?.pHolm).toBe(alone?.pHolm);
  expect(beside[1]?.pHolm).toBe(beside[1]?.p);
  expect(beside.slice(1).every(({ awaitsConfirmation }) => !awaitsConfirmation)).toBe(true);
});

test("a history without any variance still leaves room for a job's own", () => {
  expect(check([{ history: new Array(20).fill(0), y: 0.02 }], gate)).toEqual(["unchanged"]);
});

test("nothing to test needs no second measurement", () => {
  expect(decide([], single)).toMatchObject({ comparisons: [], confirmation: "not-needed" });
});

test("the strict rule wants the confidence bound beyond the limit", () => {
  const strict: Terms = { ...gate, policy: { ...gate.policy, rule: "strict" } };
  // s = .01918, SE = s·√(21/20) = .01965, t₂₃(.95) = 1.714: the bound lies .0337 below d; θ = .0953
  expect(check([{ y: 0.128, again: 0.128 }], strict)).toEqual([
    "inconclusive: exceeds-within-noise",
  ]);
  expect(check([{ y: 0.13, again: 0.13 }], strict)).toEqual(["regressed"]);
  expect(check([{ y: 0.13, again: 0.126 }], strict)).toEqual([
    "inconclusive: exceeds-within-noise",
  ]);
  expect(check([{ y: -0.128, last: 0 }], strict)).toEqual(["unchanged"]);
  expect(check([{ y: -0.13, last: 0 }], strict)).toEqual(["improved"]);
  const [usual, stricter] = [gate, strict].map((terms) => decide([cell({ y: 0 })], terms));
  expect(stricter?.comparisons[0]?.mde).toBeGreaterThan(usual?.comparisons[0]?.mde ?? 1);
});

test("under equivalence a gating cell that is not proven unchanged is said to be so", () => {
  const release: Terms = { ...gate, policy: { ...gate.policy, rule: "equivalence" } };
  expect(check([{ y: 0.08 }, { y: 0.08, gating: false }, { y: 0 }], release)).toEqual([
    "inconclusive: unproven",
    "inconclusive: underpowered",
    "unchanged",
  ]);
  expect(check([{ y: 0.2, again: 0.2 }], release)).toEqual(["regressed"]);
});
