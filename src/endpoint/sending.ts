// Sending: one sending of a request, from the hand-over to its transcript; the hot path of the client.
import type { Dispatcher } from "undici";
import type { Clock } from "../clock.ts";
import type { Ending, Transcript } from "../dialect/transcript.ts";
import { GateError } from "../errors.ts";
import { fromMilliseconds, type Micros, micros, toMilliseconds } from "../time.ts";
import type { Recording, RecordingPool } from "./body/arena.ts";
import { maxHeaderLength, maxInterimAnswers, maxWireBytes } from "./body/bounds.ts";
import { endingFrom, isOurFault, type Reached } from "./body/ending.ts";
import { Intake } from "./body/intake.ts";
import { type ConnectionWatch, watchWire } from "./connections/connection-watch.ts";
import type { WireRequest } from "./endpoint.ts";

/** How long the body may take to end after the end marker; a usual server ends it at once and keeps its connection. */
const grace = fromMilliseconds(50);
/** The longest delay that a timer takes; a greater one would fire at once. */
const maxTimerDelay = 2 ** 31 - 1;

const cut = new Error("the request was cut by its sender");

const tooManyInterims = `more than ${maxInterimAnswers} interim answers and no real one`;
const tooMuchOnTheWire = `the answer takes more than ${maxWireBytes / 2 ** 20} MiB on its connection`;

export interface SendingParts {
  readonly request: WireRequest;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly recordings: RecordingPool;
  readonly connections: ConnectionWatch;
  readonly onRead?: ((at: Micros) => void) | undefined;
  /** This is the second sending. */
  readonly resent: boolean;
}

export interface Sent {
  readonly transcript: Transcript;
  /** A connection used before died before any byte of the answer. */
  readonly diedOnReuse: boolean;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function flatten(headers: Headers): Transcript["headers"] {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const joined = Array.isArray(value) ? value.join(", ") : value;
    if (joined !== undefined) flat[name] = joined.slice(0, maxHeaderLength);
  }
  return flat;
}

/** undici's handler: each callback stamps first, and does no more than it must. */
export class Sending implements Dispatcher.DispatchHandler {
  readonly #parts: SendingParts;
  readonly #recording: Recording;
  readonly #intake: Intake;
  readonly #settled = Promise.withResolvers<Sent>();
  readonly #handedAt: Micros;
  readonly #deadline: NodeJS.Timeout;
  readonly #interrupt = () => this.#cut({ kind: "interrupted", at: this.#parts.clock.now() });
  #controller: Dispatcher.DispatchController | undefined;
  #sentAt: Micros | undefined;
  #fresh = false;
  #answered = false;
  #interims = 0;
  #headersAt: Micros | undefined;
  #status: number | undefined;
  #headers: Transcript["headers"] = {};
  #grace: NodeJS.Timeout | undefined;
  #unwatch: (() => void) | undefined;
  #over = false;

  /** Hands the request over: to be dispatched at once. */
  constructor(parts: SendingParts) {
    this.#parts = parts;
    this.#recording = parts.recordings.take();
    this.#intake = new Intake({
      clock: parts.clock,
      recording: this.#recording,
      endMarkers: parts.request.endMarkers,
      endClosers: parts.request.endClosers,
      onRead: parts.onRead,
      onEndMarker: () => this.#awaitEnd(),
      onProblem: () => this.#expire(),
    });
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
    this.#parts.connections.expect((socket, fresh) => {
      this.#fresh = fresh;
      this.#unwatch = watchWire(socket, () => this.#refuse(tooMuchOnTheWire));
    });
  }

  onResponseStarted(): void {
    this.#answered = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    const at = this.#parts.clock.now();
    if (this.#over) return;
    // Interim answers (103) come here too; the real head follows.
    if (status < 200) {
      if (++this.#interims > maxInterimAnswers) this.#refuse(tooManyInterims);
      return;
    }
    this.#headersAt = at;
    this.#status = status;
    const { "content-encoding": encoding, ...others } = flatten(headers);
    this.#headers = others;
    this.#intake.open(status, encoding);
  }

  onResponseData(_: Dispatcher.DispatchController, piece: Buffer): void {
    if (!this.#over) this.#intake.take(piece);
  }

  onResponseEnd(): void {
    this.#end({ kind: "body-end", at: this.#parts.clock.now() });
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    const at = this.#parts.clock.now();
    if (this.#over) return;
    const reached = this.#reached();
    if (isOurFault(error, reached)) this.#break(error);
    else this.#end(endingFrom({ error, at, reached }));
  }

  #reached(): Reached {
    if (this.#sentAt === undefined) return "nothing";
    if (this.#status !== undefined) return "head";
    return this.#answered ? "answer" : "request";
  }

  #refuse(detail: string): void {
    this.#cut({ kind: "bad-http", at: this.#parts.clock.now(), detail });
  }

  /** The answer is over by its protocol: its connection may be used again if the body ends soon. */
  #awaitEnd(): void {
    if (!this.#over) this.#grace = setTimeout(() => this.#expire(), toMilliseconds(grace));
  }

  #expire(): void {
    this.#cut({ kind: "timeout", at: this.#parts.clock.now() });
  }

  /** Ends it ourselves, which costs the connection. */
  #cut(ending: Ending): void {
    if (this.#over) return;
    this.#end(ending);
    this.#controller?.abort(cut);
  }

  #end(ending: Ending): void {
    if (this.#over) return;
    this.#release();
    const decoded = this.#intake.finish();
    if (decoded) void decoded.then(() => this.#settle(ending));
    else this.#settle(ending);
  }

  /** However it was cut, a response already over by its protocol is over; else what stopped the intake ended it. */
  #endingAfter(ending: Ending): Ending {
    const { markerAt, problem } = this.#intake;
    if (markerAt !== undefined && ending.kind !== "body-end")
      return { kind: "end-marker", at: markerAt };
    if (problem === undefined || markerAt !== undefined) return ending;
    return { kind: "bad-http", at: ending.at, detail: problem };
  }

  #settle(last: Ending): void {
    const ending = this.#endingAfter(last);
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
    this.#unwatch?.();
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
      ...this.#intake.result(),
      ending,
      connection: {
        fresh: this.#fresh,
        ...(this.#fresh && sentAt !== undefined && { connect: micros(sentAt - this.#handedAt) }),
        resent: this.#parts.resent,
      },
    };
  }
}
