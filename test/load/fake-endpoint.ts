// An endpoint in virtual time, the plan of a load that it serves, and a log of what reached it.
import type { Clock } from "../../src/clock.ts";
import type { Ending, Transcript } from "../../src/dialect/transcript.ts";
import type { Endpoint, WireRequest } from "../../src/endpoint/endpoint.ts";
import type { Exchange } from "../../src/load/exchange.ts";
import type { LoadPlan } from "../../src/load/run-load.ts";
import type { RequestRecord } from "../../src/metrics/record.ts";
import { fromSeconds, type Micros, micros } from "../../src/time.ts";
import type { Schedule } from "../../src/workload/schedule.ts";
import type { Load, Phase } from "../../src/workload/workload.ts";
import { aRequestRecord } from "../support/builders.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

/** How long the nth request (from 0, over all phases) takes, and how it ends. */
export interface Service {
  readonly duration: Micros;
  readonly ending?: "body-end" | "connection-lost";
}

interface Arrival {
  readonly path: string;
  readonly at: Micros;
  /** Requests in flight, this one included. */
  readonly inFlight: number;
}

function endingOf(kind: Ending["kind"], at: Micros): Ending {
  if (kind === "connection-lost") return { kind, at, detail: "ECONNRESET" };
  return { kind: kind === "interrupted" ? "interrupted" : "body-end", at };
}

/** Serves each request as `serve` says, or until it is cut. */
class FakeEndpoint implements Endpoint {
  readonly arrivals: Arrival[] = [];
  inFlight = 0;
  readonly #clock: Clock;
  readonly #serve: (nth: number) => Service;

  constructor(clock: Clock, serve: (nth: number) => Service) {
    this.#clock = clock;
    this.#serve = serve;
  }

  async send({ path }: WireRequest, signal: AbortSignal): Promise<Transcript> {
    const handedAt = this.#clock.now();
    const { duration, ending = "body-end" } = this.#serve(this.arrivals.length);
    this.inFlight++;
    this.arrivals.push({ path, at: handedAt, inFlight: this.inFlight });
    await this.#clock.sleepUntil(micros(handedAt + duration), signal);
    this.inFlight--;
    return {
      handedAt,
      sentAt: handedAt,
      headers: {},
      body: new Uint8Array(),
      reads: [],
      ending: endingOf(signal.aborted ? "interrupted" : ending, this.#clock.now()),
      connection: { fresh: false, resent: false },
    };
  }

  async close(): Promise<void> {}
}

/** Phase and id are the path; a transcript is what its ending says. */
export const exchange: Exchange = {
  wireRequest: ({ id, phase }) => ({
    method: "POST",
    path: `/${phase}/${id}`,
    headers: {},
    body: undefined,
    endMarkers: [],
    timeout: fromSeconds(60),
  }),
  *read(planned, { ending, sentAt }): Generator<void, RequestRecord> {
    yield;
    const attempted = { ...aRequestRecord(), ...planned, ...(sentAt !== undefined && { sentAt }) };
    const record = { ...attempted, endedAt: ending.at };
    if (ending.kind === "interrupted") return { ...record, outcome: "interrupted" };
    if (ending.kind === "body-end") return { ...record, outcome: "completed" };
    return { ...record, outcome: "failed", failure: "truncated", detail: ending.kind };
  },
};

export function aSchedule(phase: Phase, plan: Pick<Schedule, "count" | "offsets">): Schedule {
  const count = plan.count ?? plan.offsets?.length;
  return {
    phase,
    ...plan,
    ...(count !== undefined && { count }),
    request: (id) => ({ id, phase, prompt: { kind: "text", text: `${id}` } }),
    digest: "",
  };
}

export const closed = (concurrency: number): Load => ({ kind: "closed", concurrency });

export function open(maxInFlight = 1_000): Load {
  return { kind: "open", arrival: "constant", ratePerSecond: 1, maxInFlight };
}

export const seconds = fromSeconds;

/** Every request takes one second and succeeds, unless `serve` says otherwise. */
export function aPlan(
  overrides: Partial<LoadPlan> & Pick<LoadPlan, "measure">,
  serve: (nth: number) => Service = () => ({ duration: seconds(1) }),
) {
  const clock = new VirtualClock(seconds(100));
  const endpoint = new FakeEndpoint(clock, serve);
  const plan: LoadPlan = {
    load: closed(1),
    bound: { kind: "requests", requests: overrides.measure.count ?? 0 },
    clock,
    endpoint,
    exchange,
    deadlines: { sendUntil: seconds(10_000), drainTimeout: seconds(30) },
    proven: true,
    signal: new AbortController().signal,
    ...overrides,
  };
  return { plan, clock, endpoint };
}
