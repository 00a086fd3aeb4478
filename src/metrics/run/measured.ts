// Measured: what the load hands to the metrics once a workload has been carried out.
import type { Micros } from "../../time.ts";
import type { Warning } from "../../warning.ts";
import type { Workload } from "../../workload/workload.ts";
import type { ClientHealth, Definition, ServerReading } from "../run.ts";
import type { DigestedRecord } from "../values/digest.ts";
import type { ManyValues } from "../values/distribution.ts";

/** Why sending ended. */
export type Stopped = "planned" | "duration" | "budget" | "cancelled" | "cap" | "hopeless";

/** The client's own health, less what the records tell. */
export type HealthReading = Pick<
  ClientHealth,
  | "lagP99Ms"
  | "loopDelayP99Ms"
  | "turnWaitP99Ms"
  | "readsTogether"
  | "lagMaxMs"
  | "gcPauses"
  | "gcMaxMs"
  | "gcTotalMs"
  | "cpuShare"
  | "eventLoopUtilization"
>;

/** One endpoint in one round of a duet. */
export interface MeasuredRound {
  readonly sendingEndedAt: Micros;
  /** Of its answers alone. */
  readonly gaps: ManyValues;
}

export interface Measured {
  readonly workload: Pick<Workload, "name" | "load" | "objectives">;
  readonly key: string;
  readonly definition: Definition;
  readonly scheduleDigest: string;
  /** Planned requests of the measure phase; absent where only a duration bounds it. */
  readonly planned?: number;
  /** Measure phase only, in planned order. */
  readonly records: readonly DigestedRecord[];
  /** Between the pieces of completed answers, ms. */
  readonly gaps: ManyValues;
  readonly sendingEndedAt: Micros;
  /** In a duet, in their order; each record then says its round. The last one may have been cut. */
  readonly rounds?: readonly MeasuredRound[];
  readonly stopped: Stopped;
  /** Wall time at `clockZero` of the monotonic clock, ms since the epoch. */
  readonly wallZeroMs: number;
  readonly warmUp: { readonly attempted: number; readonly completed: number };
  /** Absent if the measure phase was never reached. */
  readonly health?: HealthReading;
  /** Absent where the endpoint's own metrics were not read. */
  readonly server?: ServerReading;
  /** Encoding of the estimates, where any were made. */
  readonly encoding?: string;
  /** Why there is nothing to measure, found before the load: not ready, refused, wrong version. */
  readonly obstacles: readonly Warning[];
  readonly warnings: readonly Warning[];
  /** Of a duet: scheme, host and path. */
  readonly baseEndpoint?: string;
  /** Keep the answers' texts in the records. */
  readonly saveResponses: boolean;
}
