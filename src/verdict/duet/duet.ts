// Duet: both endpoints measured in alternating rounds of one job, compared round by round.
import {
  type Cell,
  type CellId,
  cells,
  isFailureShare,
  quantileOf,
} from "../../metrics/catalog.ts";
import { fromLog } from "../../metrics/cells.ts";
import type { Logged } from "../../metrics/observation.ts";
import { signFlips } from "../../stats/comparisons/paired.ts";
import { totalOf } from "../../stats/comparisons/scatter.ts";
import { mean } from "../../stats/moments.ts";
import { type Case, type Testable, thetaOf } from "../cells/cases.ts";
import { decide, type Terms } from "../cells/decide.ts";
import { type Counts, failureRows, refusals } from "../cells/error-rate.ts";
import { type CellLimit, defaultLimit, type GatePolicy } from "../policy.ts";
import type { Comparison, Verdict } from "../verdict.ts";
import { assumedPlacement, type Placement, predictDuet } from "./placement.ts";

/** What one endpoint showed in one round. */
export interface Side {
  readonly cells: Readonly<Record<CellId, Logged>>;
  readonly err: { readonly x: number; readonly n: number };
  readonly rej?: number | undefined;
}

/** The same prompts at both endpoints, one right after the other. */
export interface Round {
  readonly base: Side;
  readonly candidate: Side;
}

const fewestRounds = 6;
export interface DuetSubject {
  readonly workload: string;
  readonly rounds: readonly Round[];
  /** A second duet, where the first looked slower. */
  readonly confirmation?: readonly Round[] | undefined;
  /** A plan decides when requests are sent, so that throughput is what was offered. */
  readonly openLoop: boolean;
  /** By cell; assumed where none is known. */
  readonly placements?: ReadonlyMap<CellId, Placement> | undefined;
}

export interface DuetFindings extends Pick<Verdict, "confirmation" | "alpha"> {
  /** By subject, each cell with a number on either side, the failures last. */
  readonly comparisons: readonly (readonly Comparison[])[];
}

export interface DuetTerms extends Terms {
  readonly policy: GatePolicy;
}

/** One Holm family over the gating cells of all subjects, as with a history. */
export function duetFindings(subjects: readonly DuetSubject[], terms: DuetTerms): DuetFindings {
  const lists = subjects.map((subject) => casesOf(subject, terms.policy));
  const testable = lists.flat().filter((one) => one.kind === "testable");
  const { comparisons, confirmation, alpha } = decide(testable, terms);
  const decided = [...comparisons];
  const found = lists.map((list, index) => [
    ...list.flatMap((one) => (one.kind === "settled" ? one.comparison : (decided.shift() ?? []))),
    ...errorsOf(subjects[index], terms),
  ]);
  return { confirmation, alpha, comparisons: found };
}

function casesOf(subject: DuetSubject, policy: GatePolicy): Case[] {
  const wanted = [...cells.values()].filter(({ metric }) => !isFailureShare(metric));
  return wanted.flatMap((cell) => caseOf(cell, subject, policy) ?? []);
}

interface Pair {
  readonly base: Logged;
  readonly candidate: Logged;
}

/** Rounds in which both sides have a number for the cell. */
function pairsOf(rounds: readonly Round[], id: CellId): Pair[] {
  return rounds.flatMap((round) => {
    const [base, candidate] = [round.base.cells[id], round.candidate.cells[id]];
    return base && candidate ? [{ base, candidate }] : [];
  });
}

function caseOf(cell: Cell, subject: DuetSubject, policy: GatePolicy): Case | undefined {
  const { rounds } = subject;
  const named = policy.named.has(cell.id);
  const known = rounds.some(
    ({ base, candidate }) => base.cells[cell.id] ?? candidate.cells[cell.id],
  );
  if (!known && !named) return undefined;
  const limit = policy.cells.get(cell.id) ?? defaultLimit(cell);
  const pairs = pairsOf(rounds, cell.id);
  const opening = openingOf(cell, { subject, policy, limit, pairs });
  const trouble = troubleOf(cell, rounds, pairs);
  if (trouble) {
    const finding = { finding: "inconclusive", smallSlowdownLikely: false } as const;
    return { kind: "settled", comparison: { ...opening, ...finding, ...trouble } };
  }
  return testable(cell, { subject, opening, limit, pairs });
}

interface Context {
  readonly subject: DuetSubject;
  readonly policy: GatePolicy;
  readonly limit: CellLimit;
  readonly pairs: readonly Pair[];
}

function openingOf(cell: Cell, { subject, policy, limit, pairs }: Context): Testable["opening"] {
  const offered = subject.openLoop && cell.id.endsWith("_throughput");
  const { better } = cell.metric;
  return {
    workload: subject.workload,
    cell,
    gating: policy.cells.has(cell.id) && (!offered || policy.named.has(cell.id)),
    limit: better === "lower" ? limit.maxChange : -limit.maxChange,
    theta: thetaOf(limit, cell),
    jobs: pairs.length,
    n: requestsOf(pairs),
    ...(pairs.length > 0 && {
      candidate: fromLog(mean(pairs.map(({ candidate }) => candidate.y)), better),
    }),
  };
}

function requestsOf(pairs: readonly Pair[]): number {
  return pairs.reduce((sum, { candidate }) => sum + candidate.n, 0);
}

type Trouble = Pick<Comparison, "reason" | "note">;

/** What keeps a cell from its test. Without a history a quantile wants ten requests beyond it, over all rounds. */
function troubleOf(
  cell: Cell,
  rounds: readonly Round[],
  pairs: readonly Pair[],
): Trouble | undefined {
  if (pairs.length === 0) return absenceOf(cell, rounds);
  if (pairs.length < fewestRounds) return tooFew(`${fewestRounds} rounds`, pairs.length);
  const q = cell.statistic && quantileOf[cell.statistic];
  const needed = q === undefined ? 1 : Math.ceil(10 / (1 - q) - 1e-9);
  const had = requestsOf(pairs);
  return had < needed ? tooFew(`${needed} requests`, had) : undefined;
}

function tooFew(needed: string, had: number): Trouble {
  return { reason: "insufficient-samples", note: `needs ${needed}, had ${had}` };
}

function absenceOf({ id }: Cell, rounds: readonly Round[]): Trouble {
  const inBase = rounds.some(({ base }) => base.cells[id]);
  const inCandidate = rounds.some(({ candidate }) => candidate.cells[id]);
  if (inBase) return { reason: "not-comparable", note: "no round has it on both sides" };
  return { reason: inCandidate ? "new" : "no-number" };
}

interface Ready extends Omit<Context, "policy"> {
  readonly opening: Testable["opening"];
}

/** The base endpoint's mean stands in for the centre of a history, so that everything after it is the same. */
function testable(cell: Cell, { subject, opening, limit, pairs }: Ready): Testable {
  const differences = pairs.map(({ base, candidate }) => candidate.y - base.y);
  const centre = mean(pairs.map(({ base }) => base.y));
  const placement = subject.placements?.get(cell.id) ?? assumedPlacement;
  const again = pairsOf(subject.confirmation ?? [], cell.id);
  const second = mean(again.map(({ base, candidate }) => candidate.y - base.y));
  const flips = signFlips(differences)?.oneSided;
  return {
    kind: "testable",
    opening: { ...opening, ...(flips !== undefined && { pExact: flips }) },
    limit,
    theta: thetaOf(limit, cell),
    prediction: { ...predictDuet(differences, placement), centre },
    y: centre + mean(differences),
    again: again.length > 0 ? centre + second : undefined,
    last: centre,
  };
}

/** Both sides over all rounds, as one job against one job. */
function errorsOf(subject: DuetSubject | undefined, terms: DuetTerms): Comparison[] {
  if (!subject) return [];
  const { workload, rounds, confirmation } = subject;
  const { policy, confirmable } = terms;
  const base = countsOf(rounds, "base");
  return failureRows({
    workload,
    candidate: countsOf(rounds, "candidate"),
    again: confirmation && countsOf(confirmation, "candidate"),
    jobs: base.err.n > 0 ? [base] : [],
    absence: { finding: "inconclusive", reason: "new" },
    terms: { policy, awaited: confirmable && policy.confirm > 0 && !confirmation },
  });
}

function countsOf(rounds: readonly Round[], side: keyof Round): Counts {
  const sides = rounds.map((round) => round[side]);
  const refused = sides.map(refusals);
  return {
    err: totalOf(sides.map(({ err }) => err)),
    rej: refused.includes(undefined)
      ? undefined
      : refused.reduce<number>((sum, count) => sum + (count ?? 0), 0),
  };
}
