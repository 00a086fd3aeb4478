// Task: one workload at one endpoint: what is measured, and what is the same whether it is measured alone or in a duet.
import type { Config, Target } from "../config/config.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { Exchange } from "../load/exchange.ts";
import type { HealthWatch } from "../load/watch/health.ts";
import type { HealthTally } from "../load/watch/health-tally.ts";
import { definitionsVersion } from "../metrics/catalog.ts";
import type { WorkloadHead } from "../metrics/run/journal.ts";
import { ManyValues } from "../metrics/values/distribution.ts";
import { type Micros, toMilliseconds } from "../time.ts";
import type { Warning } from "../warning.ts";
import type { Side } from "../workload/duet/order.ts";
import { definitionOf, keyOf } from "../workload/key.ts";
import type { NonceScope } from "../workload/nonce.ts";
import { scheduleFrom } from "../workload/schedule.ts";
import type { Encoding, Workload } from "../workload/workload.ts";
import type { Caps } from "./caps.ts";
import { type Job, shownEndpoint } from "./job.ts";
import type { Journal } from "./journal/journal.ts";
import { type ReadyPorts, readinessObstacles, versionObstacles, type WaitLimits } from "./ready.ts";

export interface MeasurePorts extends ReadyPorts {
  readonly job: Job;
  /** Milliseconds since 1970, for people; nothing is computed from it. */
  readonly wallClock: () => number;
  readonly openEndpoint: (target: Target) => Endpoint;
  /** `tally`: what earlier watches saw, and this one adds to. */
  readonly watchHealth: (tally?: HealthTally) => HealthWatch;
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

export function encodingOf({ prompts }: Workload): Encoding {
  return prompts.kind === "synthetic" ? prompts.encoding : defaultEncoding;
}

export interface Task {
  readonly config: Config;
  readonly workload: Workload;
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
  readonly scope: NonceScope;
  readonly deadlineAt: Micros;
  readonly caps: Caps;
}

export function scopeOf(job: Job, measurement: string, side: Side): NonceScope {
  return { run: `${job.entropy}.${job.attempt}`, measurement, side };
}

export function limitsOf({ config, deadlineAt }: Task): WaitLimits {
  return { timeout: config.measure.readyTimeout, deadlineAt };
}

export async function obstaclesBefore(task: Task, ports: MeasurePorts): Promise<Warning[]> {
  const { measure } = task.config;
  const limits = limitsOf(task);
  const version = await versionObstacles(measure.expectVersion, limits, ports);
  if (version.length > 0) return version;
  const probes = { ...task.scope, measurement: `${task.scope.measurement}.probe` };
  const request = scheduleFrom(task.workload, "measure", probes).request(0);
  return readinessObstacles({ ...task, request }, limits, ports);
}

export function obstaclesAfter(task: Task, ports: MeasurePorts): Promise<Warning[]> {
  const once = { timeout: undefined, deadlineAt: task.deadlineAt };
  return versionObstacles(task.config.measure.expectVersion, once, ports);
}

/** Both clocks read as close together as can be: the wall time of the monotonic clock's zero. */
function wallZeroMs(ports: MeasurePorts): number {
  return ports.wallClock() - toMilliseconds(ports.clock.now());
}

/** What is known of a workload's measurement before its first request. */
export function headOf({ workload, config, scope }: Task, ports: MeasurePorts): WorkloadHead {
  const rounds = config.duet && { rounds: config.duet.rounds };
  const definition = { ...definitionOf(workload, definitionsVersion), ...rounds };
  const schedule = scheduleFrom(workload, "measure", scope);
  return {
    workload,
    definition,
    key: keyOf(definition),
    scheduleDigest: schedule.digest,
    ...(schedule.count !== undefined && { planned: schedule.count }),
    wallZeroMs: wallZeroMs(ports),
    saveResponses: config.measure.saveResponses,
    ...(config.duet && {
      baseEndpoint: shownEndpoint({ ...config.target, endpoint: config.duet.endpoint }),
    }),
  };
}

export function nothing({ clock }: MeasurePorts) {
  return {
    records: [],
    gaps: new ManyValues(),
    sendingEndedAt: clock.now(),
    stopped: "hopeless" as const,
    warmUp: { attempted: 0, completed: 0 },
    warnings: [],
  };
}
