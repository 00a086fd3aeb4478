// Sending: one sending of a request, from the hand-over to its transcript; the hot path of the client.
import type { Dispatcher } from "undici";
import type { Clock } from "../clock.ts";
import type { Ending, Transcript } from "../dialect/transcript.ts";
import { GateError } from "../errors.ts";
import { fromMilliseconds, type Micros, micros, toMilliseconds } from "../time.ts";
import type { Recording, RecordingPool } from "./arena.ts";
import { maxResponseBytes } from "./arena.ts";
import type { ConnectionWatch } from "./connection-watch.ts";
import { endingFrom, isNetworkError } from "./ending.ts";
import type { WireRequest } from "./endpoint.ts";

/** How long the body may take to end after the end marker; a usual server ends it at once and keeps its connection. */
const grace = fromMilliseconds(50);
/** The longest delay that a timer takes; a greater one would fire at once. */
const maxTimerDelay = 2 ** 31 - 1;

/** Promise reactions run once the socket's read has been handled whole, before the next one. */
const handled = Promise.resolve();
const cut = new Error("the request was cut by its sender");

export interface SendingParts {
  readonly request: WireRequest;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly recordings: RecordingPool;
  readonly connections: ConnectionWatch;
  /** This is the second sending. */
  readonly resent: boolean;
}

export interface Sent {
  readonly transcript: Transcript;
  /** A connection used before died before any byte of the answer. */
  readonly diedOnReuse: boolean;
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}

/** undici's handler: each callback stamps first, and does no more than it must. */
export class Sending implements Dispatcher.DispatchHandler {
  readonly #parts: SendingParts;
  readonly #recording: Recording;
  readonly #settled = Promise.withResolvers<Sent>();
  readonly #handedAt: Micros;
  readonly #deadline: NodeJS.Timeout;
  readonly #afterRead = () => this.#finishRead();
  readonly #interrupt = () => this.#cut({ kind: "interrupted", at: this.#parts.clock.now() });
  #controller: Dispatcher.DispatchController | undefined;
  #sentAt: Micros | undefined;
  #fresh = false;
  #answered = false;
  #headersAt: Micros | undefined;
  #status: number | undefined;
  #headers: Transcript["headers"] = {};
  #reading = false;
  #markerAt: Micros | undefined;
  #grace: NodeJS.Timeout | undefined;
  #over = false;

  /** Hands the request over: to be dispatched at once. */
  constructor(parts: SendingParts) {
    this.#parts = parts;
    this.#recording = parts.recordings.take();
    const timeout = Math.min(toMilliseconds(parts.request.timeout), maxTimerDelay);
    this.#deadline = setTimeout(() => this.#expire(), timeout);
    parts.signal.addEventListener("abort", this.#interrupt);
    this.#handedAt = parts.clock.now();
    if (parts.signal.aborted) this.#interrupt();
  }

  /** Rejects only when our own code is at fault. */
  get sent(): Promise<Sent> {
    return this.#settled.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#sentAt = this.#parts.clock.now();
    if (this.#over) {
      controller.abort(cut);
      return;
    }
    this.#controller = controller;
    this.#parts.connections.expect((fresh) => {
      this.#fresh = fresh;
    });
  }

  onResponseStarted(): void {
    this.#answered = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    const at = this.#parts.clock.now();
    // Interim answers (103) come here too; the real head follows.
    if (this.#over || status < 200) return;
    this.#headersAt = at;
    this.#status = status;
    this.#headers = flatten(headers);
  }

  /** Called once per HTTP chunk: several times per read, all of them before `#afterRead`. */
  onResponseData(_controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (this.#over) return;
    if (!this.#reading) {
      this.#recording.beginRead(this.#parts.clock.now());
      this.#reading = true;
      void handled.then(this.#afterRead);
    }
    if (!this.#recording.append(piece)) this.#refuse();
  }

  onResponseEnd(): void {
    this.#settle({ kind: "body-end", at: this.#parts.clock.now() });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const at = this.#parts.clock.now();
    if (this.#over) return;
    const written = this.#sentAt !== undefined;
    const refusedByUs = !written && "code" in error && error.code === "UND_ERR_INVALID_ARG";
    if (refusedByUs || !isNetworkError(error)) this.#break(error);
    else this.#settle(this.#endedByMarker() ?? endingFrom({ error, at, written }));
  }

  #finishRead(): void {
    this.#reading = false;
    if (this.#over || this.#markerAt !== undefined) return;
    const { endMarkers } = this.#parts.request;
    if (endMarkers.length === 0 || !this.#recording.lastReadCompletes(endMarkers)) return;
    this.#markerAt = this.#recording.lastAt;
    this.#grace = setTimeout(() => this.#expire(), toMilliseconds(grace));
  }

  #endedByMarker(): Ending | undefined {
    if (this.#reading) this.#finishRead();
    return this.#markerAt === undefined ? undefined : { kind: "end-marker", at: this.#markerAt };
  }

  #expire(): void {
    this.#cut({ kind: "timeout", at: this.#parts.clock.now() });
  }

  #refuse(): void {
    const detail = `the response is larger than ${maxResponseBytes} bytes`;
    this.#cut({ kind: "bad-http", at: this.#recording.lastAt, detail });
  }

  /** Ends it ourselves, which costs the connection. A response already over by its protocol stays so. */
  #cut(ending: Ending): void {
    if (this.#over) return;
    this.#settle(this.#endedByMarker() ?? ending);
    this.#controller?.abort(cut);
  }

  #settle(ending: Ending): void {
    if (this.#over) return;
    this.#release();
    const diedOnReuse =
      ending.kind === "connection-lost" && !this.#answered && !this.#fresh && !this.#parts.resent;
    this.#settled.resolve({ transcript: this.#transcript(ending), diedOnReuse });
    this.#parts.recordings.giveBack(this.#recording);
  }

  #break(error: Error): void {
    this.#release();
    const message = `a request could not be sent: ${error.message}`;
    this.#settled.reject(new GateError("internal", message, { cause: error }));
  }

  #release(): void {
    this.#over = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#grace);
    this.#parts.signal.removeEventListener("abort", this.#interrupt);
  }

  #transcript(ending: Ending): Transcript {
    const sentAt = this.#sentAt;
    return {
      handedAt: this.#handedAt,
      ...(sentAt !== undefined && { sentAt }),
      ...(this.#status !== undefined && { status: this.#status }),
      ...(this.#headersAt !== undefined && { headersAt: this.#headersAt }),
      headers: this.#headers,
      ...this.#recording.copy(),
      ending,
      connection: {
        fresh: this.#fresh,
        ...(this.#fresh && sentAt !== undefined && { connect: micros(sentAt - this.#handedAt) }),
        resent: this.#parts.resent,
      },
    };
  }
}
