// Run, baselines and policy come to one verdict; nothing that was not compared passes.
import { expect, test } from "vitest";
import type { HistoryRecord } from "../../src/baseline/history.ts";
import { historyRecordFrom } from "../../src/baseline/history-record.ts";
import type { Run, RunRecord, WorkloadRun } from "../../src/metrics/run.ts";
import { fromSeconds } from "../../src/time.ts";
import type { JudgeRequest, Reference } from "../../src/verdict/brief.ts";
import { judge, needsConfirmation } from "../../src/verdict/judge.ts";
import type { CellLimit, GatePolicy } from "../../src/verdict/policy.ts";
import { aPolicy, aRun, aWorkloadRun, metricsOf, someRecords } from "../support/builders.ts";

/** Every time of every request `factor` times as long. */
function scaled(factor: number, overrides: Partial<WorkloadRun> = {}): WorkloadRun {
  const longer = (value: number | null) => (value === null ? null : value * factor);
  const records = someRecords(300).map(
    (record): RunRecord => ({
      ...record,
      ttftMs: longer(record.ttftMs),
      ttfvtMs: longer(record.ttfvtMs),
      lastOutputMs: longer(record.lastOutputMs),
      e2eMs: longer(record.e2eMs),
    }),
  );
  return aWorkloadRun({ records, ...overrides });
}

/** Twelve jobs of main, a percent around 1. */
const jobs: HistoryRecord[] = Array.from({ length: 12 }, (_, index) => {
  const workload = scaled(1 + ((index % 3) - 1) / 100);
  return historyRecordFrom({ run: aRun(), workload });
});

function reference(overrides: Partial<Reference> = {}): Reference {
  const newest = scaled(1);
  return {
    source: "baseline.json",
    key: newest.key,
    definition: newest.definition,
    newest,
    history: jobs,
    match: "exact",
    distance: 0,
    age: fromSeconds(3600),
    tooOld: false,
    ...overrides,
  };
}

function runOf(...workloads: WorkloadRun[]): Run {
  return aRun({ workloads });
}

function check(run: Run, overrides: Partial<JudgeRequest> = {}) {
  return judge({
    run,
    confirmable: false,
    declared: run.workloads.map(({ name }) => name),
    references: new Map([["chat-short", reference()]]),
    policy: aPolicy(),
    ...overrides,
  });
}

function gating(id: string, limit: Partial<CellLimit> = {}): Partial<GatePolicy> {
  return {
    cells: new Map([[id, { maxChange: 0.1, minChange: 0, ...limit }]]),
    named: new Set([id]),
  };
}

test("a run like main's passes, and says against what", () => {
  const verdict = check(runOf(scaled(1)));
  expect(verdict).toMatchObject({ kind: "passed", because: [] });
  expect(verdict.workloads[0]?.baseline).toMatchObject({ match: "exact", jobs: 12 });
  expect(verdict.geomean).toBeCloseTo(0, 2);
});

test("a slower run waits for a second measurement, then regresses or does not", () => {
  const slow = runOf(scaled(1.3));
  const first = check(slow, { confirmable: true });
  expect([first.kind, needsConfirmation(first)]).toEqual(["inconclusive", true]);
  const confirmed = check(slow, { confirmation: runOf(scaled(1.3)) });
  expect([confirmed.kind, confirmed.confirmation]).toEqual(["regressed", "measured"]);
  expect(confirmed.because[0]).toMatch(
    /^chat-short: TTFT p50 rose by 3\d\.?\d* %, allowed are 10 %; a/,
  );
  expect(check(slow, { confirmation: runOf(scaled(1)) }).kind).toBe("inconclusive");
});

test("a gross slowdown needs no second measurement", () => {
  expect(check(runOf(scaled(1.3)))).toMatchObject({ kind: "regressed", confirmation: "none" });
});

test("a second measurement that is invalid itself confirms nothing", () => {
  const invalid = [{ code: "lag", message: "The client was late." }];
  const verdict = check(runOf(scaled(1.3)), { confirmation: runOf(scaled(1.3, { invalid })) });
  expect(verdict.confirmation).toBe("none");
  expect(verdict.workloads[0]?.warnings.map(({ code }) => code)).toContain("confirmation-unusable");
});

test("which part of e2e moved is said where both sides have raw records", () => {
  expect(check(runOf(scaled(1.3))).workloads[0]?.explanation?.moved).toBe("pace");
});

test.each<[string, Run, Partial<JudgeRequest>, RegExp]>([
  [
    "an invalid measurement",
    runOf(scaled(1, { invalid: [{ code: "lag", message: "The client was late." }] })),
    {},
    /The client was late/,
  ],
  ["no workload", runOf(), {}, /No workload/],
  [
    "a declared workload without a result",
    runOf(scaled(1)),
    { declared: ["chat-short", "long"] },
    /long/,
  ],
  ["no completed request", runOf(aWorkloadRun({ records: [] })), {}, /no request completed/],
  [
    "a named cell without a number",
    runOf(scaled(1)),
    { policy: aPolicy(gating("goodput")) },
    /Goodput has no number/,
  ],
])("%s is invalid", (_, run, overrides, sentence) => {
  const verdict = check(run, overrides);
  expect(verdict.kind).toBe("invalid");
  expect(verdict.because.join(" ")).toMatch(sentence);
});

test.each<[string, Run, Partial<Reference>, RegExp]>([
  [
    "a changed workload",
    runOf(
      scaled(1, { key: "d".repeat(64), definition: { ...scaled(1).definition, model: "m-70b" } }),
    ),
    { history: [] },
    /workload changed: model was llama-3.1-8b, is m-70b/,
  ],
  [
    "an old baseline",
    runOf(scaled(1)),
    { tooOld: true, age: fromSeconds(21 * 86_400) },
    /21.0 days old/,
  ],
  [
    "another place",
    aRun({ workloads: [scaled(1)], environment: { ...aRun().environment, region: "eu-west" } }),
    {},
    /main was measured on .*, this run on .*eu-west/,
  ],
])("%s is inconclusive, never regressed", (_, run, overrides, sentence) => {
  const references = new Map([["chat-short", reference(overrides)]]);
  const verdict = check(run, { references });
  expect(verdict.kind).toBe("inconclusive");
  expect(verdict.because.join(" ")).toMatch(sentence);
});

test("too few requests for a gated percentile are inconclusive and say how many it takes", () => {
  // p99 wants n·.01 ≥ 5 with a history
  const verdict = check(runOf(scaled(1)), { policy: aPolicy(gating("ttft.p99")) });
  expect(verdict.kind).toBe("inconclusive");
  expect(verdict.because).toEqual([
    "chat-short: TTFT p99 has too few requests (needs 500 requests, had 300).",
  ]);
});

test("fewer jobs than min-history ask for twice the requests, and are called calibrating", () => {
  const references = new Map([["chat-short", reference({ history: jobs.slice(0, 3) })]]);
  const short = (n: number) => scaled(1, { records: someRecords(n) });
  const [below, enough] = [150, 200].map((n) => check(runOf(short(n)), { references }));
  expect(below?.because.join()).toMatch(/p95 has too few requests \(needs 200 requests, had 150\)/);
  expect(enough?.kind).toBe("passed");
  expect(enough?.workloads[0]?.calibrating).toEqual({ jobs: 3, needed: 5 });
});

test("nothing to compare with is no baseline, whatever another workload did", () => {
  const pair = runOf(scaled(1), scaled(1, { name: "long" }));
  expect(check(pair).kind).toBe("no-baseline");
  expect(check(pair).because).toEqual(["long: there is no baseline for it."]);
  const absence = "its baseline could not be read";
  expect(check(runOf(scaled(1)), { references: new Map(), absence }).because).toEqual([
    `chat-short: ${absence}.`,
  ]);
});

test("a regression outranks a missing baseline, and of two open verdicts the red one wins", () => {
  const pair = (first: WorkloadRun) => runOf(first, scaled(1, { name: "long" }));
  expect(check(pair(scaled(1.3))).kind).toBe("regressed");
  const old = new Map([["chat-short", reference({ tooOld: true })]]);
  const kind = (policy: Partial<GatePolicy>) =>
    check(pair(scaled(1)), { references: old, policy: aPolicy(policy) }).kind;
  expect(kind({})).toBe("inconclusive");
  expect(kind({ onNoBaseline: "fail" })).toBe("no-baseline");
});

test("all workloads are one family", () => {
  const references = new Map(["chat-short", "long"].map((name) => [name, reference()]));
  const holmOf = (run: Run) =>
    check(run, { references, policy: aPolicy(gating("e2e.p95")) }).workloads[0]?.comparisons.find(
      (one) => one.gating,
    );
  const alone = holmOf(runOf(scaled(1.2)));
  const two = holmOf(runOf(scaled(1.2), scaled(1, { name: "long" })));
  expect(two?.pHolm).toBeCloseTo(2 * alone!.pHolm!, 12);
});

test("a metric that main never had is new and passes", () => {
  const references = new Map([
    [
      "chat-short",
      reference({
        history: jobs.map((job) => {
          const { "ttft.p95": _gone, ...cells } = job.cells;
          return { ...job, cells };
        }),
      }),
    ],
  ]);
  const verdict = check(runOf(scaled(1)), { references });
  expect(verdict.kind).toBe("passed");
  const found = verdict.workloads[0]?.comparisons.find(({ cell }) => cell.id === "ttft.p95");
  expect(found).toMatchObject({ finding: "inconclusive", reason: "new" });
});

test("a gated metric that is gone is not comparable; one that neither side has is dropped aloud", () => {
  const whole = someRecords(300).map((r) => ({
    ...r,
    ttftMs: null,
    ttfvtMs: null,
    lastOutputMs: null,
  }));
  const buffered = scaled(1, { records: whole, metrics: metricsOf(whole) });
  expect(check(runOf(buffered)).kind).toBe("inconclusive");
  const history = jobs.map(() => historyRecordFrom({ run: aRun(), workload: buffered }));
  const verdict = check(runOf(buffered), {
    references: new Map([["chat-short", reference({ history })]]),
  });
  expect(verdict.kind).toBe("passed");
  expect(verdict.workloads[0]?.warnings[0]?.message).toMatch(
    /TTFT p50, TTFT p95, TPOT p50, TPOT p95/,
  );
});

test("in an open loop throughput gates only where it was named", () => {
  const definition = { ...scaled(1).definition, load: "open loop, rate 5/s, poisson" };
  const gates = (policy: GatePolicy) =>
    check(runOf(scaled(1, { definition })), { policy }).workloads[0]?.comparisons.find(
      ({ cell }) => cell.id === "output_throughput",
    )?.gating;
  expect(gates(aPolicy())).toBe(false);
  expect(gates(aPolicy(gating("output_throughput")))).toBe(true);
});

test("losses that add up on main are told, though each was within the limit", () => {
  const level = (factor: number) =>
    jobs.slice(0, 8).map((job) => {
      const worse = Object.entries(job.cells).map(([id, one]) => {
        return [id, { ...one, y: one.y + Math.log(factor) }] as const;
      });
      return { ...job, cells: Object.fromEntries(worse) };
    });
  const references = (history: HistoryRecord[]) =>
    new Map([["chat-short", reference({ history })]]);
  const history = [...level(0.8), ...level(0.9), ...level(1)];
  const codes = (verdict: ReturnType<typeof check>) =>
    verdict.workloads[0]?.warnings.map(({ message }) => message);
  const [first] = codes(check(runOf(scaled(1)), { references: references(history) })) ?? [];
  expect(first).toBe(
    "TTFT p50 of main has risen by 25 % over its last 24 jobs, and nobody accepted that.",
  );
  expect(codes(check(runOf(scaled(1)), { references: references(level(1)) }))).toEqual([]);
});

test("a broken bound regresses without a baseline, and waits for its second measurement", () => {
  const policy = aPolicy(gating("e2e.p95", { max: 1000 }));
  const alone = { policy, references: new Map() };
  expect(check(runOf(scaled(1)), alone)).toMatchObject({
    kind: "regressed",
    because: [
      expect.stringMatching(/^chat-short: E2E p95 is 28\d\d ms, above its max of 1000 ms\.$/),
      "chat-short: there is no baseline for it.",
    ],
  });
  const waiting = check(runOf(scaled(1)), { ...alone, confirmable: true });
  expect([waiting.kind, needsConfirmation(waiting)]).toEqual(["no-baseline", true]);
});
