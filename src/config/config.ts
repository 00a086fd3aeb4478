// Config: everything the user decided, checked; nothing after it validates again or changes it.
import type { Micros } from "../time.ts";
import type { GatePolicy } from "../verdict/policy.ts";
import type { Workload } from "../workload/workload.ts";

/** Where requests go and with what credentials. The URL may carry a query, never user information. */
export interface Target {
  readonly endpoint: URL;
  readonly apiKey: string | undefined;
  /** Added to or replacing what the API sends; lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly insecureTls: boolean;
}

/** As the user states them; undefined is shown as "not stated". */
export interface StatedEnvironment {
  readonly model: string | undefined;
  readonly precision: string | undefined;
  readonly hardware: string | undefined;
  readonly engine: string | undefined;
  readonly replicas: string | undefined;
  readonly region: string | undefined;
}

/** How a measurement is carried out, beyond the workloads themselves. */
export interface MeasureSettings {
  /** Undefined: no readiness probe. */
  readonly readyTimeout: Micros | undefined;
  /** How long running requests may finish after sending stopped; then they are cut. */
  readonly drainTimeout: Micros;
  /** Bounds the whole job, waiting and confirmation included. */
  readonly budget: Micros;
  readonly maxRequests: number | undefined;
  readonly maxTokens: number | undefined;
  readonly expectVersion: { readonly url: string; readonly text: string } | undefined;
  /** The endpoint's own metrics page. */
  readonly metricsUrl: string | undefined;
  readonly saveResponses: boolean;
  readonly environment: StatedEnvironment;
}

/** Workflow artifacts, a data branch, or a path that the user keeps. */
export type BaselinePlace =
  | { readonly kind: "artifact" }
  | { readonly kind: "branch" }
  | { readonly kind: "path"; readonly path: string };

interface BaselineSettings {
  /** Undefined where nobody said: what is usual differs between the action and the command line. */
  readonly place: BaselinePlace | undefined;
  /** The data branch, for the place of that kind. */
  readonly branch: string;
  /** Older baselines make the comparison inconclusive. */
  readonly maxAge: Micros;
  /** Starts a new epoch with the job that carries it. */
  readonly reset: boolean;
  /** This job of main is the reference that later ones are held against for slow drift. */
  readonly pin: boolean;
}

/**
 * `auto`: by the event, a pull request is gated and the main branch recorded. `comment`: tells what a fork's run said.
 * `calibrate`: several jobs of main in a row.
 */
type Mode = "auto" | "measure" | "compare" | "comment" | "calibrate";

/** What judging takes, whether or not something is measured first. */
export interface JudgeConfig {
  /** Names this gate in comments and files; several gates of one repository differ in it. */
  readonly name: string;
  readonly mode: Mode;
  /** Measured by a calibration; 0: none, what is remembered is shown. */
  readonly jobs: number;
  /** Directory of runs and reports. */
  readonly results: string;
  readonly baseline: BaselineSettings;
  readonly policy: GatePolicy;
  readonly comment: boolean;
  /** The label that accepts a slowdown. */
  readonly acceptLabel: string;
  /** Where a fork's pull request comes without secrets. */
  /** Undefined: skip where it is known, and not by the change, that there is a secret to miss. */
  readonly onMissingSecret: "skip" | "fail" | undefined;
  readonly githubToken: string | undefined;
  /** Legs of a matrix that must have left a run; undefined where nobody said. */
  readonly legs: readonly string[] | undefined;
  /** Workloads that must have been measured; empty where the configuration names none. */
  readonly declared: readonly string[];
}

/** A second endpoint, measured in alternating rounds with the first; it gets the same key and headers. */
export interface DuetSettings {
  readonly endpoint: URL;
  /** At least 6. */
  readonly rounds: number;
}

export interface Config extends JudgeConfig {
  readonly target: Target;
  /** At least one. */
  readonly workloads: readonly Workload[];
  readonly measure: MeasureSettings;
  /** Absent: the endpoint is compared with main's history. */
  readonly duet?: DuetSettings | undefined;
}
