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

/** Beyond its millisecond a timer is late by some tenths of one. */
const spin = micros(700);
const oneMillisecond = micros(1_000);

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A turn of the loop takes some 3 µs where nothing has to be done in it, and ten times as long for a single read. */
const idleTurn = micros(10);
let spun = 0;

/** How long all spins idled so far, which the event loop itself counts as busy. */
export function idlySpun(): Micros {
  return micros(spun);
}

/** Turn after turn of the loop, so that sockets get theirs; the last stretch before `at`. */
function spinUntil(at: Micros, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let before = systemClock.now();
    const look = () => {
      const now = systemClock.now();
      if (now - before <= idleTurn) spun += now - before;
      before = now;
      if (now >= at || signal?.aborted) resolve();
      else setImmediate(look);
    };
    look();
  });
}

/**
 * Timers know whole milliseconds of the loop's own clock, and fire up to one too early: while there is another whole
 * one to sleep it is slept, and only what is left is spent spinning, 1.2 ms on average.
 */
async function sleepUntil(at: Micros, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const coarse = micros(at - systemClock.now() - spin);
    if (coarse < oneMillisecond || signal?.aborted) break;
    const milliseconds = Math.floor(toMilliseconds(coarse));
    await sleep(milliseconds, undefined, signal ? { signal } : {}).catch(() => {});
  }
  await spinUntil(at, signal);
}

export const systemClock: Clock = {
  now: () => micros(performance.now() * 1_000),
  sleepUntil,
  nextTurn,
};
