// Side: one endpoint of a duet: its target, its connections and what was seen of it, round by round.
import type { Config, DuetSettings } from "../../config/config.ts";
import type { LoadResult } from "../../load/run-load.ts";
import type { RecordSink } from "../../load/send.ts";
import { HealthTally } from "../../load/watch/health-tally.ts";
import { Digester } from "../../metrics/values/digest.ts";
import { ManyValues } from "../../metrics/values/distribution.ts";
import type { Side } from "../../workload/duet/order.ts";
import { partOf, type Round, warmUpAt, warmUpOf } from "../../workload/duet/rounds.ts";
import { type Schedule, scheduleFrom } from "../../workload/schedule.ts";
import type { Workload } from "../../workload/workload.ts";
import { exchangeFor } from "../exchange.ts";
import type { Journal } from "../journal/journal.ts";
import { type Measurement, type MeasurePorts, scopeOf, type Task } from "../task.ts";

interface Carried {
  readonly outcome: LoadResult;
  readonly gaps: ManyValues;
}

export interface DuetSide {
  readonly side: Side;
  readonly task: Task;
  /** Of all rounds. */
  readonly measure: Schedule;
  readonly warmUp: Schedule;
  readonly gaps: ManyValues;
  readonly health: HealthTally;
  /** Grows with each round, a cut one included. */
  readonly carried: Carried[];
}

/** The base endpoint gets the same credentials; version and metrics pages are the candidate's. */
export function baseConfig(config: Config, { endpoint }: DuetSettings): Config {
  return {
    ...config,
    target: { ...config.target, endpoint },
    measure: { ...config.measure, expectVersion: undefined, metricsUrl: undefined },
  };
}

export interface SideParts extends Measurement {
  readonly side: Side;
  /** With the side's own target. */
  readonly config: Config;
  readonly workload: Workload;
  readonly rounds: number;
}

/** Opens the side's connections, which stay open over all rounds. */
export function openSide(
  { side, config, workload, rounds, ...measurement }: SideParts,
  ports: MeasurePorts,
): DuetSide {
  const scope = scopeOf(ports.job, measurement.measurement, side);
  const endpoint = ports.openEndpoint(config.target);
  const exchange = exchangeFor(config.target, workload);
  const { deadlineAt, caps } = measurement;
  const warmUp = { ...workload, warmUpRequests: warmUpOf(workload, rounds) };
  return {
    side,
    task: { config, workload, endpoint, exchange, scope, deadlineAt, caps },
    measure: scheduleFrom(workload, "measure", scope),
    warmUp: scheduleFrom(warmUp, "warm-up", scope),
    gaps: new ManyValues(),
    health: new HealthTally(),
    carried: [],
  };
}

/** What the side sends in a round: a short warm-up, then the round's part of the plan. */
export function partsOf({ measure, warmUp, task }: DuetSide, round: Round) {
  const before = warmUpAt(task.workload, round.index, warmUp.offsets);
  return { measure: partOf(measure, round), warmUp: partOf(warmUp, before) };
}

export interface RoundSink {
  readonly sink: RecordSink;
  /** Of this round's answers. */
  readonly gaps: ManyValues;
}

/** Records get their id in the whole plan, and their round. */
export function sinkOf({ side, gaps, task }: DuetSide, round: Round, journal: Journal): RoundSink {
  const { load } = task.workload;
  const { saveResponses } = task.config.measure;
  const digester = new Digester({ load, saveResponses, allGaps: gaps });
  return {
    gaps: digester.gaps,
    sink: {
      add(record) {
        const digested = digester.digest(record);
        journal.add({ ...digested, id: round.from + digested.id, round: round.index }, side);
      },
      sendingEnded: () => digester.sendingEnded(),
    },
  };
}
