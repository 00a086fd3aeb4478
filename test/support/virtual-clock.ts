// A clock that stands still until told otherwise: hours of schedule in milliseconds of real time.
import type { Clock } from "../../src/clock.ts";
import { type Micros, micros } from "../../src/time.ts";

interface Sleeper {
  readonly at: Micros;
  wake(): void;
}

export class VirtualClock implements Clock {
  #now: Micros;
  #turns = 0;
  readonly #sleepers = new Set<Sleeper>();

  constructor(start: Micros = micros(0)) {
    this.#now = start;
  }

  now(): Micros {
    return this.#now;
  }

  sleepUntil(at: Micros, signal?: AbortSignal): Promise<void> {
    if (at <= this.#now || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = {
        at,
        wake: () => {
          this.#sleepers.delete(sleeper);
          signal?.removeEventListener("abort", sleeper.wake);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", sleeper.wake);
    });
  }

  /** A real turn of the loop, in no virtual time. */
  async nextTurn(): Promise<void> {
    this.#turns++;
    await new Promise((resolve) => setImmediate(resolve));
    this.#turns--;
  }

  /** Lets everything run that needs no time. */
  async settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#turns > 0);
  }

  /** Wakes sleepers in order of time, each group at its own instant, until `at` is reached. */
  async advanceTo(at: Micros): Promise<void> {
    for (;;) {
      await this.settle();
      const next = this.#nextAt();
      if (next === undefined || next > at) break;
      this.#wake(next);
    }
    this.#now = micros(Math.max(this.#now, at));
  }

  /** Lets time pass for as long as `work` needs it, which waits for nothing else. */
  run<T>(work: Promise<T>): Promise<T> {
    return this.#run(work, () => {
      throw new Error("everything waits, and nothing for time to pass");
    });
  }

  /** The same where it also waits for real files and servers, while which no virtual time passes. */
  runBeside<T>(work: Promise<T>): Promise<T> {
    return this.#run(work, () => new Promise((resolve) => setTimeout(resolve, 1)));
  }

  async #run<T>(work: Promise<T>, whenIdle: () => Promise<void>): Promise<T> {
    let over = false;
    const done = work.finally(() => {
      over = true;
    });
    done.catch(() => {});
    for (;;) {
      await this.settle();
      if (over) return done;
      const next = this.#nextAt();
      if (next === undefined) await whenIdle();
      else this.#wake(next);
    }
  }

  #nextAt(): Micros | undefined {
    const instants = [...this.#sleepers].map(({ at }) => at);
    return instants.length === 0 ? undefined : micros(Math.min(...instants));
  }

  #wake(at: Micros): void {
    this.#now = at;
    for (const sleeper of [...this.#sleepers]) if (sleeper.at <= at) sleeper.wake();
  }
}
