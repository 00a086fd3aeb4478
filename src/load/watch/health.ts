// Health: the client watching itself while it measures.
import {
  type ELDHistogram,
  type EventLoopUtilization,
  monitorEventLoopDelay,
  type PerformanceEntry,
  PerformanceObserver,
} from "node:perf_hooks";
import { idlySpun } from "../../clock.ts";
import { type Micros, micros, toMilliseconds } from "../../time.ts";
import { type HealthSample, HealthTally } from "./health-tally.ts";
import { TurnCounts, TurnWatch } from "./turns.ts";

/** Durations in ms; shares of 1. */
export interface HealthReading {
  /** How late stamps were (p99): the larger of the wait for a turn and of what the loop's delay exceeds a timer's 1 ms by. */
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
  /** Ends the watch. What its tally has seen, undefined if that was too short for a single sample. */
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

/** Percentiles of delays by which watches are put together. */
const quantilesKept = 1_000;

function delaysOf(delay: ELDHistogram): HealthSample["delays"] {
  const at = (index: number) => lag(delay.percentile((100 * (index + 1)) / quantilesKept));
  return {
    count: delay.count,
    quantiles: Array.from({ length: quantilesKept }, (_, index) => at(index)),
  };
}

interface LoopUse {
  readonly loop: EventLoopUtilization;
  readonly spun: Micros;
}

function loopUse(): LoopUse {
  return { loop: performance.eventLoopUtilization(), spun: idlySpun() };
}

/** A loop that spins because something is due soon has time for whatever comes. */
function busyMs({ loop, spun }: LoopUse): number {
  const idle = toMilliseconds(micros(idlySpun() - spun));
  return Math.max(0, performance.eventLoopUtilization(loop).active - idle);
}

/**
 * `turns` is told of each read by the endpoint; without it only the loop's delay is known. `tally`: what earlier watches
 * saw, and this one adds to.
 */
export function watchHealth(turns = new TurnWatch(), tally = new HealthTally()): HealthWatch {
  turns.countInto(tally.turns);
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  const pauses = watchPauses();
  const cpuBefore = process.cpuUsage();
  const useBefore = loopUse();
  const startedAt = performance.now();
  delay.enable();
  return {
    read() {
      delay.disable();
      const wallMs = performance.now() - startedAt;
      const cpu = process.cpuUsage(cpuBefore);
      const busy = busyMs(useBefore);
      turns.countInto(new TurnCounts());
      tally.add({
        delays: delaysOf(delay),
        delayMax: lag(delay.max),
        pauses: pauses.end(),
        cpuMs: (cpu.user + cpu.system) / 1_000,
        wallMs,
        busyMs: busy,
      });
      return tally.reading();
    },
  };
}
