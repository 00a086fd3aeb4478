// BaselineStore: the port behind which baselines are kept.
import type { Run } from "../metrics/run.ts";
import type { BaselineDocument, HistoryRecord } from "./history.ts";

/** What one lookup found; every way of having nothing is told apart. */
export type BaselineRead =
  | { readonly kind: "found"; readonly document: BaselineDocument; readonly source: string }
  | { readonly kind: "absent"; readonly source: string }
  | { readonly kind: "unreadable"; readonly source: string; readonly why: string };

/** What a main job adds: its run, and one history record per workload name. */
export interface Recording {
  readonly run: Run;
  readonly records: ReadonlyMap<string, HistoryRecord>;
  /** Jobs kept per workload. */
  readonly keep: number;
}

export interface BaselineStore {
  /** Throws a configuration error where a path that the user named cannot be read. */
  read(): Promise<BaselineRead>;
  /** Adds to what is there, atomically; says where it now lies. */
  record(recording: Recording): Promise<string>;
}
