// Builders of what the load hands to the metrics, and of what the metrics keep of it.
import { type DigestedRecord, digest } from "../../src/metrics/digest.ts";
import type { HealthReading, Measured } from "../../src/metrics/measured.ts";
import type { RequestRecord } from "../../src/metrics/record.ts";
import { fromMilliseconds, micros } from "../../src/time.ts";
import { aCompleted } from "./records.ts";
import { aWorkload } from "./workloads.ts";

export const calm: HealthReading = {
  lagP99Ms: 0.1,
  loopDelayP99Ms: 0.1,
  turnWaitP99Ms: 0,
  readsTogether: 1,
  lagMaxMs: 1,
  gcPauses: 0,
  gcMaxMs: 0,
  gcTotalMs: 0,
  cpuShare: 0.1,
  eventLoopUtilization: 0.1,
};

/** One completed request, a calm client, a closed loop of two. */
export function aMeasured(overrides: Partial<Measured> = {}): Measured {
  return {
    workload: aWorkload(),
    key: "k",
    definition: {},
    scheduleDigest: "d",
    records: [aCompleted({ output: [10] })],
    sendingEndedAt: micros(1_000),
    stopped: "planned",
    wallZeroMs: 0,
    warmUp: { attempted: 0, completed: 0 },
    health: calm,
    obstacles: [],
    warnings: [],
    saveResponses: false,
    ...overrides,
  };
}

/** `ended`: end of sending, ms. */
export function digested(records: readonly RequestRecord[], ended = 0): readonly DigestedRecord[] {
  return digest(aMeasured({ records, sendingEndedAt: fromMilliseconds(ended) })).records;
}
