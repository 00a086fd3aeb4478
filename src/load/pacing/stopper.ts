// Stopper: ends the sending once, for the first reason that comes up.

/**
 * `planned`: everything was sent. `duration`: the measure phase is over. `budget`: the job's time is. `cancelled`: by
 * the user or the runner. `cap`: no more requests are allowed. `hopeless`: none of the first ten succeeded.
 */
export type Stopped = "planned" | "duration" | "budget" | "cancelled" | "cap" | "hopeless";

export class Stopper {
  readonly #controller = new AbortController();
  #reason: Stopped | undefined;

  /** Aborted when nothing more may be sent. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get reason(): Stopped | undefined {
    return this.#reason;
  }

  stop(reason: Stopped): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller.abort();
  }
}

/** Resolves once `signal` is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
