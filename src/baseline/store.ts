// BaselineStore: the port behind which baselines are kept.
import type { Run } from "../metrics/run.ts";
import type { Warning } from "../warning.ts";
import type { BaselineDocument, HistoryRecord } from "./history.ts";

/** What one lookup found; every way of having nothing is told apart. `source` names the place for people. */
export type BaselineRead =
  | {
      readonly kind: "found";
      readonly document: BaselineDocument;
      readonly source: string;
      /** What was there and was not used. */
      readonly warnings?: readonly Warning[];
    }
  | {
      readonly kind: "absent";
      readonly source: string;
      /** What is known of it, a clause. */
      readonly why?: string;
      /** There was one before, and it is gone. */
      readonly lost?: boolean;
    }
  | { readonly kind: "unreadable"; readonly source: string; readonly why: string };

/**
 * What a main job adds: its run, and one history record per workload name. A workload without one that was measured in
 * rounds adds its duet alone: main's jobs measure one endpoint at a time.
 */
export interface RecordedJob {
  readonly run: Run;
  readonly records: ReadonlyMap<string, HistoryRecord>;
}

export interface Recording extends RecordedJob {
  /** Jobs that were measured before it in the same go, oldest first. */
  readonly earlier?: readonly RecordedJob[] | undefined;
  /** Jobs kept per workload. */
  readonly keep: number;
}

/** Where a job now lies, or why it could not be kept: that changes no verdict. */
export type Recorded =
  | { readonly kind: "recorded"; readonly at: string }
  | { readonly kind: "not-recorded"; readonly why: string };

export interface BaselineStore {
  /** Throws a configuration error where a path that the user named cannot be read. */
  read(): Promise<BaselineRead>;
  /** Adds to what is there, atomically; never overwrites what it cannot read. */
  record(recording: Recording): Promise<Recorded>;
}
