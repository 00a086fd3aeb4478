// Readiness: asks until the endpoint has generated something, refuses for good, or time is up.
import type { Clock } from "../clock.ts";
import { fromMilliseconds, type Micros, micros } from "../time.ts";

/** `retry`: not yet, for this reason. `refused`: asking again would not help. */
export type ProbeOutcome = "ready" | { readonly retry: string } | { readonly refused: string };

export type Readiness =
  | { readonly kind: "ready"; readonly waited: Micros }
  | { readonly kind: "refused"; readonly reason: string }
  /** `reason`: what the last probe said. */
  | { readonly kind: "timeout"; readonly reason: string }
  | { readonly kind: "cancelled" };

export interface Waiting {
  readonly reason: string;
  /** Since the first probe. */
  readonly waited: Micros;
  /** Until the next one. */
  readonly pause: Micros;
}

export interface ReadinessParts {
  /** Bounds itself; a probe that runs at the deadline is waited for. */
  readonly probe: () => Promise<ProbeOutcome>;
  readonly clock: Clock;
  /** Instant of the last probe, at the latest; one probe is always made. */
  readonly deadline: Micros;
  readonly signal: AbortSignal;
  readonly onWait?: ((waiting: Waiting) => void) | undefined;
}

const firstPause = fromMilliseconds(500);
const longestPause = fromMilliseconds(5_000);

/** Pauses of 0.5, 1, 2, 4, 5, 5 … s, the last one cut at the deadline. */
export async function awaitReady(parts: ReadinessParts): Promise<Readiness> {
  const { probe, clock, deadline, signal, onWait } = parts;
  const startedAt = clock.now();
  let nextPause = firstPause;
  while (!signal.aborted) {
    const outcome = await probe();
    const now = clock.now();
    const waited = micros(now - startedAt);
    if (outcome === "ready") return { kind: "ready", waited };
    // A cut probe may call itself refused.
    if (signal.aborted) break;
    if ("refused" in outcome) return { kind: "refused", reason: outcome.refused };
    if (now >= deadline) return { kind: "timeout", reason: outcome.retry };
    const pause = micros(Math.min(nextPause, deadline - now));
    onWait?.({ reason: outcome.retry, waited, pause });
    await clock.sleepUntil(micros(now + pause), signal);
    nextPause = micros(Math.min(2 * nextPause, longestPause));
  }
  return { kind: "cancelled" };
}
