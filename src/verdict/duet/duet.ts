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
import { mean } from "../../stats/moments.ts";
import { type Case, type CaseList, type Testable, thetaOf } from "../cells/cases.ts";
import { type Circumstances, type Objection, objections } from "../cells/comparable.ts";
import { type Counts, type FailureTerms, failureRows } from "../cells/error-rate.ts";
import { type CellLimit, defaultLimit, type GatePolicy } from "../policy.ts";
import type { Comparison } from "../verdict.ts";
import { assumedPlacement, type Placement, predictDuet } from "./placement.ts";

/** What one endpoint showed in one round. */
interface Side {
  readonly cells: Readonly<Record<CellId, Logged>>;
}

/** The same prompts at both endpoints, one right after the other. */
interface Round {
  readonly base: Side;
  readonly candidate: Side;
}

/** Fewer differences tell too little of their own scatter. */
export const fewestRounds = 6;

/** Both endpoints in rounds, and what each of them showed over all rounds that must be alike. */
export interface PlayedDuet {
  readonly rounds: readonly Round[];
  readonly base: Circumstances;
  readonly candidate: Circumstances;
  /** Of all that was sent: what failed in a round that was cut has failed. */
  readonly failures: Readonly<Record<keyof Round, Counts>>;
}

export interface DuetSubject extends PlayedDuet {
  readonly workload: string;
  /** A second duet, where the first looked slower. */
  readonly confirmation?: PlayedDuet | undefined;
  /** A plan decides when requests are sent, so that throughput is what was offered. */
  readonly openLoop: boolean;
  /** By cell; assumed where none is known. */
  readonly placements?: ReadonlyMap<CellId, Placement> | undefined;
}

/** Each cell with a number on either side; not the shares of failures, which are no logs. */
export function duetCases(subject: DuetSubject, policy: GatePolicy): CaseList {
  const wanted = [...cells.values()].filter(({ metric }) => !isFailureShare(metric));
  const objection = objectionTo(subject);
  const again = subject.confirmation && objectionTo(subject.confirmation);
  const context = { subject, policy, objection, again };
  return {
    cases: wanted.flatMap((cell) => caseOf(cell, context) ?? []),
    jobs: subject.rounds.length,
    dropped: wanted.filter(
      ({ id }) => policy.cells.has(id) && !policy.named.has(id) && !isKnown(id, subject),
    ),
    drifted: [],
  };
}

function objectionTo({ base, candidate }: PlayedDuet): Objection {
  return objections(candidate, [base]);
}

function isKnown(id: CellId, { rounds }: PlayedDuet): boolean {
  return rounds.some(({ base, candidate }) => base.cells[id] ?? candidate.cells[id]);
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

interface Context {
  readonly subject: DuetSubject;
  readonly policy: GatePolicy;
  readonly objection: Objection;
  /** The second duet's. */
  readonly again: Objection | undefined;
}

interface PairedContext extends Context {
  readonly limit: CellLimit;
  readonly pairs: readonly Pair[];
}

function caseOf(cell: Cell, context: Context): Case | undefined {
  const { subject, policy } = context;
  if (!isKnown(cell.id, subject) && !policy.named.has(cell.id)) return undefined;
  const limit = policy.cells.get(cell.id) ?? defaultLimit(cell);
  const paired = { ...context, limit, pairs: pairsOf(subject.rounds, cell.id) };
  const opening = openingOf(cell, paired);
  const trouble = troubleOf(cell, paired);
  if (!trouble) return testable(cell, opening, paired);
  const finding = { finding: "inconclusive", smallSlowdownLikely: false } as const;
  return { kind: "settled", comparison: { ...opening, ...finding, ...trouble } };
}

function openingOf(cell: Cell, context: PairedContext): Testable["opening"] {
  const { subject, policy, limit, pairs } = context;
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
function troubleOf(cell: Cell, context: PairedContext): Trouble | undefined {
  const { pairs, objection } = context;
  if (pairs.length === 0) return absenceOf(cell, context);
  if (pairs.length < fewestRounds) return tooFew(`${fewestRounds} rounds`, pairs.length);
  const note = objection(cell);
  if (note) return { reason: "not-comparable", note };
  const q = cell.statistic && quantileOf[cell.statistic];
  const needed = q === undefined ? 1 : Math.ceil(10 / (1 - q) - 1e-9);
  const had = requestsOf(pairs);
  return had < needed ? tooFew(`${needed} requests`, had) : undefined;
}

function tooFew(needed: string, had: number): Trouble {
  return { reason: "insufficient-samples", note: `needs ${needed}, had ${had}` };
}

/** What the user named and the candidate has nowhere is no number, whatever the base has. */
function absenceOf({ id }: Cell, { subject: { rounds }, policy }: Context): Trouble {
  const inBase = rounds.some(({ base }) => base.cells[id]);
  const inCandidate = rounds.some(({ candidate }) => candidate.cells[id]);
  if (!inCandidate && (policy.named.has(id) || !inBase)) return { reason: "no-number" };
  if (inBase) return { reason: "not-comparable", note: "no round has it on both sides" };
  return { reason: "new" };
}

/** The base endpoint's mean stands in for the centre of a history, so that everything after it is the same. */
function testable(
  cell: Cell,
  opening: Testable["opening"],
  { subject, again, limit, pairs }: PairedContext,
): Testable {
  const differences = pairs.map(({ base, candidate }) => candidate.y - base.y);
  const centre = mean(pairs.map(({ base }) => base.y));
  const placement = subject.placements?.get(cell.id) ?? assumedPlacement;
  const flips = signFlips(differences)?.oneSided;
  const second =
    again?.(cell) === undefined ? pairsOf(subject.confirmation?.rounds ?? [], cell.id) : [];
  return {
    kind: "testable",
    opening: { ...opening, ...(flips !== undefined && { pExact: flips }) },
    limit,
    theta: thetaOf(limit, cell),
    prediction: { ...predictDuet(differences, placement), centre },
    y: centre + mean(differences),
    again:
      second.length >= fewestRounds
        ? centre + mean(second.map(({ base, candidate }) => candidate.y - base.y))
        : undefined,
    last: centre,
  };
}

/** Each side as one job, against its own base: what meets both in a second duet confirms nothing. */
export function duetFailures(subject: DuetSubject, terms: FailureTerms): Comparison[] {
  const { workload, rounds, failures, confirmation } = subject;
  const rows = failureRows({
    workload,
    candidate: failures.candidate,
    again: confirmation?.failures.candidate,
    jobs: jobsOf(failures),
    jobsAgain: confirmation && jobsOf(confirmation.failures),
    absence: { finding: "inconclusive", reason: "new" },
    terms,
  });
  return rows.map((row) => ({ ...row, jobs: rounds.length }));
}

function jobsOf({ base }: PlayedDuet["failures"]): readonly Counts[] {
  return base.err.n > 0 ? [base] : [];
}
