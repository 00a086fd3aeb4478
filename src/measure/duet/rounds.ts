// Rounds: both endpoints carried through a workload's plan in turns, until it is done or something ends it.
import type { DuetSettings } from "../../config/config.ts";
import type { Stopped } from "../../load/pacing/stopper.ts";
import { type LoadResult, runLoad } from "../../load/run-load.ts";
import type { Side } from "../../workload/duet/order.ts";
import { sidesOf } from "../../workload/duet/order.ts";
import { type Round, roundAt } from "../../workload/duet/rounds.ts";
import { type Caps, capsAfterSending, requestCap } from "../caps.ts";
import type { Journal } from "../journal/journal.ts";
import type { MeasurePorts } from "../task.ts";
import { type DuetSide, partsOf, sinkOf } from "./side.ts";

export type Sides = Readonly<Record<Side, DuetSide>>;

export interface Played {
  /** So many rounds both sides carried out to their end. */
  readonly complete: number;
  readonly stopped: Stopped;
}

interface Stage {
  readonly sides: Sides;
  readonly duet: DuetSettings;
  /** Who begins, round by round. */
  readonly first: readonly Side[];
  readonly journal: Journal;
}

function sentBy({ carried }: DuetSide): number {
  return carried.reduce((sum, { outcome: { warmUp, sent } }) => sum + warmUp.attempted + sent, 0);
}

function capsLeft({ base, candidate }: Sides): Caps {
  const { caps, workload } = candidate.task;
  return capsAfterSending(caps, workload, sentBy(base) + sentBy(candidate));
}

/** An endpoint that was asked before, or has answered in an earlier round, needs no trial. */
function isProven({ task, carried }: DuetSide): boolean {
  return task.config.measure.readyTimeout !== undefined || carried.length > 0;
}

async function carryOut(
  own: DuetSide,
  round: Round,
  { sides, duet, journal }: Stage,
  ports: MeasurePorts,
): Promise<LoadResult> {
  const { task, side } = own;
  const { workload, endpoint, exchange, config } = task;
  const { sink, gaps } = sinkOf(own, round, journal);
  const label = `${workload.name}, round ${round.index + 1} of ${duet.rounds}, ${side}`;
  const outcome = await runLoad({
    ...partsOf(own, round),
    load: workload.load,
    bound: round.bound,
    clock: ports.clock,
    endpoint,
    exchange,
    deadlines: { sendUntil: task.deadlineAt, drainTimeout: config.measure.drainTimeout },
    maxRequests: requestCap(capsLeft(sides), workload),
    proven: isProven(own),
    signal: ports.signal,
    watchHealth: () => ports.watchHealth(own.health),
    sink,
    onProgress: (state) => ports.log.progress(label, state),
  });
  own.carried.push({ outcome, gaps });
  return outcome;
}

function isWhole({ stopped }: LoadResult): boolean {
  return stopped === "planned" || stopped === "duration";
}

/** One side right after the other; undefined where both were carried out. */
async function playRound(
  round: Round,
  stage: Stage,
  ports: MeasurePorts,
): Promise<Stopped | undefined> {
  for (const side of sidesOf(stage.first[round.index] ?? "base")) {
    const outcome = await carryOut(stage.sides[side], round, stage, ports);
    if (!isWhole(outcome)) return outcome.stopped;
  }
  return undefined;
}

function sentInRound({ carried }: DuetSide): number {
  return carried.at(-1)?.outcome.sent ?? 0;
}

export async function playRounds(stage: Stage, ports: MeasurePorts): Promise<Played> {
  const { sides, duet } = stage;
  const { workload } = sides.candidate.task;
  const { offsets } = sides.candidate.measure;
  let unused = 0;
  for (let index = 0; index < duet.rounds; index++) {
    const round = roundAt(workload, { index, of: duet.rounds, unused }, offsets);
    const stopped = await playRound(round, stage, ports);
    if (stopped !== undefined) return { complete: index, stopped };
    unused += Math.max(sentInRound(sides.base), sentInRound(sides.candidate));
  }
  return { complete: duet.rounds, stopped: "planned" };
}
