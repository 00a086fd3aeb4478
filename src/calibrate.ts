// The program of a calibration: measure one endpoint as several jobs, remember them, tell what the set-up can see.
import { emptyDocument, withRecording } from "./baseline/document.ts";
import type { BaselineDocument } from "./baseline/history.ts";
import { historyRecordFrom } from "./baseline/history-record.ts";
import type { BaselineRead, BaselineStore, RecordedJob, Recording } from "./baseline/store.ts";
import type { Config, JudgeConfig } from "./config/config.ts";
import type { Log } from "./log.ts";
import { type MeasuredJob, type MeasuredJobs, measureJobs } from "./measure/jobs.ts";
import type { MeasurePorts } from "./measure/task.ts";
import { warningsOf } from "./references.ts";
import type { CalibrationInput } from "./report/calibration/input.ts";
import { isOpenLoop } from "./verdict/brief.ts";
import { calibrationFrom, type Series } from "./verdict/calibration/calibration.ts";
import { type DuetSeries, duetCalibrations } from "./verdict/calibration/duets.ts";

const invalidExit = 3;

export interface CalibratePorts extends MeasurePorts {
  readonly baseline: BaselineStore;
}

export interface Calibrated {
  readonly told: CalibrationInput;
  /** 3 where no measured job was valid. */
  readonly exitCode: number;
}

/**
 * The jobs are main's and belong to its current epoch: two of one hour are no proof that main has moved. With a second
 * endpoint, which must serve the same version, they are duets: no jobs of main, but what is known of the placement.
 */
export async function calibrate(config: Config, ports: CalibratePorts): Promise<Calibrated> {
  const { baseline, log } = ports;
  const read = await baseline.read();
  for (const { message } of warningsOf(read)) log.warn(message);
  const found = await measureJobs(config, ports);
  const recording = recordingOf(found.jobs, config);
  const known = documentIn(read);
  if (!recording)
    return { told: toldOf(config, { read, found, document: known }), exitCode: invalidExit };
  const recorded = await baseline.record(recording);
  if (recorded.kind === "not-recorded") log.warn(`Not recorded: ${recorded.why}.`);
  const told = toldOf(config, { read, found, document: withRecording(known, recording) });
  const kept =
    recorded.kind === "recorded" ? { source: recorded.at } : { notRecorded: recorded.why };
  return { told: { ...told, ...kept }, exitCode: 0 };
}

/** Of what is remembered already; nothing is measured. Undefined where there is nothing. */
export async function calibrationOf(
  config: JudgeConfig,
  { baseline, log }: { readonly baseline: BaselineStore; readonly log: Log },
): Promise<Calibrated | undefined> {
  const read = await baseline.read();
  for (const { message } of warningsOf(read)) log.warn(message);
  if (read.kind !== "found") return undefined;
  return { told: toldOf(config, { read, document: read.document }), exitCode: 0 };
}

function documentIn(read: BaselineRead): BaselineDocument {
  return read.kind === "found" ? read.document : emptyDocument;
}

/** Undefined where no job is valid. */
function recordingOf(jobs: readonly MeasuredJob[], config: Config): Recording | undefined {
  const valid = jobs.filter(({ faults }) => faults.length === 0);
  const recorded = valid.map(({ run }, index): RecordedJob => {
    if (config.duet) return { run, records: new Map() };
    const newEpoch = config.baseline.reset && index === 0;
    const records = run.workloads.map(
      (workload) => [workload.name, historyRecordFrom({ run, workload, newEpoch })] as const,
    );
    return { run, records: new Map(records) };
  });
  const last = recorded.at(-1);
  return last && { ...last, earlier: recorded.slice(0, -1), keep: config.policy.history };
}

interface Known {
  readonly read: BaselineRead;
  readonly document: BaselineDocument;
  /** Absent where nothing was measured. */
  readonly found?: MeasuredJobs | undefined;
}

function toldOf(config: JudgeConfig, { read, document, found }: Known): CalibrationInput {
  const { policy } = config;
  const { jobs = [], stopped } = found ?? {};
  const names = found ? config.declared : Object.keys(document.workloads);
  const played = found ? found.jobs.some(isPlayed) : undefined;
  const calibration = calibrationFrom(played ? [] : seriesOf(document, names), policy);
  const duets = played === false ? [] : duetsOf(document, names);
  return {
    kind: played ? "duet" : "job",
    calibration,
    duets: duetCalibrations(duets, policy, calibration.alpha),
    asked: found ? config.jobs : 0,
    measured: jobs.length,
    invalid: jobs.flatMap(({ faults }, index) =>
      faults.length > 0 ? [{ nth: index + 1, because: faults }] : [],
    ),
    stopped,
    source: read.source,
    minHistory: policy.minHistory,
  };
}

/** Measured in rounds: what is remembered of jobs by one endpoint is then another matter. */
function isPlayed({ run }: MeasuredJob): boolean {
  return run.workloads.some(({ duet }) => duet !== undefined);
}

function seriesOf({ workloads }: BaselineDocument, names: readonly string[]): Series[] {
  return names.flatMap((workload) => {
    const known = workloads[workload];
    if (!known) return [];
    const { key, history, definition } = known;
    const records = history.filter((record) => record.key === key);
    return [{ workload, key, records, openLoop: isOpenLoop(definition) }];
  });
}

function duetsOf({ workloads }: BaselineDocument, names: readonly string[]): DuetSeries[] {
  return names.flatMap((workload) => {
    const known = workloads[workload];
    if (!known?.duets) return [];
    const newest = known.duets.at(-1);
    const duets = known.duets.filter(({ key }) => key === newest?.key);
    return [{ workload, duets, openLoop: isOpenLoop(known.definition) }];
  });
}
