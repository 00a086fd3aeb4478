import { expect, test } from "vitest";
import type { HealthReading } from "../../../src/metrics/run/measured.ts";
import { workloadRunFrom } from "../../../src/metrics/run/workload-run.ts";
import { runSchema } from "../../../src/metrics/run.ts";
import { fromSeconds } from "../../../src/time.ts";
import { aRun } from "../../support/builders.ts";
import { aMeasured, calm } from "../../support/measured.ts";
import { aCompleted, aDropped, aFailed, anInterrupted } from "../../support/records.ts";

const lagging = (lagP99Ms: number): HealthReading => ({ ...calm, lagP99Ms });

function ten(tokens = 6) {
  const output = Array.from({ length: tokens }, (_, k) => 400 + 20 * k);
  return Array.from({ length: 10 }, (_, id) =>
    aCompleted({ id, start: 500 * id, output, tokens, input: 64 }),
  );
}

/** Ten answers of `tokens` tokens: the first after 400 ms, then one every 20 ms. */
function measured(overrides: Parameters<typeof aMeasured>[0] = {}, tokens = 6) {
  return aMeasured({
    planned: 10,
    records: ten(tokens),
    sendingEndedAt: fromSeconds(5),
    wallZeroMs: Date.parse("2026-01-01T00:00:00Z"),
    warmUp: { attempted: 2, completed: 2 },
    ...overrides,
  });
}

const faults = (lagP99Ms: number, gated: readonly string[], tokens?: number) =>
  workloadRunFrom(measured({ health: lagging(lagP99Ms) }, tokens), new Set(gated)).invalid.map(
    ({ code }) => code,
  );

// 2 % of TTFT 400 ms is 8 ms; of five gaps of 20 ms together 2 ms; of one gap 0.4 ms, so there the 1 ms holds.
test.each([
  [7.9, ["ttft.p50"], 6, []],
  [8.1, ["ttft.p50"], 6, ["client-lag"]],
  [1.9, ["ttft.p50", "tpot.p50"], 6, []],
  [2.1, ["ttft.p50", "tpot.p50"], 6, ["client-lag"]],
  [1.1, ["tpot.p50"], 2, ["client-lag"]],
  [1.1, ["itl.p50"], 6, ["client-lag"]],
])("a lag of %s ms where %s gates answers of %s tokens", (lag, gated, tokens, expected) => {
  expect(faults(lag, gated, tokens)).toEqual(expected);
});

test("a lag that makes the run invalid is not told a second time as a warning", () => {
  const run = workloadRunFrom(measured({ health: lagging(9) }), new Set(["ttft.p50"]));
  expect(run.invalid.map(({ code }) => code)).toEqual(["client-lag"]);
  expect(run.warnings.map(({ code }) => code)).not.toContain("client-lag");
});

test("counts every outcome, and lets only the completed into latency", () => {
  const records = [
    aCompleted({ output: [400, 420], tokens: 2 }),
    aFailed({ id: 1, failure: "rejected" }),
    aFailed({ id: 2, failure: "rejected" }),
    anInterrupted({ id: 3, output: [1] }),
    aDropped(4, 100),
  ];
  const run = workloadRunFrom(measured({ records }), new Set());
  expect(run.counts).toMatchObject({
    planned: 10,
    attempted: 4,
    completed: 1,
    failed: 2,
    interrupted: 1,
    dropped: 1,
    failures: { rejected: 2 },
    examples: [{ failure: "rejected", status: 200, detail: "said so" }],
  });
  expect(run.metrics["ttft"]).toMatchObject({ n: 1, p50: 400 });
  expect(run.metrics["error_rate"]).toMatchObject({ value: 0.5 });
});

test("nothing sent is a run without metrics, whose reason is told", () => {
  const obstacles = [{ code: "refused", message: "401" }];
  const run = workloadRunFrom(measured({ records: [], obstacles }), new Set(["ttft.p50"]));
  expect(run).toMatchObject({ metrics: {}, invalid: obstacles, records: [] });
  expect(run.tokens).toMatchObject({ source: "unknown", input: null, output: null });
});

test("what is made fits the published format, every outcome included", () => {
  const records = [...ten(), aFailed({ id: 10 }), anInterrupted({ id: 11 }), aDropped(12)];
  const workload = workloadRunFrom(measured({ records, saveResponses: true }), new Set());
  const run = JSON.parse(JSON.stringify(aRun({ workloads: [workload] })));
  expect(runSchema.parse(run)).toEqual(run);
});

test("e2e = ttft + (N − 1)·tpot + tail on every record of the file, to the microsecond", () => {
  const run = workloadRunFrom(measured(), new Set());
  for (const { ttftMs, lastOutputMs, e2eMs, outputTokens } of run.records) {
    const tpot = ((lastOutputMs ?? 0) - (ttftMs ?? 0)) / ((outputTokens ?? 0) - 1);
    const parts =
      (ttftMs ?? 0) + ((outputTokens ?? 0) - 1) * tpot + (e2eMs ?? 0) - (lastOutputMs ?? 0);
    expect(Math.abs(parts - (e2eMs ?? 0))).toBeLessThan(0.0005);
  }
});
