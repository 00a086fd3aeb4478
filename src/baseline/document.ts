// How baseline documents come to be: from runs, by adding a job, by joining several.
import type { Run, WorkloadRun } from "../metrics/run.ts";
import { joinedDuets, placementDuetFrom } from "./duets.ts";
import type {
  BaselineDocument,
  HistoryRecord,
  PlacementDuet,
  WorkloadBaseline,
} from "./history.ts";
import { historyRecordFrom } from "./history-record.ts";
import type { RecordedJob, Recording } from "./store.ts";

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
  /** Where the job measured its version against itself. */
  readonly duet?: PlacementDuet | undefined;
  /** Newest records kept per workload name. */
  readonly keep: number;
}

/** The job that a record is of. Its time is in it: what is known of two records with equal ones is known of one. */
function identityOf({ sha, runId, attempt, key, time }: HistoryRecord): string {
  return JSON.stringify([sha, runId, attempt, key, time]);
}

function grown(previous: WorkloadBaseline | undefined, addition: Addition): WorkloadBaseline {
  const { workload, record, duet, keep } = addition;
  const { duet: _rounds, leg: _leg, ...newest } = workload;
  const identity = identityOf(record);
  const others = (previous?.history ?? []).filter((each) => identityOf(each) !== identity);
  return {
    key: workload.key,
    definition: workload.definition,
    history: [...others, record].slice(-keep),
    newest,
    ...newestPin([previous?.pinned, record.pinned ? record : undefined]),
    ...joinedDuets(previous?.duets, duet && [duet]),
  };
}

function newestPin(pins: readonly (HistoryRecord | undefined)[]) {
  const pinned = pins
    .flatMap((pin) => pin ?? [])
    .toSorted(byTime)
    .at(-1);
  return pinned && { pinned };
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

/**
 * Adds each workload of a job that has a record; adding the same job again changes nothing. A duet in it is kept as one
 * of main's version with itself: nothing else that is recorded has one.
 */
export function withRecording(document: BaselineDocument, recording: Recording): BaselineDocument {
  return jobsOf(recording).reduce(
    (before, job) => withRecordedJob(before, job, recording.keep),
    document,
  );
}

function jobsOf({ earlier = [], ...last }: Recording): readonly RecordedJob[] {
  return [...earlier, last];
}

function withRecordedJob(
  document: BaselineDocument,
  { run, records }: RecordedJob,
  keep: number,
): BaselineDocument {
  return run.workloads.reduce((before, workload) => {
    const record = records.get(workload.name);
    const duet = placementDuetFrom(run, workload);
    if (!record) return duet ? withDuet(before, run, { workload, duet }) : before;
    return withJob(before, { repository: run.repository, workload, record, duet, keep });
  }, document);
}

interface PlayedDuet {
  readonly workload: WorkloadRun;
  readonly duet: PlacementDuet;
}

/** What else is known of the workload stays; where nothing is, it is what the duet measured, without a job. */
function withDuet(
  document: BaselineDocument,
  { repository }: Run,
  { workload, duet }: PlayedDuet,
): BaselineDocument {
  const { duet: _rounds, leg: _leg, ...newest } = workload;
  const { name, key, definition } = newest;
  const { [name]: known = { key, definition, history: [], newest } } = document.workloads;
  const grown = { ...known, ...joinedDuets(known.duets, [duet]) };
  return {
    ...document,
    repository: repository ?? document.repository,
    workloads: { ...document.workloads, [name]: grown },
  };
}

/** Whether a job is there already, every workload of it that has a record or a duet. */
export function holdsRecording(document: BaselineDocument, recording: Recording): boolean {
  return jobsOf(recording).every(({ run, records }) =>
    run.workloads.every((workload) => {
      const { history = [], duets = [] } = document.workloads[workload.name] ?? {};
      const record = records.get(workload.name);
      if (record) return history.some((each) => identityOf(each) === identityOf(record));
      const duet = placementDuetFrom(run, workload);
      return !duet || duets.some(({ time, key }) => time === duet.time && key === duet.key);
    }),
  );
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

/** What cannot be read as a time comes first: nothing is known to be older. */
function instantOf({ time }: HistoryRecord): number {
  const instant = Date.parse(time);
  return Number.isNaN(instant) ? Number.NEGATIVE_INFINITY : instant;
}

function byTime(a: HistoryRecord, b: HistoryRecord): number {
  const [first, second] = [instantOf(a), instantOf(b)];
  return first === second ? 0 : first - second;
}

/** Every job of both once, in the order of time; the newest workload run says what the workload is now. */
function united(a: WorkloadBaseline, b: WorkloadBaseline): WorkloadBaseline {
  const byIdentity = new Map([...a.history, ...b.history].map((each) => [identityOf(each), each]));
  const newer = a.newest.window.start > b.newest.window.start ? a : b;
  const history = [...byIdentity.values()].toSorted(byTime);
  const pin = newestPin([a.pinned, b.pinned]);
  return { ...newer, history, ...pin, ...joinedDuets(a.duets, b.duets) };
}

/** Joins documents, so that two jobs that grew the same history side by side lose neither record. */
export function joined(documents: readonly BaselineDocument[]): BaselineDocument {
  const workloads = new Map<string, WorkloadBaseline>();
  for (const document of documents) {
    for (const [name, workload] of Object.entries(document.workloads)) {
      const other = workloads.get(name);
      workloads.set(name, other ? united(other, workload) : workload);
    }
  }
  const repository = documents.find((document) => document.repository !== null)?.repository ?? null;
  return { ...emptyDocument, repository, workloads: Object.fromEntries(workloads) };
}
