// Schedule: a workload and its seed made into planned requests.
import type { Micros } from "../time.ts";
import type { Phase, Prompt } from "./workload.ts";

export interface PlannedRequest {
  /** Unique within the phase, counted from 0 in planned order. */
  readonly id: number;
  readonly phase: Phase;
  readonly prompt: Prompt;
}

/** What makes the nonces of one measurement differ from every other's; never part of the key. */
export interface NonceScope {
  /** Fresh entropy of the job, or a fixed text in tests. */
  readonly run: string;
  /** "first", "confirmation", … */
  readonly measurement: string;
  /** "candidate" or "baseline". */
  readonly side: string;
}

export interface Schedule {
  readonly phase: Phase;
  /** Open loop: due times from the start of the phase, ascending. Closed loop: absent. */
  readonly offsets?: readonly Micros[];
  /** Planned number of requests; absent for a closed loop bounded by duration. */
  readonly count?: number;
  /** The request with this id; equal for equal seed and scope. */
  request(id: number): PlannedRequest;
  /** sha256 over offsets and prompts without their nonces: equal on any machine for the same seed. */
  readonly digest: string;
}
