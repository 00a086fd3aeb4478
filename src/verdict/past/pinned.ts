// Slow drift: main's level against a pinned job, such as the last release's, however much was accepted in between.
import type { HistoryRecord } from "../../baseline/history.ts";
import { type Cell, cells, isFailureShare } from "../../metrics/catalog.ts";
import { fromLog } from "../../metrics/cells.ts";
import { holm } from "../../stats/multiplicity.ts";
import { type Warning, warning } from "../../warning.ts";
import { thetaOf } from "../cells/cases.ts";
import { objections } from "../cells/comparable.ts";
import { effectOf, predict } from "../cells/compare.ts";
import type { CellLimit, GatePolicy } from "../policy.ts";
import { cellName, movement } from "../words.ts";
import { currentEpoch, epochsOf, logsOf } from "./epochs.ts";

export interface SincePin {
  /** The workload's. */
  readonly name: string;
  readonly pinned: HistoryRecord;
  /** Main's, of one key, oldest first, the newest included. */
  readonly jobs: readonly HistoryRecord[];
  readonly policy: GatePolicy;
  readonly openLoop: boolean;
}

/** Nothing is measured a second time for it. */
const alpha = 0.01;
const slack = 1e-9;

/**
 * What main has lost since the pin, a sentence a cell. The question is the gate's, asked the other way round: could the
 * pinned job be one more job of main as it is now? It must be better by more than the cell's limit, and by Holm's p over
 * the gating cells. Shares of failures are left to their own test.
 */
export function sincePin(request: SincePin): Warning[] {
  const { pinned, policy } = request;
  const jobs = request.jobs.filter((job) => !isSame(job, pinned));
  const newest = jobs.at(-1);
  if (!newest) return [];
  if (newest.key !== pinned.key) return [incomparable(request, "it is of another workload")];
  const current = currentEpoch(jobs, pinned.where);
  if (current.length === 0)
    return [incomparable(request, `it ran on ${pinned.where}, main now on ${newest.where}`)];
  const objection = objections(pinned, current);
  const epochs = epochsOf(jobs);
  const tested = [...policy.cells].flatMap(([id, limit]) => {
    const cell = cells.get(id);
    if (!cell || !gates(cell, request) || objection(cell)) return [];
    return testedCell({ cell, limit, pinned, logs: logsOf(epochs, id), policy }) ?? [];
  });
  const ps = holm(tested.map(({ p }) => p));
  return tested
    .filter((one, index) => one.moved && (ps[index] ?? 1) <= alpha)
    .map((one) => drifted(request, one));
}

function isSame(a: HistoryRecord, b: HistoryRecord): boolean {
  return a.sha === b.sha && a.time === b.time && a.runId === b.runId;
}

/** In an open loop throughput is the offered rate. */
function gates({ id, metric }: Cell, { openLoop, policy }: SincePin): boolean {
  if (isFailureShare(metric)) return false;
  return !openLoop || !id.endsWith("_throughput") || policy.named.has(id);
}

interface Trial {
  readonly cell: Cell;
  readonly limit: CellLimit;
  readonly pinned: HistoryRecord;
  readonly logs: ReturnType<typeof logsOf>;
  readonly policy: GatePolicy;
}

interface Tested {
  readonly cell: Cell;
  /** In the metric's unit. */
  readonly then: number;
  readonly now: number;
  readonly p: number;
  readonly moved: boolean;
}

function testedCell({ cell, limit, pinned, logs, policy }: Trial): Tested | undefined {
  const logged = pinned.cells[cell.id];
  if (!logged || !logs) return undefined;
  const terms = { epochs: logs, withinRun: logged.w, assumedCv: policy.assumedRunCv };
  const prediction = predict(terms);
  if (!prediction) return undefined;
  const { d, pImproved } = effectOf(logged.y, prediction);
  const { better } = cell.metric;
  const [then, now] = [fromLog(logged.y, better), fromLog(prediction.centre, better)];
  const moved =
    -d > thetaOf(limit, cell) + slack && Math.abs(now - then) >= limit.minChange - slack;
  return { cell, then, now, p: pImproved, moved };
}

function referenceName({ name, pinned }: SincePin): string {
  const commit = pinned.sha === "unknown" ? "" : ` (${pinned.sha.slice(0, 7)})`;
  return `${name}'s reference of ${pinned.time.slice(0, 10)}${commit}`;
}

function drifted(request: SincePin, { cell, then, now }: Tested): Warning {
  const since = `since ${referenceName(request)}`;
  const message = `${cellName(cell)} of main ${movement(now / then - 1)} ${since}.`;
  return warning("drifted-since-reference", message);
}

function incomparable(request: SincePin, why: string): Warning {
  const message = `Main cannot be compared with ${referenceName(request)}: ${why}.`;
  return warning("reference-not-comparable", message);
}
