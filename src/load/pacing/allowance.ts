// Allowance: whether one more request may be sent, over all phases of a run.
import type { Clock } from "../../clock.ts";
import { type Micros, micros } from "../../time.ts";
import { aborted, type Stopper } from "./stopper.ts";

/** Requests that may reach an endpoint which has not yet answered one well. */
const trialRequests = 10;

export interface AllowanceParts {
  readonly clock: Clock;
  readonly stopper: Stopper;
  /** Over all phases; undefined: no bound. */
  readonly maxRequests?: number | undefined;
  /** A request has succeeded before: there is no trial. */
  readonly proven: boolean;
}

export class Allowance {
  readonly #parts: AllowanceParts;
  readonly #tried = Promise.withResolvers<void>();
  #proven: boolean;
  #sent = 0;
  #failed = 0;
  #held = 0;

  constructor(parts: AllowanceParts) {
    this.#parts = parts;
    this.#proven = parts.proven;
  }

  /** How long requests were held back by the trial, in all: a schedule is late by as much. */
  get held(): Micros {
    return micros(this.#held);
  }

  /** False: sending is over. Waits while the trial is undecided. */
  async admit(): Promise<boolean> {
    const { stopper, maxRequests = Number.POSITIVE_INFINITY } = this.#parts;
    if (!stopper.signal.aborted && this.#sent >= maxRequests) stopper.stop("cap");
    if (!stopper.signal.aborted && !this.#proven && this.#sent >= trialRequests) await this.#hold();
    return !stopper.signal.aborted;
  }

  noteSent(): void {
    this.#sent++;
  }

  noteOutcome(completed: boolean): void {
    if (this.#proven) return;
    if (completed) {
      this.#proven = true;
      this.#tried.resolve();
    } else if (++this.#failed >= trialRequests) {
      this.#parts.stopper.stop("hopeless");
    }
  }

  async #hold(): Promise<void> {
    const { clock, stopper } = this.#parts;
    const since = clock.now();
    await Promise.race([this.#tried.promise, aborted(stopper.signal)]);
    this.#held += clock.now() - since;
  }
}
