// ReadingQueue: reads ended responses one per turn of the loop, so that arriving bytes never wait for more than one.
import type { Clock } from "../clock.ts";

export class ReadingQueue {
  readonly #clock: Clock;
  readonly #readings: (() => void)[] = [];
  #running: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `reading` must not throw. */
  push(reading: () => void): void {
    this.#readings.push(reading);
    this.#running ??= this.#run();
  }

  /** Resolves when everything that was pushed has been read. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    for (;;) {
      await this.#clock.nextTurn();
      const reading = this.#readings.shift();
      if (!reading) break;
      reading();
    }
    this.#running = undefined;
  }
}
