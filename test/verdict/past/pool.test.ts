// Attempts at one commit, judged together.
import { expect, test } from "vitest";
import type { Run, WorkloadRun } from "../../../src/metrics/run.ts";
import { pooled } from "../../../src/verdict/past/pool.ts";
import { expectClose } from "../../stats/close.ts";
import { aRecord, aRun, aWorkloadRun } from "../../support/builders.ts";

/** `n` requests with a first token at `ttftMs`, of which `failed` failed besides. */
function attempt(
  ttftMs: number,
  {
    n = 100,
    failed = 0,
    workload = {},
    ...run
  }: { n?: number; failed?: number; workload?: Partial<WorkloadRun> } & Partial<Run> = {},
): Run {
  const done = Array.from({ length: n }, (_, id) => aRecord({ id, ttftMs }));
  const lost = Array.from({ length: failed }, (_, id) =>
    aRecord({ id: n + id, outcome: "failed", failure: "timeout" }),
  );
  return aRun({ workloads: [aWorkloadRun({ records: [...done, ...lost], ...workload })], ...run });
}

function check(run: Run, ...earlier: Run[]) {
  return pooled({ run, earlier }, run.workloads[0]!);
}

test("one attempt is itself", () => {
  const { observation, workload, warnings } = check(attempt(200));
  expectClose(observation.cells["ttft.p50"]?.y, Math.log(200));
  expect([workload.records.length, warnings]).toEqual([100, []]);
});

test("the mean of two and the median of more, on the log scale", () => {
  const y = (...times: number[]) => {
    const [run, ...earlier] = times.map((ttft) => attempt(ttft));
    return check(run!, ...earlier).observation.cells["ttft.p50"]?.y;
  };
  expectClose(y(200, 300), Math.log(200 * 300) / 2);
  expectClose(y(200, 900, 300), Math.log(300));
  expectClose(y(200, 900, 300, 400), Math.log(300 * 400) / 2);
});

test("failures add up, and no more requests stand behind a value than the smallest attempt had", () => {
  const { observation, workload, warnings } = check(
    attempt(200, { failed: 2 }),
    attempt(210, { n: 60, failed: 3 }),
  );
  expect(observation.err).toEqual({ x: 5, n: 165 });
  expect(observation.cells["ttft.p50"]?.n).toBe(60);
  expect(workload.counts).toMatchObject({ attempted: 165, failed: 5 });
  expect(workload.records).toHaveLength(165);
  expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "attempts-pooled: This is attempt 2 at this commit: all of them are judged together.",
  ]);
});

test("an attempt whose requests were too many to keep is pooled, and what is counted by request says so", () => {
  const shed = attempt(300);
  const workloads = shed.workloads.map((one) => ({ ...one, records: [] }));
  const { observation, warnings } = check(attempt(200), { ...shed, workloads });
  expectClose(observation.cells["ttft.p50"]?.y, Math.log(200 * 300) / 2);
  expect(warnings.map(({ code }) => code)).toEqual(["attempts-pooled", "attempts-shed"]);
});

test.each<[string, Partial<Run> & { workload?: Partial<WorkloadRun> }]>([
  ["another commit", { commit: "e".repeat(40) }],
  ["no known commit", { commit: null }],
  ["another workload", { workload: { key: "z".repeat(64) } }],
  ["another place", { environment: { ...aRun().environment, region: "eu" } }],
  ["an invalid one", { workload: { invalid: [{ code: "lag", message: "The client was late." }] } }],
])("%s is left out, and that is said", (_, overrides) => {
  const { observation, warnings } = check(attempt(200), attempt(400, overrides));
  expectClose(observation.cells["ttft.p50"]?.y, Math.log(200));
  expect(warnings.map(({ code }) => code)).toEqual(["attempts-unused"]);
});
