// Observation: what of one workload's run is compared, and what must be alike for that.
import type { CellId } from "./catalog.ts";
import { cellsOf } from "./cells.ts";
import type { Environment, Run, WorkloadRun } from "./run.ts";

/** A cell without its value: the value follows from y. */
export interface Logged {
  readonly y: number;
  readonly w: number;
  readonly n: number;
}

/** The shape of a history record's comparable part; null is unknown. */
export interface Observation {
  readonly where: string;
  readonly cells: Readonly<Record<CellId, Logged>>;
  /** Failed of attempted requests. */
  readonly err: { readonly x: number; readonly n: number };
  /** Of the failed ones those that were refused for load; undefined where that is not known. */
  readonly rej?: number | undefined;
  readonly outTokMean: number | null;
  readonly tokenSource?: string | undefined;
  readonly cachedShare?: number | null | undefined;
}

/** Hosted runners renew their image every week ("ubuntu24 20261101.1"): a new build is not another place. */
const imageBuild = /[\s/@_-]*\d{8}[\d.]*$/;

/** What a pull request cannot change, in one readable line: the runner, hardware and region as stated. */
export function whereOf({ runner, hardware, region }: Environment): string {
  const image = runner.image?.replace(imageBuild, "") ?? null;
  const stated = [image, runner.architecture, hardware, region];
  return stated.filter((part) => part !== null && part !== "").join(", ");
}

/** `run` as far as the workload does not say itself where it was measured. */
export function observe(run: Pick<Run, "environment">, workload: WorkloadRun): Observation {
  const { counts, tokens } = workload;
  return {
    where: whereOf((workload.leg ?? run).environment),
    cells: loggedCells(workload),
    err: { x: counts.failed, n: counts.attempted },
    rej: refusedOf(counts),
    outTokMean: tokens.output && tokens.output.n > 0 ? tokens.output.mean : null,
    tokenSource: tokens.source,
    cachedShare: tokens.cachedShare,
  };
}

/** Files from before refusals were counted know those that have a kind of their own. */
export function refusedOf({ refused, failures }: WorkloadRun["counts"]): number {
  return refused ?? failures["rejected"] ?? 0;
}

function loggedCells(workload: WorkloadRun): Record<CellId, Logged> {
  const entries = Object.entries(cellsOf(workload));
  return Object.fromEntries(entries.map(([id, { y, w, n }]) => [id, { y, w, n }]));
}
