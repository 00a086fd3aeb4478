// References: what main remembers of each workload, as far as this job is compared with it.
import type { BaselineDocument, HistoryRecord, PlacementDuet } from "./baseline/history.ts";
import { historyRecordFrom } from "./baseline/history-record.ts";
import { selectBaseline } from "./baseline/select.ts";
import type { BaselineRead } from "./baseline/store.ts";
import type { JudgeConfig } from "./config/config.ts";
import { type CellId, cells } from "./metrics/catalog.ts";
import { fromLog } from "./metrics/cells.ts";
import type { Run } from "./metrics/run.ts";
import type { HistorySeries } from "./report/input.ts";
import { isOpenLoop, type Reference } from "./verdict/brief.ts";
import { startsNewLevel } from "./verdict/past/new-level.ts";
import { sincePin } from "./verdict/past/pinned.ts";
import { withoutThin } from "./verdict/past/thin.ts";
import { type Warning, warning } from "./warning.ts";

export interface ReferenceRequest {
  readonly read: BaselineRead;
  readonly run: Run;
  readonly config: JudgeConfig;
  /** The commit that the change was made on and those that lead to it, where they are known. */
  readonly commit: {
    readonly base?: string | undefined;
    readonly ancestors?: readonly string[] | undefined;
    /** The branch that the change goes to, where it is not main. */
    readonly aside?: string | undefined;
  };
  readonly now: Date;
}

function referenceTo(
  document: BaselineDocument,
  { name, key }: Run["workloads"][number],
  { read, config, commit, now }: ReferenceRequest,
): Reference | undefined {
  const baseline = Object.hasOwn(document.workloads, name) ? document.workloads[name] : undefined;
  // Of a workload that was only ever measured in rounds main remembers no job.
  if (!baseline?.history.length) return undefined;
  const { maxAge } = config.baseline;
  const keep = config.policy.history;
  const { base, ancestors, aside } = commit;
  const baseSha = aside === undefined ? base : ancestors?.[0];
  const selection = selectBaseline({ baseline, key, baseSha, ancestors, now, maxAge, keep });
  const near = { match: "approximate", distance: undefined } as const;
  return { ...selection, ...(aside !== undefined && near), source: read.source };
}

/** What lies between main and the change's own base would count as the change's. */
export function asideWarnings(
  references: ReadonlyMap<string, Reference>,
  { aside }: ReferenceRequest["commit"],
): readonly Warning[] {
  if (aside === undefined) return [];
  const how =
    references.size === 0
      ? "there is nothing to compare with"
      : "it is compared with main where that branch left it, and what that branch changed counts as well";
  const message = `This change goes to the branch ${aside}, of which nothing is recorded: ${how}.`;
  return [warning("base-not-recorded", message)];
}

/** Whether anything of the run needs main's past; what was measured in rounds has its base endpoint. */
export function isHeldAgainstMain({ workloads }: Run): boolean {
  return workloads.length === 0 || workloads.some(({ duet }) => duet === undefined);
}

/** Main's duets with itself, by the name of a workload that was measured in rounds; without them all is assumed. */
export function placementsOf(
  read: BaselineRead,
  { workloads }: Run,
): ReadonlyMap<string, readonly PlacementDuet[]> {
  if (read.kind !== "found") return new Map();
  const known = new Map(Object.entries(read.document.workloads));
  return new Map(
    workloads.flatMap(({ name, duet }) => {
      const duets = duet && known.get(name)?.duets;
      return duets ? [[name, duets] as const] : [];
    }),
  );
}

/** By workload name; a workload that main does not know, or that needs nothing of it, has none. */
export function referencesFrom(request: ReferenceRequest): ReadonlyMap<string, Reference> {
  const { read, run } = request;
  if (read.kind !== "found") return new Map();
  return new Map(
    run.workloads.flatMap((workload) => {
      if (workload.duet) return [];
      const reference = referenceTo(read.document, workload, request);
      return reference ? [[workload.name, reference] as const] : [];
    }),
  );
}

/**
 * Workloads that the very jobs of main measured which this change is held against, and that are not in its run. Main may
 * have dropped others long ago.
 */
export function unmeasuredOf(
  { read, run }: Pick<ReferenceRequest, "read" | "run">,
  references: ReadonlyMap<string, Reference>,
): readonly string[] {
  if (read.kind !== "found") return [];
  const jobs = new Set(
    [...references.values()].flatMap(({ history }) => history.at(-1)?.sha ?? []),
  );
  const here = new Set(run.workloads.map(({ name }) => name));
  return Object.entries(read.document.workloads)
    .filter(([name, { history }]) => !here.has(name) && history.some(({ sha }) => jobs.has(sha)))
    .map(([name]) => name);
}

/** Why nothing was found, in words that follow the workload's name. */
export function absenceOf(read: BaselineRead): string | undefined {
  switch (read.kind) {
    case "found":
      return undefined;
    case "absent":
      return read.why === undefined
        ? `nothing is recorded yet at ${read.source}`
        : `there is no baseline at ${read.source}: ${read.why}`;
    case "unreadable":
      return `the baseline at ${read.source} cannot be read: ${read.why}`;
  }
}

/** A baseline that never was is no reason to warn; one that is gone or cannot be read is. */
export function warningsOf(read: BaselineRead): readonly Warning[] {
  if (read.kind === "found") return read.warnings ?? [];
  if (read.kind === "absent" && !read.lost) return [];
  const { source } = read;
  return [
    read.kind === "absent"
      ? warning("baseline-lost", `There was a baseline in ${source}, and it is gone.`)
      : warning("baseline-unreadable", `What main remembers in ${source} could not be read.`),
  ];
}

function series(history: readonly HistoryRecord[], id: CellId): readonly number[] {
  const cell = cells.get(id);
  if (!cell) return [];
  return history.flatMap((record) => {
    const found = record.cells[id];
    return found ? [fromLog(found.y, cell.metric.better)] : [];
  });
}

/** What the report draws of main's past, for the cells that gate. */
export function seriesFrom(
  references: ReadonlyMap<string, Reference>,
  gating: Iterable<CellId>,
): ReadonlyMap<string, HistorySeries> {
  const ids = [...gating];
  return new Map(
    [...references].map(([name, { history }]) => [
      name,
      { cells: new Map(ids.map((id) => [id, series(history, id)])) },
    ]),
  );
}

/** Where main stands against the jobs that were pinned, this one included. */
export function pinWarnings(
  { read, config }: Pick<NewJob, "read" | "config">,
  records: ReadonlyMap<string, HistoryRecord>,
): readonly Warning[] {
  if (read.kind !== "found") return [];
  return Object.entries(read.document.workloads).flatMap(([name, workload]) => {
    const { pinned, definition, history } = workload;
    const record = records.get(name);
    if (!pinned || !record) return [];
    const jobs = [...history.filter(({ key }) => key === record.key), record];
    const { policy } = config;
    return sincePin({ name, pinned, jobs, policy, openLoop: isOpenLoop(definition) });
  });
}

/** What a main job adds: one record per workload. */
interface NewJob {
  readonly read: BaselineRead;
  readonly run: Run;
  readonly confirmation: Run | undefined;
  readonly config: JudgeConfig;
}

/** A record starts a new epoch where the user asks for one, and where main has moved twice in a row. */
export function recordsFrom({ read, run, confirmation, config }: NewJob) {
  const document = read.kind === "found" ? read.document : undefined;
  const { policy, baseline } = config;
  const recordOf = (workload: Run["workloads"][number]): HistoryRecord => {
    const { name, key, definition } = workload;
    const again = confirmation?.workloads.find(
      (one) => one.name === name && one.key === key && one.invalid.length === 0,
    );
    const known = document?.workloads[name]?.history ?? [];
    const history = known.filter((one) => one.key === key);
    const whole = { planned: workload.counts.planned, before: history.at(-1) };
    const record = withoutThin(historyRecordFrom({ run, workload, confirmation: again }), whole);
    const openLoop = isOpenLoop(definition);
    const moved = startsNewLevel({ name, record, history, policy, openLoop });
    const newEpoch = baseline.reset || moved;
    return { ...record, newEpoch, ...(baseline.pin && { pinned: true }) };
  };
  return new Map(run.workloads.map((workload) => [workload.name, recordOf(workload)] as const));
}
