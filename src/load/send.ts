// Sender: one planned request → one record, for the requests of one phase.
import type { Clock } from "../clock.ts";
import type { Transcript } from "../dialect/transcript.ts";
import { free } from "../endpoint/body/memory.ts";
import type { Endpoint, WireRequest } from "../endpoint/endpoint.ts";
import type { RequestRecord } from "../metrics/record.ts";
import type { Micros } from "../time.ts";
import type { Schedule } from "../workload/schedule.ts";
import type { Exchange } from "./exchange.ts";
import type { Allowance } from "./pacing/allowance.ts";
import type { ReadingQueue } from "./reading-queue.ts";

/** Takes each record as soon as it is there, so that nobody has to hold them all. */
export interface RecordSink {
  add(record: RequestRecord): void;
  /** Nothing more will be sent; records of what is in flight still come. */
  sendingEnded(): void;
}

export interface SenderParts {
  readonly schedule: Schedule;
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly allowance: Allowance;
  readonly readings: ReadingQueue;
  /** Absent: records are kept here. */
  readonly sink?: RecordSink | undefined;
  /** Cuts what is in flight. */
  readonly cut: AbortSignal;
  /** Told of errors of our own code; they end the run. */
  readonly onFault: (fault: unknown) => void;
}

/** `done`: read, or dropped. */
export interface Tally {
  sent: number;
  done: number;
  completed: number;
  failed: number;
}

/** Where a request is due by a plan; in a closed loop it is due when it is handed over. */
export interface Due {
  readonly id: number;
  readonly dueAt?: Micros;
}

export class Sender {
  readonly tally: Tally = { sent: 0, done: 0, completed: 0, failed: 0 };
  readonly #parts: SenderParts;
  readonly #records: (RequestRecord | undefined)[] = [];
  #inFlight = 0;
  #idle = Promise.withResolvers<void>();

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#idle.resolve();
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** What has come of each request, in planned order; requests never reached have no record. None where a sink took them. */
  get records(): readonly RequestRecord[] {
    return this.#records.filter((record) => record !== undefined);
  }

  /** Resolves when nothing is in flight. */
  idle(): Promise<void> {
    return this.#idle.promise;
  }

  prepare(id: number): WireRequest {
    const { schedule, exchange } = this.#parts;
    return exchange.wireRequest(schedule.request(id));
  }

  /** Resolves when the response is over; it is read later. */
  async send(wire: WireRequest, due: Due): Promise<void> {
    const { endpoint, allowance, cut, readings, onFault } = this.#parts;
    if (this.#inFlight++ === 0) this.#idle = Promise.withResolvers();
    this.tally.sent++;
    allowance.noteSent();
    try {
      const transcript = await endpoint.send(wire, cut);
      readings.push(this.#read(due, transcript));
    } catch (fault) {
      onFault(fault);
    } finally {
      if (--this.#inFlight === 0) this.#idle.resolve();
    }
  }

  /** Notes a request that was due while too many were in flight. */
  drop({ id, dueAt }: Required<Due>): void {
    const { phase } = this.#parts.schedule;
    this.#keep({ id, phase, scheduledAt: dueAt, outcome: "dropped" });
    this.tally.done++;
  }

  #keep(record: RequestRecord): void {
    const { sink } = this.#parts;
    if (sink) sink.add(record);
    else this.#records[record.id] = record;
  }

  *#read({ id, dueAt }: Due, transcript: Transcript): Generator<void, void> {
    const { schedule, exchange, allowance, onFault } = this.#parts;
    const scheduledAt = dueAt ?? transcript.handedAt;
    try {
      const planned = { id, phase: schedule.phase, scheduledAt };
      const record = yield* exchange.read(planned, transcript);
      this.#keep(record);
      this.tally.done++;
      if (record.outcome === "completed") this.tally.completed++;
      if (record.outcome === "failed") this.tally.failed++;
      allowance.noteOutcome(record.outcome === "completed");
    } catch (fault) {
      onFault(fault);
    } finally {
      free(transcript.body.buffer);
    }
  }
}
