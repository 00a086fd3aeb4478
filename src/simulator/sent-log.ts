// SentLog: when each byte was truly sent; the truth that the client's stamps are held against.
import { type Micros, micros } from "../time.ts";
import { hrtimeOffset, processNow } from "./timetable.ts";

/** One write: the body's bytes up to `end` were handed to the socket at `at`, just after that stamp. */
export interface SentEvent {
  readonly at: Micros;
  /** Output tokens in this write; 0 for the opening and closing events. */
  readonly tokens: number;
  /** Offset into the response body, without the framing of HTTP. */
  readonly end: number;
}

/** How the simulator's side of a request ended. `cancelled`: the client went away, or the simulator closed. */
export type SentOutcome = "completed" | "refused" | "error" | "truncated" | "dropped" | "cancelled";

/** Instants are of the process's clock, as `Clock.now` of the same process gives them. */
export interface SentRequest {
  /** Number in order of arrival from 0; the answer carries it as `x-request-id`. */
  readonly id: number;
  /** The request's last byte had arrived. */
  readonly arrivedAt: Micros;
  /** The instant from which TTFT counts: the arrival, or the slot; absent while it waits, and if it never began. */
  readonly startedAt?: Micros;
  readonly events: readonly SentEvent[];
  /** Absent while it runs. */
  readonly endedAt?: Micros;
  readonly outcome?: SentOutcome;
}

export interface SentLog {
  readonly requests: readonly SentRequest[];
  /** Requests no longer kept because the log is bounded. */
  readonly forgotten: number;
  /** Added to an instant of this log it gives `process.hrtime` in µs, the same in every process of the machine. */
  readonly hrtimeOffset: Micros;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The log of one request while it is written. */
export class LogEntry {
  readonly #request: Writable<SentRequest>;
  readonly #events: SentEvent[] = [];
  readonly #keepEvents: boolean;
  #end = 0;

  constructor(id: number, arrivedAt: Micros, keepEvents: boolean) {
    this.#request = { id, arrivedAt, events: this.#events };
    this.#keepEvents = keepEvents;
  }

  get request(): SentRequest {
    return this.#request;
  }

  begin(at: Micros): void {
    this.#request.startedAt = at;
  }

  /** Call it immediately before the write. */
  sending(bytes: number, tokens: number): void {
    const at = processNow();
    this.#end += bytes;
    if (this.#keepEvents) this.#events.push({ at, tokens, end: this.#end });
  }

  /** The first call counts. */
  end(outcome: SentOutcome): void {
    this.#request.outcome ??= outcome;
    this.#request.endedAt ??= processNow();
  }
}

export interface LogBook {
  open(id: number, arrivedAt: Micros): LogEntry;
  read(): SentLog;
}

/** Keeps the newest `capacity` requests. */
export function createLogBook(capacity: number): LogBook {
  const kept: LogEntry[] = [];
  let opened = 0;
  let offset: Micros | undefined;
  return {
    open(id, arrivedAt) {
      const entry = new LogEntry(id, arrivedAt, capacity > 0);
      if (capacity > 0) kept[opened % capacity] = entry;
      opened += 1;
      return entry;
    },
    read() {
      offset ??= hrtimeOffset();
      const requests = kept
        .map(({ request }) => ({ ...request, events: [...request.events] }))
        .sort((a, b) => a.id - b.id);
      return { requests, forgotten: opened - requests.length, hrtimeOffset: micros(offset) };
    },
  };
}
