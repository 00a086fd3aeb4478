// Which recorded job may serve as the baseline of a change, and the history that ends with it.
import type { Definition, WorkloadRun } from "../metrics/run.ts";
import { fromMilliseconds, type Micros } from "../time.ts";
import type { HistoryRecord, WorkloadBaseline } from "./history.ts";

export interface SelectionRequest {
  readonly baseline: WorkloadBaseline;
  /** The candidate's key: records of other workloads may lie between its own. */
  readonly key: string;
  /** The commit that the change was made on, where it is known. */
  readonly baseSha?: string | undefined;
  /** The commits that lead to it, first parents, the nearest first; itself may be the first of them. */
  readonly ancestors?: readonly string[] | undefined;
  readonly now: Date;
  readonly maxAge: Micros;
  /** Jobs used at most. */
  readonly keep: number;
}

export interface Selection {
  /** What main measures under this name now; another key than the candidate's where the workload was changed. */
  readonly key: string;
  readonly definition: Definition;
  readonly newest: WorkloadRun;
  /** Oldest first; the last one is the chosen baseline. Empty where no record has the candidate's key. */
  readonly history: readonly HistoryRecord[];
  /** The base commit itself, one that leads to it, or only the newest of main. */
  readonly match: "exact" | "ancestor" | "approximate";
  /** Commits from the chosen one to the base commit; undefined where that is not known. */
  readonly distance: number | undefined;
  /** Undefined where nothing was chosen or its time cannot be read. */
  readonly age: Micros | undefined;
  /** Older than allowed, or of unknown age. */
  readonly tooOld: boolean;
}

/** The newest run of the base commit itself, else of the nearest ancestor, else the newest of main. */
export function selectBaseline(request: SelectionRequest): Selection {
  const { baseline, key, maxAge, keep } = request;
  const records = baseline.history.filter((record) => record.key === key);
  const nearest = nearestIn(records, lineageOf(request));
  const chosen = nearest?.index ?? records.length - 1;
  const age = ageOf(records[chosen], request.now);
  return {
    key: baseline.key,
    definition: baseline.definition,
    newest: baseline.newest,
    history: records.slice(0, chosen + 1).slice(-keep),
    match: matchAt(nearest?.distance),
    distance: nearest?.distance,
    age,
    tooOld: records.length > 0 && (age === undefined || age > maxAge),
  };
}

/** The base commit first. */
function lineageOf({ baseSha, ancestors = [] }: SelectionRequest): readonly string[] {
  return baseSha === undefined ? [] : [baseSha, ...ancestors.filter((sha) => sha !== baseSha)];
}

interface Nearest {
  readonly index: number;
  readonly distance: number;
}

function nearestIn(
  records: readonly HistoryRecord[],
  lineage: readonly string[],
): Nearest | undefined {
  const newest = new Map(records.map(({ sha }, index) => [sha, index]));
  const distance = lineage.findIndex((sha) => newest.has(sha));
  const index = newest.get(lineage[distance] ?? "");
  return index === undefined ? undefined : { index, distance };
}

function matchAt(distance: number | undefined): Selection["match"] {
  if (distance === undefined) return "approximate";
  return distance === 0 ? "exact" : "ancestor";
}

/** A record from the future (clocks differ) is as young as can be. */
function ageOf(record: HistoryRecord | undefined, now: Date): Micros | undefined {
  if (!record) return undefined;
  const elapsed = now.getTime() - Date.parse(record.time);
  return Number.isNaN(elapsed) ? undefined : fromMilliseconds(Math.max(0, elapsed));
}
