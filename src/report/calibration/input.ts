// What a calibration's page is drawn from: the calibration itself, and how the jobs behind it went.
import type { Calibration } from "../../verdict/calibration/calibration.ts";
import type { DuetCalibration } from "../../verdict/calibration/duets.ts";

/** One measured job that does not count, from 1, and why. */
interface InvalidJob {
  readonly nth: number;
  readonly because: readonly string[];
}

export interface CalibrationInput {
  /** What each job was: of one endpoint, or of two in rounds. */
  readonly kind: "job" | "duet";
  readonly calibration: Calibration;
  /** Of workloads that were measured at two endpoints of one version. */
  readonly duets: readonly DuetCalibration[];
  /** Jobs that were to be measured; none where only what is remembered is shown. */
  readonly asked: number;
  readonly measured: number;
  readonly invalid: readonly InvalidJob[];
  /** Why fewer were measured than were asked for, a clause. */
  readonly stopped?: string | undefined;
  /** Where main's memory is. */
  readonly source: string;
  /** Why the valid ones could not be kept there. */
  readonly notRecorded?: string | undefined;
  /** Jobs from which the gate no longer calls itself calibrating. */
  readonly minHistory: number;
}

export function validOf({ measured, invalid }: CalibrationInput): number {
  return measured - invalid.length;
}
