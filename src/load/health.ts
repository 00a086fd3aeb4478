// Health: the client watching itself while it measures.
import { monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { TurnWatch } from "./turns.ts";

/** Durations in ms; shares of 1. */
export interface HealthReading {
  /** How late stamps were (p99): the larger of the loop's delay and the wait for a turn. */
  readonly lagP99Ms: number;
  /** p99 of the event loop's delay beyond the 1 ms at which it is sampled; half the truth where streams are in step. */
  readonly loopDelayP99Ms: number;
  /** p99 of what arrived bytes waited for their turn; null where nothing was read. */
  readonly turnWaitP99Ms: number | null;
  /** Half of all reads came with so many others or more, itself included; null where nothing was read. */
  readonly readsTogether: number | null;
  readonly lagMaxMs: number;
  readonly gcPauses: number;
  readonly gcMaxMs: number;
  readonly gcTotalMs: number;
  /** CPU time of the process ÷ wall time; over 1 when several cores were busy. */
  readonly cpuShare: number;
  readonly eventLoopUtilization: number;
}

export interface HealthWatch {
  /** Ends the watch. Undefined if it was too short for a single sample. */
  read(): HealthReading | undefined;
}

const resolutionMs = 1;

function watchPauses() {
  const pauses: number[] = [];
  const note = (entries: readonly PerformanceEntry[]) => {
    for (const { duration } of entries) pauses.push(duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ["gc"] });
  return {
    end() {
      note(observer.takeRecords());
      observer.disconnect();
      return pauses;
    },
  };
}

function lag(delayNs: number): number {
  return Math.max(0, delayNs / 1_000_000 - resolutionMs);
}

/** `turns` is told of each read by the endpoint; without it only the loop's delay is known. */
export function watchHealth(turns = new TurnWatch()): HealthWatch {
  turns.restart();
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  const pauses = watchPauses();
  const cpuBefore = process.cpuUsage();
  const loopBefore = performance.eventLoopUtilization();
  const startedAt = performance.now();
  delay.enable();
  return {
    read() {
      delay.disable();
      const wallMs = performance.now() - startedAt;
      const cpu = process.cpuUsage(cpuBefore);
      const gc = pauses.end();
      if (delay.count === 0 || wallMs <= 0) return undefined;
      const { waitP99Ms = null, readsTogether = null } = turns.read() ?? {};
      const loopDelayP99Ms = lag(delay.percentile(99));
      return {
        lagP99Ms: Math.max(loopDelayP99Ms, waitP99Ms ?? 0),
        loopDelayP99Ms,
        turnWaitP99Ms: waitP99Ms,
        readsTogether,
        lagMaxMs: lag(delay.max),
        gcPauses: gc.length,
        gcMaxMs: gc.reduce((longest, pause) => Math.max(longest, pause), 0),
        gcTotalMs: gc.reduce((sum, pause) => sum + pause, 0),
        cpuShare: (cpu.user + cpu.system) / 1_000 / wallMs,
        eventLoopUtilization: performance.eventLoopUtilization(loopBefore).utilization,
      };
    },
  };
}
