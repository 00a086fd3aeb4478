// A repository whose main branch has recorded jobs: runs, documents and their artifacts, for tests to start from.
import { formatStored } from "../../../src/baseline/codec.ts";
import { emptyDocument, withJob } from "../../../src/baseline/document.ts";
import type { BaselineDocument } from "../../../src/baseline/history.ts";
import { historyRecordFrom } from "../../../src/baseline/history-record.ts";
import type { Recording } from "../../../src/baseline/store.ts";
import type { Run } from "../../../src/metrics/run.ts";
import { aRun, aWorkloadRun, someRecords } from "../builders.ts";
import { zipOf } from "../zip.ts";
import { type ActionsState, aWorkflowRun, type FakeRun, ourRepository } from "./actions.ts";

/** The nth job is an hour after the one before it; its run is 100 + n. */
export const runIdOf = (n: number) => 100 + n;
export const shaOf = (n: number) => n.toString(16).padStart(40, "c");
const timeOf = (n: number) => new Date(Date.parse("2026-11-30T00:00:00Z") + n * 3_600_000);

const few = someRecords(20);

/** What the nth main job measured. */
export function mainRun(n: number, overrides: Partial<Run> = {}): Run {
  const createdAt = timeOf(n).toISOString();
  const workload = aWorkloadRun({ records: few });
  return aRun({
    createdAt,
    commit: shaOf(n),
    runId: String(runIdOf(n)),
    repository: ourRepository.full_name,
    workloads: [{ ...workload, window: { ...workload.window, start: createdAt } }],
    ...overrides,
  });
}

export function recordingOf(run: Run, keep = 30): Recording {
  const records = new Map(
    run.workloads.map((workload) => [workload.name, historyRecordFrom({ run, workload })]),
  );
  return { run, records, keep };
}

/** The document that holds these jobs. */
export function documentOf(...runs: readonly Run[]): BaselineDocument {
  return runs.reduce((document, run) => {
    const { records, keep } = recordingOf(run);
    return run.workloads.reduce((before, workload) => {
      const record = records.get(workload.name)!;
      return withJob(before, { repository: run.repository, workload, record, keep });
    }, document);
  }, emptyDocument);
}

export function zipped(document: BaselineDocument | string): Buffer {
  const text = typeof document === "string" ? document : formatStored(document);
  return zipOf({ name: "baseline.json", bytes: Buffer.from(text) });
}

export function mainWorkflowRun(n: number, overrides: Partial<FakeRun> = {}): FakeRun {
  return aWorkflowRun({ id: runIdOf(n), head_sha: shaOf(n), ...overrides });
}

export const artifactName = "latency-gate-baseline-default-a1";

/** Jobs 1 to `count` in sequence, each with an artifact that holds all before it. */
export function recordedJobs(state: ActionsState, count: number): void {
  const runs: Run[] = [];
  for (let n = 1; n <= count; n += 1) {
    runs.push(mainRun(n));
    const run = state.addRun(mainWorkflowRun(n));
    state.addArtifact(run, { name: artifactName, zip: zipped(documentOf(...runs)) });
  }
}

/** The jobs of a document, by their number; -1 for one that is none of ours. */
export function jobsIn(document: BaselineDocument): number[] {
  return Object.values(document.workloads).flatMap(({ history }) =>
    history.map(({ runId }) => Number(runId) - 100),
  );
}
