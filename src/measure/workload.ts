// One workload measured: made ready, warmed up, carried out, counted, and made a WorkloadRun.
import type { Config } from "../config/config.ts";
import { type LoadResult, runLoad } from "../load/run-load.ts";
import type { WorkloadHead } from "../metrics/run/journal.ts";
import type { Measured } from "../metrics/run/measured.ts";
import { workloadRunFrom } from "../metrics/run/workload-run.ts";
import type { WorkloadRun } from "../metrics/run.ts";
import { scheduleFrom } from "../workload/schedule.ts";
import type { Workload } from "../workload/workload.ts";
import { requestCap } from "./caps.ts";
import { exchangeFor } from "./exchange.ts";
import { memoryJournal } from "./journal/journal.ts";
import { counted, type Records, recordsIn } from "./records.ts";
import { awaitIdle, type Idle, watchServer } from "./server/alone.ts";
import { hopelessness, stopWarning } from "./stopping.ts";
import {
  encodingOf,
  headOf,
  limitsOf,
  type Measurement,
  type MeasurePorts,
  nothing,
  obstaclesAfter,
  obstaclesBefore,
  scopeOf,
  type Task,
} from "./task.ts";

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
    watchHealth: () => ports.watchHealth(),
    sink,
    onProgress: (state) => ports.log.progress(workload.name, state),
  });
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

export async function measureWorkload(
  config: Config,
  { workload, measurement, ...limits }: Measurement & { workload: Workload },
  ports: MeasurePorts,
): Promise<WorkloadRun> {
  const endpoint = ports.openEndpoint(config.target);
  const exchange = exchangeFor(config.target, workload);
  const scope = scopeOf(ports.job, measurement, "candidate");
  try {
    const task = { config, workload, endpoint, exchange, scope, ...limits };
    const gated = new Set(config.policy.cells.keys());
    return workloadRunFrom(await measuredFrom(task, ports), gated);
  } finally {
    await endpoint.close();
  }
}
