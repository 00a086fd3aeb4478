// One workload of a run as the record that main remembers it by.
import { type Observation, observe } from "../metrics/observation.ts";
import { originOf } from "../metrics/run/legs.ts";
import type { Run, WorkloadRun } from "../metrics/run.ts";
import type { HistoryRecord } from "./history.ts";

export interface Job {
  readonly run: Run;
  readonly workload: WorkloadRun;
  /** Starts a new epoch: an accepted change landed, or the baseline was reset. */
  readonly newEpoch?: boolean | undefined;
  readonly epoch?: number | undefined;
  /** The same workload measured again by the same job. */
  readonly confirmation?: WorkloadRun | undefined;
}

/** Exact but for the raw values: cells keep y, w and n. */
export function historyRecordFrom(job: Job): HistoryRecord {
  const { run, workload, newEpoch = false, epoch = 0, confirmation } = job;
  const { tokenSource, cachedShare, rej, ...observation } = observe(run, workload);
  return {
    v: 1,
    sha: run.commit ?? "unknown",
    ...(run.runId !== null && { runId: run.runId }),
    attempt: run.attempt,
    time: run.createdAt,
    key: workload.key,
    subject: subjectOf(originOf(run, workload)),
    epoch,
    newEpoch,
    repeats: 1,
    ...observation,
    ...(rej !== undefined && { rej }),
    clientLagP99: workload.client?.lagP99Ms ?? null,
    ...(tokenSource !== undefined && { tokenSource }),
    cachedShare: cachedShare ?? null,
    ...(confirmation && remeasured(observe(run, confirmation))),
  };
}

function remeasured({ cells, err, rej }: Observation): Partial<HistoryRecord> {
  return {
    confirmation: cells,
    confirmationErr: err,
    ...(rej !== undefined && { confirmationRej: rej }),
  };
}

function subjectOf({ environment }: Pick<Run, "environment">): Record<string, string> {
  const { model, precision, engine, replicas, runner } = environment;
  const stated = Object.entries({ engine, model, precision, replicas, runnerImage: runner.image });
  return Object.fromEntries(stated.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
