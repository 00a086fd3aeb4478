// Closed loop: keeps N requests in flight; each answer makes room for the next request.
import type { Clock } from "../../clock.ts";
import type { WireRequest } from "../../endpoint/endpoint.ts";
import type { Sender } from "../send.ts";
import type { Allowance } from "./allowance.ts";

/** Streams started per turn of the loop: the last of 256 started in one turn would begin 16 ms late. */
const rampPerTurn = 4;

export interface ClosedLoopParts {
  readonly concurrency: number;
  /** Undefined: until stopped. */
  readonly count?: number | undefined;
  readonly sender: Sender;
  readonly allowance: Allowance;
  readonly clock: Clock;
  /** Aborted when nothing more may be sent. */
  readonly stop: AbortSignal;
}

/** N places; who waits for one is let in when one is given back, or when `stop` is aborted. */
class Slots {
  #free: number;
  #waiting: (() => void) | undefined;

  constructor(count: number, stop: AbortSignal) {
    this.#free = count;
    stop.addEventListener("abort", () => this.#waiting?.(), { once: true });
  }

  /** To be awaited by one at a time. */
  async take(): Promise<void> {
    if (this.#free === 0) {
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
      this.#waiting = undefined;
    }
    this.#free--;
  }

  give(): void {
    this.#free++;
    this.#waiting?.();
  }
}

/** Requests are made ready before there is a slot for them. Resolves when nothing more will be sent; answers may still be under way. */
export async function closedLoop(parts: ClosedLoopParts): Promise<void> {
  const { concurrency, count = Number.POSITIVE_INFINITY, sender, allowance, clock, stop } = parts;
  const slots = new Slots(concurrency, stop);

  /** A connection that was just freed can be used one turn later; before, a second one would be opened. */
  async function occupySlot(wire: WireRequest, id: number): Promise<void> {
    await sender.send(wire, { id });
    await clock.nextTurn();
    slots.give();
  }

  for (let id = 0; id < count; id++) {
    const wire = sender.prepare(id);
    if (!stop.aborted) await slots.take();
    if (!(await allowance.admit())) return;
    void occupySlot(wire, id);
    if (id < concurrency && (id + 1) % rampPerTurn === 0) await clock.nextTurn();
  }
}
