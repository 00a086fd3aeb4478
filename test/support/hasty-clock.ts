// A clock on which every sleep is over at once: for waits between calls to real servers.
import type { Clock } from "../../src/clock.ts";
import { type Micros, micros } from "../../src/time.ts";

export class HastyClock implements Clock {
  #now = micros(0);

  now(): Micros {
    return this.#now;
  }

  async sleepUntil(at: Micros): Promise<void> {
    this.#now = micros(Math.max(this.#now, at));
    await this.nextTurn();
  }

  nextTurn(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}
