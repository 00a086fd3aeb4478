// A run measured in rounds, judged whole: no baseline is needed, and nothing of it is a pass by accident.
import { describe, expect, test } from "vitest";
import { parseStored } from "../../../src/baseline/codec.ts";
import type { PlacementDuet } from "../../../src/baseline/history.ts";
import { remoteRun } from "../../../src/github/runner/remote-text.ts";
import { whereOf } from "../../../src/metrics/observation.ts";
import type { Run } from "../../../src/metrics/run.ts";
import type { JudgeRequest } from "../../../src/verdict/brief.ts";
import { judge, needsConfirmation } from "../../../src/verdict/judge.ts";
import { aPolicy, aRun, aWorkloadRun } from "../../support/builders.ts";
import { aDuetWorkload, baseEndpoint, type PlayedWorkload } from "../../support/duets.ts";

function runOf(...given: PlayedWorkload[]): Run {
  return aRun({ workloads: given.map(aDuetWorkload) });
}

function check(run: Run, overrides: Partial<JudgeRequest> = {}) {
  return judge({
    run,
    confirmable: false,
    declared: [],
    references: new Map(),
    policy: aPolicy(),
    ...overrides,
  });
}

/** TPOT alone: the pace after the first token. */
const pace = { "tpot.p50": Math.log(1.3), "tpot.p95": Math.log(1.3) };

test("equal endpoints pass without any baseline, and say against what", () => {
  const verdict = check(runOf({}), { absence: "nothing is recorded yet" });
  expect(verdict).toMatchObject({ kind: "passed", because: [] });
  const [workload] = verdict.workloads;
  expect(workload?.baseline).toEqual({
    kind: "duet",
    endpoint: baseEndpoint,
    rounds: 10,
    placementDuets: 0,
  });
  expect(workload).not.toHaveProperty("calibrating");
});

test("a slower pace is played a second time, then red or not", () => {
  const slow = runOf({ change: pace });
  const first = check(slow, { confirmable: true });
  expect([first.kind, needsConfirmation(first)]).toEqual(["inconclusive", true]);
  const confirmed = check(slow, { confirmation: runOf({ change: pace }) });
  expect([confirmed.kind, confirmed.confirmation]).toEqual(["regressed", "measured"]);
  expect(confirmed.because[0]).toMatch(/^chat-short: TPOT p50 rose by 30 %, allowed are 10 %; a s/);
  expect(check(slow, { confirmation: runOf({}) }).kind).toBe("inconclusive");
});

test.each<[string, PlayedWorkload, RegExp]>([
  ["five rounds", { rounds: 5, change: pace }, /takes 6 rounds, there were 5/],
  [
    "nothing in common",
    { base: ["goodput"], candidate: ["ttft.p50"] },
    /the base endpoint has none of the cells that gate/,
  ],
])("%s are inconclusive", (_, given, sentence) => {
  const verdict = check(runOf(given));
  expect(verdict.kind).toBe("inconclusive");
  expect(verdict.because.join(" ")).toMatch(sentence);
});

test.each<[string, PlayedWorkload, string]>([
  [
    "is invalid",
    { baseRun: { invalid: [{ code: "too-many-failures", message: "30 of 60 failed." }] } },
    "chat-short: base endpoint: 30 of 60 failed.",
  ],
  [
    "answered nothing",
    { baseRun: { records: [] } },
    "chat-short: base endpoint: no request completed.",
  ],
])("a base endpoint that %s leaves nothing to pass", (_, given, because) => {
  const verdict = check(runOf(given));
  expect(verdict).toMatchObject({ kind: "invalid", because: [because] });
});

test("a limit holds for the measured endpoint, whatever the base does", () => {
  const policy = aPolicy({
    cells: new Map([["ttft.p95", { maxChange: 0.15, minChange: 2, max: 100 }]]),
  });
  expect(check(runOf({}), { policy })).toMatchObject({
    kind: "regressed",
    because: [expect.stringMatching(/above its max of 100 ms/)],
  });
});

test.each<[string, PlayedWorkload, RegExp]>([
  [
    "of another base",
    { change: pace, endpoint: "https://other.test/v1" },
    /compared in another way/,
  ],
  ["of five rounds", { change: pace, rounds: 5 }, /fewer than 6 rounds/],
  [
    "with a base that failed",
    { change: pace, baseRun: { invalid: [{ code: "refused", message: "refused" }] } },
    /invalid itself/,
  ],
])("a second duet %s confirms nothing", (_, given, why) => {
  const verdict = check(runOf({ change: pace }), { confirmation: runOf(given) });
  expect(verdict.confirmation).toBe("none");
  expect(verdict.workloads[0]?.warnings.map(({ message }) => message).join()).toMatch(why);
});

test("what failed in a round that was cut has failed", () => {
  const { counts } = aWorkloadRun({});
  const failing = { counts: { ...counts, attempted: 1000, completed: 980, failed: 20 } };
  const verdict = check(runOf({ rounds: 6, workload: failing }));
  expect(verdict).toMatchObject({
    kind: "regressed",
    because: [expect.stringMatching(/^chat-short: Errors rose by 2 %? ?points/)],
  });
});

test("failures of earlier attempts count", () => {
  const { counts } = aWorkloadRun({});
  // 6 of 900 against none of 900: one chance in 64; 6 of 300 against none of 300 the same
  const failing = { counts: { ...counts, attempted: 300, completed: 294, failed: 6 } };
  const run = runOf({ workload: failing });
  const errors = (earlier: Run[]) =>
    check(run, { earlier }).workloads[0]?.comparisons.find(({ cell }) => cell.id === "error_rate");
  expect(errors([])).toMatchObject({ candidate: 0.02, n: 300 });
  expect(errors([runOf({}), runOf({})])).toMatchObject({ candidate: 6 / 900, n: 900 });
});

test("rounds of earlier attempts count, of another base they do not", () => {
  const rounds = (endpoint?: string) => {
    const earlier = [runOf({ rounds: 6, ...(endpoint !== undefined && { endpoint }) })];
    return check(runOf({ rounds: 6 }), { earlier }).workloads[0]?.baseline;
  };
  expect(rounds()).toMatchObject({ rounds: 12 });
  expect(rounds("https://other.test/v1")).toMatchObject({ rounds: 6 });
});

test("rounds of an attempt count as it was left on GitHub, without addresses", () => {
  const parsed = parseStored(remoteRun(runOf({ rounds: 6 }), 1_000_000));
  const earlier = parsed.kind === "run" ? [parsed.run] : [];
  const [workload] = check(runOf({ rounds: 6 }), { earlier }).workloads;
  expect(workload?.baseline).toMatchObject({ endpoint: baseEndpoint, rounds: 12 });
  expect(workload?.warnings.map(({ code }) => code)).not.toContain("attempts-unused");
});

test("duets and histories of one run are one family", () => {
  const pHolm = (run: Run) =>
    check(run, {
      policy: aPolicy({ cells: new Map([["tpot.p50", { maxChange: 0.1, minChange: 0 }]]) }),
    }).workloads[0]?.comparisons.find(({ cell }) => cell.id === "tpot.p50")?.pHolm;
  const one = pHolm(runOf({ change: 0.02 }));
  const two = pHolm(runOf({ change: 0.02 }, { workload: { name: "long" } }));
  expect(two).toBeCloseTo(2 * one!, 12);
});

test("a workload beside it that was measured alone has no baseline", () => {
  const verdict = check(aRun({ workloads: [aDuetWorkload(), aWorkloadRun({ name: "long" })] }));
  expect(verdict).toMatchObject({
    kind: "no-baseline",
    because: ["long: there is no baseline for it."],
  });
});

describe("the placement", () => {
  const base = runOf({});
  /** Main against itself: one endpoint is 10 % slower or faster by its place alone, from job to job. */
  function twin(shift: number): PlacementDuet {
    const [workload] = base.workloads;
    return {
      time: "2026-11-30T10:00:00Z",
      key: workload!.key,
      where: whereOf(base.environment),
      cells: { "tpot.p50": [0, 0, 0, 0, 0, 0.001].map((noise) => shift + noise) },
    };
  }
  const placements = new Map([["chat-short", [0.1, -0.1, 0.12, -0.12, 0.05].map(twin)]]);

  test("that varies from job to job explains what was thought a change", () => {
    const slow = runOf({ change: { "tpot.p50": Math.log(1.3) } });
    const kind = (known?: typeof placements) =>
      check(slow, { placements: known, confirmation: slow }).kind;
    expect([kind(), kind(placements)]).toEqual(["regressed", "inconclusive"]);
    const [workload] = check(slow, { placements }).workloads;
    expect(workload?.baseline).toMatchObject({ placementDuets: 5 });
  });

  test("that made main differ from itself is warned of, where it may decide", () => {
    const biased = (by: number) => {
      const twins = [0.001, -0.001, 0.001, -0.001, 0].map((shift) => twin(by + shift));
      const known = new Map([["chat-short", twins]]);
      const [workload] = check(base, { placements: known }).workloads;
      const found = workload?.warnings.filter(({ code }) => code === "placement-biased");
      return found?.map(({ message }) => message);
    };
    // a quarter of ln 1.1 is .0238
    expect(biased(0.02)).toEqual([]);
    expect(biased(0.04)).toEqual([
      // e^(.04 + .001 / 6) − 1
      expect.stringMatching(/nothing changed, already found that TPOT p50 rose by 4.1 %: as much/),
    ]);
    expect(biased(-0.04)).toEqual([expect.stringMatching(/that TPOT p50 fell by 3.91 %: as/)]);
  });

  test("that is not alike is warned of", () => {
    const far = { endpoint: "http://127.0.0.1:1/v1" };
    const codes = (given: PlayedWorkload) =>
      check(runOf(given)).workloads[0]?.warnings.map(({ code }) => code);
    expect(codes(far)).toContain("placed-unequally");
    expect(codes({})).not.toContain("placed-unequally");
  });
});

test("what is not valid is not measured again, however slow it looks", () => {
  const invalid = [{ code: "lag", message: "The client was late." }];
  const verdict = check(runOf({ change: pace, baseRun: { invalid } }), { confirmable: true });
  expect([verdict.kind, needsConfirmation(verdict)]).toEqual(["invalid", false]);
});
