// How baseline documents come to be: from runs, by adding a job, by joining several.
import type { Run, WorkloadRun } from "../metrics/run.ts";
import type { BaselineDocument, HistoryRecord, WorkloadBaseline } from "./history.ts";
import { historyRecordFrom } from "./history-record.ts";

export const emptyDocument: BaselineDocument = {
  schema: 1,
  kind: "latency-gate-baseline",
  repository: null,
  workloads: {},
};

export interface Addition {
  readonly repository: string | null;
  readonly workload: WorkloadRun;
  readonly record: HistoryRecord;
  /** Newest records kept per workload name. */
  readonly keep: number;
}

function grown(previous: WorkloadBaseline | undefined, addition: Addition): WorkloadBaseline {
  const { workload, record, keep } = addition;
  return {
    key: workload.key,
    definition: workload.definition,
    history: [...(previous?.history ?? []), record].slice(-keep),
    newest: workload,
  };
}

/** Records of other keys stay until they are pushed out: a workload may be changed back. */
export function withJob(document: BaselineDocument, addition: Addition): BaselineDocument {
  const { name } = addition.workload;
  return {
    ...document,
    repository: addition.repository ?? document.repository,
    workloads: { ...document.workloads, [name]: grown(document.workloads[name], addition) },
  };
}

/** Several run files make a history in the order of their time; invalid measurements are left out. */
export function documentFromRuns(runs: readonly Run[], keep: number): BaselineDocument {
  const ordered = runs.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const jobs = ordered.flatMap((run) =>
    run.workloads
      .filter(({ invalid }) => invalid.length === 0)
      .map((workload) => ({ run, workload, record: historyRecordFrom({ run, workload }) })),
  );
  return jobs.reduce(
    (document, { run, workload, record }) =>
      withJob(document, { repository: run.repository, workload, record, keep }),
    emptyDocument,
  );
}

/** Joins documents of different workloads; of two with the same workload the longer history wins. */
export function joined(documents: readonly BaselineDocument[]): BaselineDocument {
  const workloads: Record<string, WorkloadBaseline> = {};
  for (const document of documents) {
    for (const [name, workload] of Object.entries(document.workloads)) {
      const other = workloads[name];
      if (!other || other.history.length < workload.history.length) workloads[name] = workload;
    }
  }
  const repository = documents.find((document) => document.repository !== null)?.repository ?? null;
  return { ...emptyDocument, repository, workloads };
}
