// Schedule: a workload and its seed made into planned requests.
import { createHash } from "node:crypto";
import type { Micros } from "../time.ts";
import { constantArrivals, poissonArrivals } from "./arrival.ts";
import { canonicalJson } from "./canonical.ts";
import { type NonceScope, noncesFrom } from "./nonce.ts";
import { promptFor } from "./prompts.ts";
import { randomStream } from "./random-stream.ts";
import type { Bound, Phase, Prompt, Workload } from "./workload.ts";

export interface PlannedRequest {
  /** Unique within the phase, counted from 0 in planned order. */
  readonly id: number;
  readonly phase: Phase;
  readonly prompt: Prompt;
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

/** Prompts that the digest covers: each depends on seed and id alone, so that the first ones stand for the rest. */
const digestedPrompts = 1_000;

function boundOf(workload: Workload, phase: Phase): Bound {
  return phase === "measure"
    ? workload.bound
    : { kind: "requests", requests: workload.warmUpRequests };
}

/** Warm-up arrives evenly, so that it is never above the measured load. */
function offsetsOf(workload: Workload, phase: Phase): readonly Micros[] | undefined {
  const { load, seed } = workload;
  if (load.kind === "closed") {
    return undefined;
  }
  const bound = boundOf(workload, phase);
  return load.arrival === "constant" || phase === "warm-up"
    ? constantArrivals(load.ratePerSecond, bound)
    : poissonArrivals(load.ratePerSecond, bound, randomStream(seed, "arrivals"));
}

/** How many requests a phase plans; undefined where the answers decide (closed loop for a duration). */
export function plannedCount(workload: Workload, phase: Phase): number | undefined {
  const bound = boundOf(workload, phase);
  return bound.kind === "requests" ? bound.requests : offsetsOf(workload, phase)?.length;
}

function digestSchedule(workload: Workload, phase: Phase): string {
  const digest = createHash("sha256").update(canonicalJson(offsetsOf(workload, phase) ?? null));
  const count = plannedCount(workload, phase) ?? digestedPrompts;
  for (let id = 0; id < Math.min(count, digestedPrompts); id++) {
    digest.update("\n").update(canonicalJson(promptFor(workload, { phase, id })));
  }
  return digest.digest("hex");
}

/**
 * What the phase sends, and when. Prompts are made when asked for (about 20 µs for 256 tokens), so that a closed loop may
 * go on for as long as it takes; the digest covers all offsets and the first 1,000 prompts.
 */
export function scheduleFrom(workload: Workload, phase: Phase, scope: NonceScope): Schedule {
  const offsets = offsetsOf(workload, phase);
  const count = plannedCount(workload, phase);
  const nonceOf = workload.cache === "cold" ? noncesFrom(scope, phase) : undefined;
  return {
    phase,
    ...(offsets === undefined ? {} : { offsets }),
    ...(count === undefined ? {} : { count }),
    request: (id) => ({
      id,
      phase,
      prompt: promptFor(workload, { phase, id, nonce: nonceOf?.(id) }),
    }),
    /** Made when asked for: a thousand prompts take as long as some requests. */
    get digest() {
      return digestSchedule(workload, phase);
    },
  };
}
