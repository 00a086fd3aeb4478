// Clock: the port through which everything that waits or stamps sees time, and the monotonic system clock.
import { setTimeout as sleep } from "node:timers/promises";
import { type Micros, micros, toMilliseconds } from "./time.ts";

export interface Clock {
  /** Monotonic; counts from an arbitrary start that is the same for the whole process. */
  now(): Micros;
  /** Resolves at `at`, never before it, or as soon as `signal` is aborted. */
  sleepUntil(at: Micros, signal?: AbortSignal): Promise<void>;
  /** Resolves after one turn of the event loop, so that sockets and timers get theirs. */
  nextTurn(): Promise<void>;
}

/** A timer may fire a millisecond late; the last stretch is therefore spent in turns of the loop. */
const spin = micros(2_000);

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function sleepUntil(at: Micros, signal?: AbortSignal): Promise<void> {
  const coarse = micros(at - systemClock.now() - spin);
  if (coarse > 0)
    await sleep(toMilliseconds(coarse), undefined, signal ? { signal } : {}).catch(() => {});
  while (systemClock.now() < at && !signal?.aborted) await nextTurn();
}

export const systemClock: Clock = {
  now: () => micros(performance.now() * 1_000),
  sleepUntil,
  nextTurn,
};
