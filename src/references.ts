// References: what main remembers of each workload, as far as this job is compared with it.
import type { BaselineDocument, HistoryRecord } from "./baseline/history.ts";
import { selectBaseline } from "./baseline/select.ts";
import type { BaselineRead } from "./baseline/store.ts";
import type { JudgeConfig } from "./config/config.ts";
import { type CellId, cells } from "./metrics/catalog.ts";
import { fromLog } from "./metrics/cells.ts";
import type { Run } from "./metrics/run.ts";
import type { HistorySeries } from "./report/input.ts";
import type { Reference } from "./verdict/brief.ts";

export interface ReferenceRequest {
  readonly read: BaselineRead;
  readonly run: Run;
  readonly config: JudgeConfig;
  /** The commit that the change was made on, where it is known. */
  readonly baseSha: string | undefined;
  readonly now: Date;
}

function referenceTo(
  document: BaselineDocument,
  { name, key }: Run["workloads"][number],
  { read, config, baseSha, now }: ReferenceRequest,
): Reference | undefined {
  const baseline = document.workloads[name];
  if (!baseline) return undefined;
  const { maxAge } = config.baseline;
  const keep = config.policy.history;
  const selection = selectBaseline({ baseline, key, baseSha, now, maxAge, keep });
  return { ...selection, source: read.source };
}

/** By workload name; a workload that main does not know has none. */
export function referencesFrom(request: ReferenceRequest): ReadonlyMap<string, Reference> {
  const { read, run } = request;
  if (read.kind !== "found") return new Map();
  return new Map(
    run.workloads.flatMap((workload) => {
      const reference = referenceTo(read.document, workload, request);
      return reference ? [[workload.name, reference] as const] : [];
    }),
  );
}

/** Why nothing was found, in words that follow the workload's name. */
export function absenceOf(read: BaselineRead): string | undefined {
  switch (read.kind) {
    case "found":
      return undefined;
    case "absent":
      return `nothing is recorded yet at ${read.source}`;
    case "unreadable":
      return `the baseline at ${read.source} cannot be read: ${read.why}`;
  }
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
