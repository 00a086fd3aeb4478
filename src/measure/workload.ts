// One workload measured: made ready, warmed up, carried out, counted, and made a WorkloadRun.
import type { Config, Target } from "../config/config.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { Exchange } from "../load/exchange.ts";
import type { HealthWatch } from "../load/health.ts";
import { type LoadResult, runLoad } from "../load/run-load.ts";
import { definitionsVersion } from "../metrics/catalog.ts";
import type { WorkloadHead } from "../metrics/run/journal.ts";
import type { Measured } from "../metrics/run/measured.ts";
import { workloadRunFrom } from "../metrics/run/workload-run.ts";
import type { WorkloadRun } from "../metrics/run.ts";
import { ManyValues } from "../metrics/values/distribution.ts";
import { type Micros, toMilliseconds } from "../time.ts";
import type { Warning } from "../warning.ts";
import { definitionOf, keyOf } from "../workload/key.ts";
import type { NonceScope } from "../workload/nonce.ts";
import { scheduleFrom } from "../workload/schedule.ts";
import type { Encoding, Workload } from "../workload/workload.ts";
import { type Caps, requestCap } from "./caps.ts";
import { exchangeFor } from "./exchange.ts";
import type { Job } from "./job.ts";
import { type Journal, memoryJournal } from "./journal/journal.ts";
import { type ReadyPorts, readinessObstacles, versionObstacles, type WaitLimits } from "./ready.ts";
import { counted, type Records, recordsIn } from "./records.ts";
import { awaitIdle, type Idle, watchServer } from "./server/alone.ts";
import { hopelessness, stopWarning } from "./stopping.ts";

export interface MeasurePorts extends ReadyPorts {
  readonly job: Job;
  /** Milliseconds since 1970, for people; nothing is computed from it. */
  readonly wallClock: () => number;
  readonly openEndpoint: (target: Target) => Endpoint;
  readonly watchHealth: () => HealthWatch;
  /** Where ended requests are kept meanwhile; absent: in memory. */
  readonly journal?: Journal | undefined;
}

export interface Measurement {
  readonly measurement: "first" | "confirmation";
  /** When the job's budget runs out. */
  readonly deadlineAt: Micros;
  /** What is left of the job's caps. */
  readonly caps: Caps;
}

/** Used where the prompts do not name one. */
const defaultEncoding: Encoding = "o200k_base";

function encodingOf({ prompts }: Workload): Encoding {
  return prompts.kind === "synthetic" ? prompts.encoding : defaultEncoding;
}

interface Task {
  readonly config: Config;
  readonly workload: Workload;
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
  readonly scope: NonceScope;
  readonly deadlineAt: Micros;
  readonly caps: Caps;
}

function scopeOf(job: Job, measurement: string): NonceScope {
  return { run: `${job.entropy}.${job.attempt}`, measurement, side: "candidate" };
}

function limitsOf({ config, deadlineAt }: Task): WaitLimits {
  return { timeout: config.measure.readyTimeout, deadlineAt };
}

async function obstaclesBefore(task: Task, ports: MeasurePorts): Promise<Warning[]> {
  const { measure } = task.config;
  const limits = limitsOf(task);
  const version = await versionObstacles(measure.expectVersion, limits, ports);
  if (version.length > 0) return version;
  const probes = { ...task.scope, measurement: `${task.scope.measurement}.probe` };
  const request = scheduleFrom(task.workload, "measure", probes).request(0);
  return readinessObstacles({ ...task, request }, limits, ports);
}

function obstaclesAfter(task: Task, ports: MeasurePorts): Promise<Warning[]> {
  const once = { timeout: undefined, deadlineAt: task.deadlineAt };
  return versionObstacles(task.config.measure.expectVersion, once, ports);
}

function carryOut(task: Task, { sink }: Records, ports: MeasurePorts): Promise<LoadResult> {
  const { workload, config, endpoint, exchange, scope } = task;
  return runLoad({
    warmUp: scheduleFrom(workload, "warm-up", scope),
    measure: scheduleFrom(workload, "measure", scope),
    load: workload.load,
    bound: workload.bound,
    clock: ports.clock,
    endpoint,
    exchange,
    deadlines: { sendUntil: task.deadlineAt, drainTimeout: config.measure.drainTimeout },
    maxRequests: requestCap(task.caps, workload),
    proven: config.measure.readyTimeout !== undefined,
    signal: ports.signal,
    watchHealth: ports.watchHealth,
    sink,
    onProgress: (state) => ports.log.progress(workload.name, state),
  });
}

/** Both clocks read as close together as can be: the wall time of the monotonic clock's zero. */
function wallZeroMs(ports: MeasurePorts): number {
  return ports.wallClock() - toMilliseconds(ports.clock.now());
}

/** What is known of a workload's measurement before its first request. */
function headOf({ workload, config, scope }: Task, ports: MeasurePorts): WorkloadHead {
  const definition = definitionOf(workload, definitionsVersion);
  const schedule = scheduleFrom(workload, "measure", scope);
  return {
    workload,
    definition,
    key: keyOf(definition),
    scheduleDigest: schedule.digest,
    ...(schedule.count !== undefined && { planned: schedule.count }),
    wallZeroMs: wallZeroMs(ports),
    saveResponses: config.measure.saveResponses,
  };
}

async function measuredFrom(task: Task, ports: MeasurePorts): Promise<Measured> {
  const head = headOf(task, ports);
  const before = await obstaclesBefore(task, ports);
  if (before.length > 0) return { ...head, ...nothing(ports), obstacles: before };
  const idle = await awaitIdle(task.config.measure.metricsUrl, limitsOf(task), ports);
  if (idle.obstacles.length > 0)
    return { ...head, ...nothing(ports), obstacles: idle.obstacles, warnings: idle.warnings };
  return carriedOut(task, head, idle, ports);
}

async function carriedOut(
  task: Task,
  head: WorkloadHead,
  idle: Idle,
  ports: MeasurePorts,
): Promise<Measured> {
  const { workload, config } = task;
  const { journal = memoryJournal() } = ports;
  journal.beginWorkload(head);
  const kept = recordsIn(journal, { load: workload.load, saveResponses: head.saveResponses });
  const watch = watchServer(config.measure.metricsUrl, idle.before, ports);
  const outcome = await carryOut(task, kept, ports);
  const { records, encoding } = await counted(await kept.inOrder(), encodingOf(workload));
  const { server, ...told } = await watch.end({
    records,
    besides: outcome.warmUp.attempted + (config.measure.readyTimeout === undefined ? 0 : 1),
    outputTokens: workload.outputTokens,
  });
  return {
    ...head,
    records,
    gaps: kept.gaps,
    ...(encoding !== undefined && { encoding }),
    sendingEndedAt: outcome.sendingEndedAt,
    stopped: outcome.stopped,
    warmUp: { attempted: outcome.warmUp.attempted, completed: outcome.warmUp.completed },
    ...(outcome.health && { health: outcome.health }),
    ...(server && { server }),
    obstacles: [
      ...hopelessness(outcome, records),
      ...(await obstaclesAfter(task, ports)),
      ...told.faults,
    ],
    warnings: [...stopWarning(outcome), ...idle.warnings, ...told.warnings],
  };
}

function nothing({ clock }: MeasurePorts) {
  return {
    records: [],
    gaps: new ManyValues(),
    sendingEndedAt: clock.now(),
    stopped: "hopeless" as const,
    warmUp: { attempted: 0, completed: 0 },
    warnings: [],
  };
}

export async function measureWorkload(
  config: Config,
  { workload, measurement, ...limits }: Measurement & { workload: Workload },
  ports: MeasurePorts,
): Promise<WorkloadRun> {
  const endpoint = ports.openEndpoint(config.target);
  const exchange = exchangeFor(config.target, workload);
  const scope = scopeOf(ports.job, measurement);
  try {
    const task = { config, workload, endpoint, exchange, scope, ...limits };
    const gated = new Set(config.policy.cells.keys());
    return workloadRunFrom(await measuredFrom(task, ports), gated);
  } finally {
    await endpoint.close();
  }
}
