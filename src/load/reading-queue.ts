// ReadingQueue: reads ended responses in short slices, one per turn of the loop, so that arriving bytes hardly wait.
import type { Clock } from "../clock.ts";
import { fromMilliseconds } from "../time.ts";

/** What arrives while a slice lasts is stamped after it: half of the lag that is tolerated unwarned. */
const slice = fromMilliseconds(0.25);

/** Done in steps; throws nothing. */
export type Reading = Generator<void, void>;

export class ReadingQueue {
  readonly #clock: Clock;
  readonly #readings: Reading[] = [];
  #running: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  push(reading: Reading): void {
    this.#readings.push(reading);
    this.#running ??= this.#run();
  }

  /** Resolves when everything that was pushed has been read. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    do {
      await this.#clock.nextTurn();
      this.#readSlice();
    } while (this.#readings.length > 0);
    this.#running = undefined;
  }

  /** At least one step, and as many as begin within the slice; a step is some tens of µs. */
  #readSlice(): void {
    const startedAt = this.#clock.now();
    for (let reading = this.#readings[0]; reading; reading = this.#readings[0]) {
      if (reading.next().done) this.#readings.shift();
      if (this.#clock.now() - startedAt >= slice) return;
    }
  }
}
