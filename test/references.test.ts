// What a main job adds to the history, and when it starts a new epoch there.
import { expect, test } from "vitest";
import { emptyDocument } from "../src/baseline/document.ts";
import type { HistoryRecord } from "../src/baseline/history.ts";
import { historyRecordFrom } from "../src/baseline/history-record.ts";
import { parseJudgeConfig } from "../src/config/parse.ts";
import type { RunRecord, WorkloadRun } from "../src/metrics/run.ts";
import { recordsFrom } from "../src/references.ts";
import { aRun, aWorkloadRun, someRecords } from "./support/builders.ts";

/** Every TTFT `factor` times as long. */
function measured(factor: number, overrides: Partial<WorkloadRun> = {}): WorkloadRun {
  const records = someRecords(300).map(
    (record): RunRecord => ({ ...record, ttftMs: (record.ttftMs ?? 0) * factor }),
  );
  return aWorkloadRun({ records, ...overrides });
}

function remembered(factor: number, overrides: Partial<HistoryRecord> = {}): HistoryRecord {
  return { ...historyRecordFrom({ run: aRun(), workload: measured(factor) }), ...overrides };
}

const calm = Array.from({ length: 10 }, (_, index) => remembered(1 + ((index % 3) - 1) / 100));

function config(reset: boolean) {
  const read = (name: string) => (name === "reset-baseline" && reset ? "true" : undefined);
  return parseJudgeConfig({ read, file: () => undefined });
}

function check(
  history: HistoryRecord[] | undefined,
  { factor = 1.4, reset = false, again }: { factor?: number; reset?: boolean; again?: number } = {},
): HistoryRecord | undefined {
  const workload = measured(factor);
  const { key, definition, name } = workload;
  const baseline = { key, definition, newest: workload, history: history ?? [] };
  const document = { ...emptyDocument, workloads: { [name]: baseline } };
  const records = recordsFrom({
    read: history
      ? { kind: "found", document, source: "here" }
      : { kind: "absent", source: "here" },
    run: aRun({ workloads: [workload] }),
    confirmation: again === undefined ? undefined : aRun({ workloads: [measured(again)] }),
    config: config(reset),
  });
  return records.get(name);
}

test("a job that is slower just as its predecessor was starts a new epoch", () => {
  expect(check([...calm, remembered(1.4)])?.newEpoch).toBe(true);
  expect(check([...calm, remembered(1.4)], { again: 1.4 })?.newEpoch).toBe(true);
});

test.each<[string, HistoryRecord[] | undefined, { factor?: number; again?: number }]>([
  ["slower for the first time", calm, {}],
  ["like main", [...calm, remembered(1.4)], { factor: 1 }],
  ["slower, but not when measured again", [...calm, remembered(1.4)], { again: 1 }],
  ["slower than what was another workload", [...calm, remembered(1.4, { key: "other" })], {}],
  ["the first of all", undefined, {}],
])("a job that is %s starts none", (_, history, job) => {
  expect(check(history, job)?.newEpoch).toBe(false);
});

test("a reset starts one in any case, and the second measurement is kept", () => {
  expect(check(undefined, { reset: true })?.newEpoch).toBe(true);
  const record = check(calm, { again: 1.2 });
  expect(record?.confirmation?.["ttft.p50"]?.y).toBeCloseTo(
    (record?.cells["ttft.p50"]?.y ?? 0) + Math.log(1.2 / 1.4),
    9,
  );
  expect(record?.confirmationErr).toEqual({ x: 0, n: 300 });
});
