// Builders of what the load hands to the metrics, and of what the metrics keep of it.

import type { RequestRecord } from "../../src/metrics/record.ts";
import type { HealthReading, Measured } from "../../src/metrics/run/measured.ts";
import { type DigestedRecord, Digester } from "../../src/metrics/values/digest.ts";
import { micros } from "../../src/time.ts";
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

/** What is kept of records; `sending`: requests were still being sent when they were read. */
export function digestOf(
  records: Iterable<RequestRecord>,
  { sending = false, saveResponses = false, load = aWorkload().load } = {},
) {
  const digester = new Digester({ load, saveResponses });
  if (!sending) digester.sendingEnded();
  const digested = Array.from(records, (record) => digester.digest(record));
  return { records: digested.toSorted((a, b) => a.id - b.id), gaps: digester.gaps };
}

export function digested(records: readonly RequestRecord[]): readonly DigestedRecord[] {
  return digestOf(records).records;
}

type Overrides = Partial<Omit<Measured, "records">> & {
  readonly records?: readonly RequestRecord[];
};

/** One completed request, a calm client, a closed loop of two. */
export function aMeasured({
  records = [aCompleted({ output: [10] })],
  ...overrides
}: Overrides = {}): Measured {
  return {
    workload: aWorkload(),
    key: "k",
    definition: {},
    scheduleDigest: "d",
    ...digestOf(records, { saveResponses: overrides.saveResponses ?? false }),
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
