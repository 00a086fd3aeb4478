// Phases: sends, drains and reads one phase after the other, under the deadlines that they share.
import type { Clock } from "../clock.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { type Micros, micros } from "../time.ts";
import type { Schedule } from "../workload/schedule.ts";
import type { Bound, Load } from "../workload/workload.ts";
import type { Exchange } from "./exchange.ts";
import { Allowance } from "./pacing/allowance.ts";
import { closedLoop } from "./pacing/closed-loop.ts";
import { openLoop } from "./pacing/open-loop.ts";
import { type Stopped, Stopper } from "./pacing/stopper.ts";
import { type Progress, progressOf, type Standing, tellRegularly } from "./progress.ts";
import { ReadingQueue } from "./reading-queue.ts";
import { type RecordSink, Sender } from "./send.ts";

/** What all phases of a run have in common. */
export interface PhasesPlan {
  readonly load: Load;
  readonly clock: Clock;
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
  readonly deadlines: {
    /** Instant at which sending ends, done or not. */
    readonly sendUntil: Micros;
    /** How long running requests may finish once a phase has stopped sending; then they are cut. */
    readonly drainTimeout: Micros;
  };
  /** Over all phases; undefined: no bound. */
  readonly maxRequests?: number | undefined;
  /** The endpoint has answered well before. Otherwise at most 10 requests are sent until it does. */
  readonly proven: boolean;
  /** Aborted: nothing more is sent, and what runs is cut at once. */
  readonly signal: AbortSignal;
  /** Takes the records of the measure phase; absent: they are in the result. */
  readonly sink?: RecordSink | undefined;
  /** Called about four times per second, and at the end of each phase. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface PhaseOutcome {
  readonly sender: Sender;
  readonly startedAt: Micros;
  readonly sendingEndedAt: Micros;
  readonly endedAt: Micros;
  readonly stopped: Stopped;
}

/** What a phase is made of while it runs. */
interface Running extends Standing {
  readonly schedule: Schedule;
  readonly sender: Sender;
  /** Cuts its requests. */
  readonly cut: AbortController;
  /** Aborted when it has drained. */
  readonly over: AbortSignal;
}

export class Phases {
  readonly stopper = new Stopper();
  readonly #plan: PhasesPlan;
  readonly #allowance: Allowance;
  readonly #readings: ReadingQueue;
  #fault: { readonly error: unknown } | undefined;

  constructor(plan: PhasesPlan) {
    const { clock, maxRequests, proven } = plan;
    this.#plan = plan;
    this.#readings = new ReadingQueue(clock);
    this.#allowance = new Allowance({ clock, maxRequests, proven, stopper: this.stopper });
  }

  /** Ends the sending at the budget's end or on cancellation, until `over` is aborted. */
  watch(over: AbortSignal): void {
    const { clock, deadlines, signal } = this.#plan;
    const cancel = () => this.stopper.stop("cancelled");
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true, signal: over });
    if (clock.now() >= deadlines.sendUntil) this.stopper.stop("budget");
    void this.#stopAt(deadlines.sendUntil, "budget", over);
  }

  /**
   * `bound` is absent for the warm-up, which its count bounds. `onDrained` is called before the last answers are read.
   * Rejects for an error of our own code, once what it left in flight is gone.
   */
  async carryOut(schedule: Schedule, bound?: Bound, onDrained?: () => void): Promise<PhaseOutcome> {
    const { clock, signal } = this.#plan;
    const over = new AbortController();
    const cut = new AbortController();
    signal.addEventListener("abort", () => cut.abort(), { once: true, signal: over.signal });
    const running = this.#start({ schedule, bound, cut, over: over.signal });
    const tell = () => this.#plan.onProgress?.(progressOf(running, clock.now()));
    void tellRegularly(tell, clock, over.signal);
    await this.#sendAll(running).catch((error: unknown) => this.#fail(error, cut));
    const sendingEndedAt = clock.now();
    this.#sinkOf(schedule)?.sendingEnded();
    const reason = this.stopper.reason ?? "planned";
    await this.#drain(running, sendingEndedAt);
    onDrained?.();
    const endedAt = clock.now();
    over.abort();
    await this.#readings.settled();
    tell();
    if (this.#fault) throw this.#fault.error;
    // A budget that runs out while the phase drains has cut nothing off; a cancellation has.
    const later = this.stopper.reason ?? reason;
    const stopped = later === "budget" ? reason : later;
    const { sender, startedAt } = running;
    return { sender, startedAt, sendingEndedAt, endedAt, stopped };
  }

  #start(
    phase: Pick<Running, "schedule" | "cut" | "over"> & { bound: Bound | undefined },
  ): Running {
    const { clock, endpoint, exchange } = this.#plan;
    const { schedule, bound, cut, over } = phase;
    const onFault = (error: unknown) => this.#fail(error, cut);
    const sink = this.#sinkOf(schedule);
    const shared = { allowance: this.#allowance, readings: this.#readings, sink, onFault };
    const sender = new Sender({ schedule, endpoint, exchange, clock, cut: cut.signal, ...shared });
    const startedAt = clock.now();
    const endAt = bound?.kind === "duration" ? micros(startedAt + bound.duration) : undefined;
    return { schedule, sender, startedAt, endAt, cut, over };
  }

  #sinkOf({ phase }: Schedule): RecordSink | undefined {
    return phase === "measure" ? this.#plan.sink : undefined;
  }

  /** An error of our own code ends everything; the first one is told. */
  #fail(error: unknown, cut: AbortController): void {
    this.#fault ??= { error };
    this.stopper.stop("cancelled");
    cut.abort();
  }

  async #sendAll({ schedule, sender, startedAt, endAt, over }: Running): Promise<void> {
    const { clock, load } = this.#plan;
    const stop = this.stopper.signal;
    const common = { sender, clock, stop, allowance: this.#allowance };
    if (endAt !== undefined) void this.#stopAt(endAt, "duration", over);
    if (load.kind === "closed") {
      const { concurrency } = load;
      await closedLoop({ ...common, concurrency, count: schedule.count });
    } else {
      const { maxInFlight } = load;
      const offsets = schedule.offsets ?? [];
      await openLoop({ ...common, maxInFlight, offsets, startAt: startedAt });
    }
    if (endAt === undefined) return;
    // The last arrivals of a duration come before its end.
    await clock.sleepUntil(endAt, stop);
    this.stopper.stop("duration");
  }

  /** Waits for what runs, at the longest until the hard stop; then it is cut. */
  async #drain({ sender, cut }: Running, sendingEndedAt: Micros): Promise<void> {
    const { clock, deadlines } = this.#plan;
    const drained = new AbortController();
    const idle = sender.idle().then(() => drained.abort());
    const hardStopAt = micros(sendingEndedAt + deadlines.drainTimeout);
    if (sender.inFlight > 0) await clock.sleepUntil(hardStopAt, drained.signal);
    if (sender.inFlight > 0) cut.abort();
    await idle;
  }

  async #stopAt(at: Micros, reason: Stopped, over: AbortSignal): Promise<void> {
    await this.#plan.clock.sleepUntil(at, over);
    if (!over.aborted) this.stopper.stop(reason);
  }
}
