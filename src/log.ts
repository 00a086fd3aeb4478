// Log: the port through which the program speaks while it works; what matters is in the report.
import type { Micros } from "./time.ts";

/** Where a load stands. `planned` is absent where only a duration bounds it. */
export interface ProgressState {
  readonly phase: string;
  readonly planned?: number | undefined;
  readonly sent: number;
  readonly done: number;
  readonly inFlight: number;
  readonly failed: number;
  readonly elapsed: Micros;
  readonly remaining?: Micros | undefined;
}

export interface Log {
  /** One line; text from outside must have been made safe before. */
  info(line: string): void;
  warn(line: string): void;
  /** May be called often: the log decides how much of it is shown. */
  progress(label: string, state: ProgressState): void;
}
