// Cases: each cell of a workload, either settled beforehand (why it cannot be tested) or ready for its test.
import type { HistoryRecord } from "../../baseline/history.ts";
import {
  type Cell,
  type CellId,
  cells,
  isFailureShare,
  quantileOf,
} from "../../metrics/catalog.ts";
import { fromLog } from "../../metrics/cells.ts";
import type { Logged, Observation } from "../../metrics/observation.ts";
import { currentEpoch, type Drift, driftOf, epochsOf, logsOf } from "../past/epochs.ts";
import { type CellLimit, defaultLimit, type GatePolicy } from "../policy.ts";
import type { Comparison, InconclusiveReason } from "../verdict.ts";
import { type Objection, objections } from "./comparable.ts";
import { type Prediction, predict } from "./compare.ts";

/** One workload's candidate and what it is compared with. */
export interface Subject {
  readonly workload: string;
  readonly candidate: Observation;
  /** The same, measured again. */
  readonly confirmation?: Observation | undefined;
  /** Oldest first, of the candidate's key, ending with the chosen baseline; empty where there is none. */
  readonly history: readonly HistoryRecord[];
  /** A plan decides when requests are sent, so that throughput is what was offered. */
  readonly openLoop: boolean;
}

/** What is known of a cell before its test. */
type Opening = Pick<
  Comparison,
  "workload" | "cell" | "gating" | "limit" | "theta" | "jobs" | "candidate" | "n" | "pExact"
>;

interface Settled {
  readonly kind: "settled";
  readonly comparison: Comparison;
}

export interface Testable {
  readonly kind: "testable";
  readonly opening: Opening;
  readonly limit: CellLimit;
  readonly theta: number;
  readonly prediction: Prediction;
  /** Logs of the candidate, of its second measurement, and of the chosen baseline. */
  readonly y: number;
  readonly again: number | undefined;
  readonly last: number;
}

export type Case = Settled | Testable;

export interface CaseList {
  readonly cases: readonly Case[];
  /** Jobs of the current epoch. */
  readonly jobs: number;
  /** Cells gated by default that neither side has. */
  readonly dropped: readonly Cell[];
  /** Gating cells in which main has become worse by more than one change may, and nobody accepted it. */
  readonly drifted: readonly DriftedCell[];
}

export interface DriftedCell extends Drift {
  readonly cell: Cell;
}

/** θ: the allowed change on the log scale, worse = positive. */
export function thetaOf({ maxChange }: CellLimit, { metric }: Cell): number {
  return metric.better === "lower" ? Math.log(1 + maxChange) : -Math.log(1 - maxChange);
}

/** Every cell that either side has or that gates; not the shares of failures, which are no logs. */
export function casesOf(subject: Subject, policy: GatePolicy): CaseList {
  const ground = groundOf(subject);
  const wanted = [...cells.values()].filter(({ metric }) => !isFailureShare(metric));
  const cases = wanted.flatMap((cell) => caseOf(cell, { subject, ground, policy }) ?? []);
  const dropped = wanted.filter(
    ({ id }) => policy.cells.has(id) && !policy.named.has(id) && !isKnown(id, subject, ground),
  );
  const drifted = wanted.flatMap((cell) => driftedCell(cell, ground, policy) ?? []);
  return { cases, jobs: ground.current.length, dropped, drifted };
}

function driftedCell(cell: Cell, ground: Ground, policy: GatePolicy): DriftedCell | undefined {
  const limit = policy.cells.get(cell.id);
  const drift = limit && ground.current.length > 0 ? driftOf(ground.epochs, cell.id) : undefined;
  return limit && drift && drift.by > thetaOf(limit, cell) ? { cell, ...drift } : undefined;
}

/** What the candidate stands on: the history in epochs, and what speaks against a comparison. */
interface Ground {
  readonly epochs: readonly (readonly HistoryRecord[])[];
  readonly current: readonly HistoryRecord[];
  readonly newest: HistoryRecord | undefined;
  /** The place of the newest record, where the candidate was measured elsewhere. */
  readonly movedFrom: string | undefined;
  readonly objection: Objection;
  readonly againObjection: Objection;
}

function groundOf({ candidate, confirmation, history }: Subject): Ground {
  const newest = history.at(-1);
  const movedFrom = newest && newest.where !== candidate.where ? newest.where : undefined;
  const current = currentEpoch(history, candidate.where);
  const none: Objection = () => undefined;
  return {
    epochs: epochsOf(history),
    current,
    newest,
    movedFrom,
    objection: current.length > 0 ? objections(candidate, current) : none,
    againObjection: confirmation && current.length > 0 ? objections(confirmation, current) : none,
  };
}

function isKnown(id: CellId, { candidate }: Subject, { newest }: Ground): boolean {
  return candidate.cells[id] !== undefined || newest?.cells[id] !== undefined;
}

interface Context {
  readonly subject: Subject;
  readonly ground: Ground;
  readonly policy: GatePolicy;
}

function caseOf(cell: Cell, context: Context): Case | undefined {
  const { subject, ground, policy } = context;
  const named = policy.named.has(cell.id);
  if (!isKnown(cell.id, subject, ground) && !named) return undefined;
  const limit = policy.cells.get(cell.id) ?? defaultLimit(cell);
  const logs = ground.current.length > 0 ? (logsOf(ground.epochs, cell.id) ?? []) : [];
  const opening = openingOf(cell, limit, { ...context, logs });
  const logged = subject.candidate.cells[cell.id];
  if (!logged) {
    return named
      ? settled(opening, "no-number", "nothing was measured for it")
      : settled(opening, "not-comparable", "main measured it, this run has no number for it");
  }
  return (
    hindrance(cell, logged, { opening, context }) ??
    testable(cell, logged, { opening, limit, context: { ...context, logs } })
  );
}

/** In an open loop throughput is the offered rate: it gates only where the user asked for it. */
function gates(cell: Cell, { subject, policy }: Context): boolean {
  const offered = subject.openLoop && cell.id.endsWith("_throughput");
  return policy.cells.has(cell.id) && (!offered || policy.named.has(cell.id));
}

/** With the cell's logs by epoch; none where it has no current level. */
interface CellContext extends Context {
  readonly logs: readonly (readonly number[])[];
}

function openingOf(cell: Cell, limit: CellLimit, context: CellContext): Opening {
  const { subject, logs } = context;
  const logged = subject.candidate.cells[cell.id];
  const { better } = cell.metric;
  return {
    workload: subject.workload,
    cell,
    gating: gates(cell, context),
    limit: better === "lower" ? limit.maxChange : -limit.maxChange,
    theta: thetaOf(limit, cell),
    jobs: logs.at(-1)?.length ?? 0,
    ...(logged && { candidate: fromLog(logged.y, better), n: logged.n }),
  };
}

function settled(opening: Opening, reason: InconclusiveReason, note?: string): Settled {
  const finding = { finding: "inconclusive", reason, smallSlowdownLikely: false } as const;
  return { kind: "settled", comparison: { ...opening, ...finding, ...(note && { note }) } };
}

interface Prepared<C extends Context = Context> {
  readonly opening: Opening;
  readonly context: C;
}

/** What keeps a measured cell from its test, the most general reason first. */
function hindrance(cell: Cell, logged: Logged, { opening, context }: Prepared): Case | undefined {
  const { ground, policy } = context;
  if (!ground.newest) return settled(opening, "no-baseline");
  if (ground.movedFrom !== undefined) {
    const { where } = context.subject.candidate;
    return settled(
      opening,
      "environment-changed",
      `main ran on ${ground.movedFrom}, this run on ${where}`,
    );
  }
  if (opening.jobs === 0) return settled(opening, "new", "main has not measured it in this epoch");
  const objection = ground.objection(cell);
  if (objection) return settled(opening, "not-comparable", objection);
  const needed = requestsNeeded(cell, opening.jobs >= policy.minHistory);
  if (logged.n >= needed) return undefined;
  return settled(opening, "insufficient-samples", `needs ${needed} requests, had ${logged.n}`);
}

/** Requests beyond the quantile that its estimate rests on: n(1 − q) ≥ 5, or 10 without the support of a history. */
export function requestsNeeded({ statistic }: Cell, supported: boolean): number {
  const q = statistic && quantileOf[statistic];
  if (q === undefined) return 1;
  return Math.ceil((supported ? 5 : 10) / (1 - q) - 1e-9);
}

function testable(
  cell: Cell,
  logged: Logged,
  { opening, limit, context }: Prepared<CellContext> & { readonly limit: CellLimit },
): Case {
  const { subject, ground, policy, logs } = context;
  const prediction = predict({ epochs: logs, withinRun: logged.w, assumedCv: policy.assumedRunCv });
  const last = logs.at(-1)?.at(-1);
  if (!prediction || last === undefined) return settled(opening, "new");
  const again = ground.againObjection(cell) ? undefined : subject.confirmation?.cells[cell.id]?.y;
  const theta = thetaOf(limit, cell);
  return { kind: "testable", opening, limit, theta, prediction, y: logged.y, again, last };
}
