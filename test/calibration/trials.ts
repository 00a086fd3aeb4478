// Trials: simulated histories of main and candidates, judged through the same door as past jobs.
import type { HistoryRecord } from "../../src/baseline/history.ts";
import type { Run } from "../../src/metrics/run.ts";
import { randomFrom } from "../../src/stats/random.ts";
import { judge, judgeRecord } from "../../src/verdict/judge.ts";
import { replay } from "../../src/verdict/past/replay.ts";
import { defaultPolicy } from "../../src/verdict/policy.ts";
import { aRun, aWorkloadRun } from "../support/builders.ts";
import type { PlayedRound } from "../support/duets.ts";
import {
  type Cells,
  cellsOf,
  type Job,
  jobOf,
  type Level,
  normals,
  runOf,
  slower,
} from "./model.ts";

/** Between-run variation, whether some of main's jobs are disturbed, and how much is tried. */
export interface Setting {
  readonly cv: number;
  readonly disturbed: boolean;
  readonly histories: number;
  /** For each history. */
  readonly candidates: number;
  readonly seed: number;
}

interface Candidate {
  readonly first: Cells;
  readonly second: Cells;
}

export interface Trial {
  /** Of 30 jobs, oldest first. */
  readonly history: readonly Cells[];
  readonly candidates: readonly Candidate[];
}

const longest = 30;

export function trialsOf({ cv, disturbed, histories, candidates, seed }: Setting): Trial[] {
  const random = randomFrom(seed);
  const normal = normals(random);
  const dice = { random, normal };
  const mainJob = () => {
    const extra = disturbed && random() < 0.04 ? Math.abs(0.2 * normal()) : 0;
    return cellsOf(runOf(jobOf(cv, normal, extra)(), dice), false);
  };
  const candidate = (): Candidate => {
    const job = jobOf(cv, normal);
    const [first, second] = [runOf(job(), dice), runOf(job(), dice)];
    return { first: cellsOf(first, true), second: cellsOf(second, false) };
  };
  return Array.from({ length: histories }, () => ({
    history: Array.from({ length: longest }, mainJob),
    candidates: Array.from({ length: candidates }, candidate),
  }));
}

export function recordOf(cells: Cells, overrides: Partial<HistoryRecord> = {}): HistoryRecord {
  return {
    v: 1,
    sha: "0".repeat(40),
    attempt: 1,
    time: "2026-11-30T10:00:00Z",
    key: "k",
    where: "here",
    subject: {},
    epoch: 0,
    newEpoch: false,
    repeats: 1,
    cells,
    err: { x: 0, n: 1000 },
    outTokMean: 150,
    clientLagP99: null,
    ...overrides,
  };
}

function changed({ first, second }: Candidate, share: number): HistoryRecord {
  return recordOf(slower(first, share), { confirmation: slower(second, share) });
}

function isRed(record: HistoryRecord, history: readonly HistoryRecord[]): boolean {
  const { kind } = judgeRecord({ name: "w", record, history, policy: defaultPolicy });
  return kind === "regressed";
}

export interface Rate {
  readonly red: number;
  readonly of: number;
}

export function share({ red, of }: Rate): number {
  return red / of;
}

function rateOf(outcomes: readonly boolean[]): Rate {
  return { red: outcomes.filter(Boolean).length, of: outcomes.length };
}

/** Candidates that changed by `change`, against main's newest `jobs` jobs. */
export function reds(trials: readonly Trial[], jobs: number, change: number): Rate {
  return rateOf(
    trials.flatMap(({ history, candidates }) => {
      const records = history.slice(-jobs).map((cells) => recordOf(cells));
      return candidates.map((one) => isRed(changed(one, change), records));
    }),
  );
}

/** How main moves. */
export interface Step {
  readonly change: number;
  /** Whether the first job after it starts a new epoch by a mark. */
  readonly marked: boolean;
  /** Main's jobs since, the one with the step counted. */
  readonly since: number;
}

/** Candidates as slow as main has become, after a step in its history of 20 jobs before. */
export function redsAfterStep(trials: readonly Trial[], { change, marked, since }: Step): Rate {
  return rateOf(
    trials.flatMap(({ history, candidates }) => {
      const before = history.slice(0, 20).map((cells) => recordOf(cells));
      const after = history
        .slice(20, 20 + since)
        .map((cells, index) =>
          recordOf(slower(cells, change), { newEpoch: marked && index === 0 }),
        );
      const main = { name: "w", records: [...before, ...after], policy: defaultPolicy };
      const held = [...replay(main)].map(({ record }) => record);
      return candidates.map((one) => isRed(changed(one, change), held));
    }),
  );
}

/** Ten rounds of a hundred requests at each endpoint. */
const rounds = 10;
const requestsPerRound = 100;

export interface DuetSetting extends Pick<Setting, "cv" | "seed"> {
  readonly duets: number;
}

/** Endpoints placed alike: what disturbs one round disturbs both sides of it. A second duet of the same job confirms. */
export function duetsOf({ cv, seed, duets }: DuetSetting): DuetPair[] {
  const random = randomFrom(seed);
  const normal = normals(random);
  const dice = { random, normal };
  const side = (level: Level): PlayedRound["base"] => ({
    cells: cellsOf(runOf(level, dice, requestsPerRound), false),
    err: { x: 0, n: requestsPerRound },
  });
  const duet = (job: Job): PlayedRound[] =>
    Array.from({ length: rounds }, () => {
      const level = job();
      return { base: side(level), candidate: side(level) };
    });
  return Array.from({ length: duets }, () => {
    const job = jobOf(cv, normal);
    return { first: duet(job), second: duet(job) };
  });
}

interface DuetPair {
  readonly first: readonly PlayedRound[];
  readonly second: readonly PlayedRound[];
}

function slowerRounds(played: readonly PlayedRound[], change: number): PlayedRound[] {
  return played.map(({ base, candidate }) => ({
    base,
    candidate: { ...candidate, cells: slower(candidate.cells, change) },
  }));
}

/** Duets whose candidate changed by `change`, every limit at `limit`. */
export function duetReds(duets: readonly DuetPair[], limit: number, change: number): Rate {
  const limits = [...defaultPolicy.cells].map(
    ([id, one]) => [id, { ...one, maxChange: limit }] as const,
  );
  const policy = { ...defaultPolicy, cells: new Map(limits) };
  return rateOf(
    duets.map(({ first, second }) => {
      const { kind } = judge({
        run: runOfRounds(slowerRounds(first, change)),
        confirmation: runOfRounds(slowerRounds(second, change)),
        confirmable: false,
        declared: [],
        references: new Map(),
        policy,
      });
      return kind === "regressed";
    }),
  );
}

const { records: _, ...unrecorded } = aWorkloadRun();
const whole = { ...unrecorded, records: [] };

/** Only the rounds tell of a change: what either side's whole run shows is alike. */
function runOfRounds(rounds: readonly PlayedRound[]): Run {
  const duet = { endpoint: "http://base.test/v1", first: [], rounds: [...rounds], base: whole };
  return aRun({ workloads: [{ ...whole, duet }] });
}
