// Duet: one workload measured at two endpoints in alternating rounds, and made a WorkloadRun.
import type { Config, DuetSettings } from "../../config/config.ts";
import { duetRunFrom } from "../../metrics/duet/duet-run.ts";
import type { WorkloadHead } from "../../metrics/run/journal.ts";
import type { Measured } from "../../metrics/run/measured.ts";
import type { WorkloadRun } from "../../metrics/run.ts";
import { type Warning, warning } from "../../warning.ts";
import { firstSides, type Side } from "../../workload/duet/order.ts";
import type { Workload } from "../../workload/workload.ts";
import { shownEndpoint } from "../job.ts";
import { type Journal, memoryJournal } from "../journal/journal.ts";
import { counted, inOrder } from "../records.ts";
import { awaitIdle, type Idle, watchServer } from "../server/alone.ts";
import { hopelessness, stopWarning } from "../stopping.ts";
import {
  encodingOf,
  headOf,
  limitsOf,
  type Measurement,
  type MeasurePorts,
  nothing,
  obstaclesAfter,
  obstaclesBefore,
} from "../task.ts";
import { type Played, playRounds, type Sides } from "./rounds.ts";
import { baseConfig, type DuetSide, openSide } from "./side.ts";

interface Plan {
  readonly config: Config;
  readonly duet: DuetSettings;
  readonly first: readonly Side[];
  readonly sides: Sides;
  readonly head: WorkloadHead;
  readonly journal: Journal;
}

interface DuetTask extends Measurement {
  readonly workload: Workload;
  readonly duet: DuetSettings;
}

function planOf(config: Config, { duet, ...task }: DuetTask, ports: MeasurePorts): Plan {
  const { workload, measurement } = task;
  const common = { ...task, rounds: duet.rounds };
  const candidate = openSide({ ...common, side: "candidate", config }, ports);
  const base = openSide({ ...common, side: "base", config: baseConfig(config, duet) }, ports);
  return {
    config,
    duet,
    first: firstSides(workload.seed, duet.rounds, measurement),
    sides: { candidate, base },
    head: headOf(candidate.task, ports),
    journal: ports.journal ?? memoryJournal(),
  };
}

interface Found {
  readonly played: Played;
  readonly candidate: Measured;
  readonly base: Measured;
}

/** What the log says of waiting does not name an endpoint. */
function aboutBase({ log, ...ports }: MeasurePorts): MeasurePorts {
  const info = (line: string) => log.info(`Base endpoint. ${line}`);
  return { ...ports, log: { ...log, info } };
}

/** Both must answer before anything is measured; the candidate is asked first. */
async function foundBefore({ sides, head }: Plan, ports: MeasurePorts): Promise<Found | Idle> {
  const played = { complete: 0, stopped: "hopeless" } as const;
  const empty = { ...head, ...nothing(ports), obstacles: [] };
  const candidate = await obstaclesBefore(sides.candidate.task, ports);
  if (candidate.length > 0)
    return { played, candidate: { ...empty, obstacles: candidate }, base: empty };
  const base = await obstaclesBefore(sides.base.task, aboutBase(ports));
  if (base.length > 0) return { played, candidate: empty, base: { ...empty, obstacles: base } };
  const { task } = sides.candidate;
  const idle = await awaitIdle(task.config.measure.metricsUrl, limitsOf(task), ports);
  if (idle.obstacles.length === 0) return idle;
  const { obstacles, warnings } = idle;
  return { played, candidate: { ...empty, obstacles, warnings }, base: empty };
}

function warmUpsOf({ carried }: DuetSide): Measured["warmUp"] {
  const sum = (of: "attempted" | "completed") =>
    carried.reduce((total, { outcome }) => total + outcome.warmUp[of], 0);
  return { attempted: sum("attempted"), completed: sum("completed") };
}

/** `stopped`: what ended the duet, whichever side it met. */
async function measuredOf(
  own: DuetSide,
  { head, journal }: Plan,
  { stopped, clock }: Played & Pick<MeasurePorts, "clock">,
): Promise<Measured> {
  const { workload } = own.task;
  const { records, encoding } = await counted(
    await inOrder(journal, own.side),
    encodingOf(workload),
  );
  const outcomes = own.carried.map(({ outcome }) => outcome);
  const health = own.health.reading();
  return {
    ...head,
    records,
    gaps: own.gaps,
    rounds: own.carried.map(({ outcome, gaps }) => ({
      sendingEndedAt: outcome.sendingEndedAt,
      gaps,
    })),
    ...(encoding !== undefined && { encoding }),
    sendingEndedAt: outcomes.at(-1)?.sendingEndedAt ?? clock.now(),
    stopped,
    warmUp: warmUpsOf(own),
    ...(health && { health }),
    obstacles: outcomes.flatMap((outcome) => hopelessness(outcome, records)),
    warnings: stopWarning({ stopped }),
  };
}

/** What the candidate's server was asked besides the candidate's measured requests. */
function askedOf({ config, duet, sides }: Plan, { candidate, base }: Omit<Found, "played">) {
  const probes = config.measure.readyTimeout === undefined ? 0 : 1;
  const own = { records: candidate.records, besides: candidate.warmUp.attempted + probes };
  // One host may be one server: what the base was asked is then no other's.
  const both = duet.endpoint.host === config.target.endpoint.host;
  const asked = both
    ? {
        records: [...candidate.records, ...base.records],
        besides: own.besides + base.warmUp.attempted + probes,
      }
    : own;
  return { ...asked, outputTokens: sides.candidate.task.workload.outputTokens };
}

async function foundIn(plan: Plan, idle: Idle, ports: MeasurePorts): Promise<Found> {
  const { sides, journal, head } = plan;
  const { task } = sides.candidate;
  journal.beginWorkload(head);
  const watch = watchServer(task.config.measure.metricsUrl, idle.before, ports);
  const played = await playRounds(plan, ports);
  const { clock } = ports;
  const base = await measuredOf(sides.base, plan, { ...played, clock });
  const candidate = await measuredOf(sides.candidate, plan, { ...played, clock });
  const { server, ...told } = await watch.end(askedOf(plan, { candidate, base }));
  const after = await obstaclesAfter(task, ports);
  return {
    played,
    base,
    candidate: {
      ...candidate,
      ...(server && { server }),
      obstacles: [...candidate.obstacles, ...after, ...told.faults],
      warnings: [...candidate.warnings, ...idle.warnings, ...told.warnings],
    },
  };
}

/** Legal, and worth a word: it tells what noise alone makes of a duet. */
function sameWarnings({ config, duet }: Plan): Warning[] {
  if (config.target.endpoint.href !== duet.endpoint.href) return [];
  const message = "both endpoints are the same: whatever differs between them is noise";
  return [warning("same-endpoint", message)];
}

async function runOf(plan: Plan, ports: MeasurePorts): Promise<WorkloadRun> {
  const before = await foundBefore(plan, ports);
  const { played, ...sides } = "played" in before ? before : await foundIn(plan, before, ports);
  const gated = new Set(plan.config.policy.cells.keys());
  const endpoint = shownEndpoint(plan.sides.base.task.config.target);
  const measured = { ...sides, endpoint, first: plan.first, complete: played.complete };
  const run = duetRunFrom(measured, gated);
  return { ...run, warnings: [...sameWarnings(plan), ...run.warnings] };
}

export async function measureDuet(
  config: Config,
  task: DuetTask,
  ports: MeasurePorts,
): Promise<WorkloadRun> {
  const plan = planOf(config, task, ports);
  try {
    return await runOf(plan, ports);
  } finally {
    await Promise.all(
      [plan.sides.candidate, plan.sides.base].map(({ task: { endpoint } }) => endpoint.close()),
    );
  }
}
