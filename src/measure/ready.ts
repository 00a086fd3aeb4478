// Ready: one real generation must succeed, and the right version must answer, before anything is measured.
import type { Clock } from "../clock.ts";
import type { MeasureSettings } from "../config/config.ts";
import { type Readiness, readinessOf } from "../dialect/probe.ts";
import { readAll } from "../dialect/reading/steps.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { Exchange } from "../load/exchange.ts";
import { awaitReady, type Readiness as Outcome, type Waiting } from "../load/readiness.ts";
import type { Log } from "../log.ts";
import { safeLine } from "../report/text/safe-text.ts";
import { type Micros, micros, toSeconds } from "../time.ts";
import { type Warning, warning } from "../warning.ts";
import type { PlannedRequest } from "../workload/schedule.ts";

export interface ReadyPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** The body of a GET, whatever its status; rejects where no answer came. */
  readonly fetchText: (url: string, signal: AbortSignal, insecureTls?: boolean) => Promise<string>;
}

type ExpectedVersion = NonNullable<MeasureSettings["expectVersion"]>;

/** What a wrong version page shows of itself in messages. */
const shownLength = 80;

async function probeVersion(expected: ExpectedVersion, ports: ReadyPorts): Promise<Readiness> {
  try {
    const found = await ports.fetchText(expected.url, ports.signal);
    if (found.includes(expected.text)) return "ready";
    const shown = safeLine(found.trim().slice(0, shownLength));
    return { retry: `expected the version "${expected.text}", found "${shown}"` };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return { retry: `the version could not be read: ${safeLine(why.slice(0, shownLength))}` };
  }
}

function waitedWords(waited: Micros): string {
  const seconds = Math.round(toSeconds(waited));
  return seconds === 0 ? "" : ` (waited ${seconds} s)`;
}

function obstacle(code: string, outcome: Outcome, waited: Micros): Warning[] {
  switch (outcome.kind) {
    case "ready":
      return [];
    case "refused":
      return [warning("refused", outcome.reason)];
    case "timeout":
      return [warning(code, `${outcome.reason}${waitedWords(waited)}`)];
    case "cancelled":
      return [warning("cancelled", "cancelled before the endpoint was ready")];
  }
}

export interface WaitLimits {
  /** Absent: asked once, not waited for. */
  readonly timeout: Micros | undefined;
  /** The job's own end. */
  readonly deadlineAt: Micros;
}

/** Asks until it is ready, with a line to the log each time it is not. */
export async function obstaclesOf(
  what: { readonly code: string; readonly probe: () => Promise<Readiness> },
  { timeout, deadlineAt }: WaitLimits,
  { clock, log, signal }: ReadyPorts,
): Promise<Warning[]> {
  const startedAt = clock.now();
  const deadline = micros(Math.min(deadlineAt, startedAt + (timeout ?? 0)));
  const onWait = ({ reason }: Waiting) => log.info(`Waiting for the endpoint: ${safeLine(reason)}`);
  const outcome = await awaitReady({ probe: what.probe, clock, deadline, signal, onWait });
  return obstacle(what.code, outcome, micros(clock.now() - startedAt));
}

/** Asked again while a preview may still be rolling out; afterwards once, with no timeout. */
export function versionObstacles(
  expected: ExpectedVersion | undefined,
  limits: WaitLimits,
  ports: ReadyPorts,
): Promise<Warning[]> {
  if (!expected) return Promise.resolve([]);
  const probe = () => probeVersion(expected, ports);
  return obstaclesOf({ code: "wrong-version", probe }, limits, ports);
}

export interface Probing {
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
  readonly request: PlannedRequest;
}

/** One real generation, tried again while the endpoint boots; none at all without a timeout. */
export function readinessObstacles(
  { endpoint, exchange, request }: Probing,
  limits: WaitLimits,
  ports: ReadyPorts,
): Promise<Warning[]> {
  if (limits.timeout === undefined) return Promise.resolve([]);
  const probe = async () => {
    const scheduledAt = ports.clock.now();
    const transcript = await endpoint.send(exchange.wireRequest(request), ports.signal);
    const planned = { id: request.id, phase: "warm-up", scheduledAt } as const;
    return readinessOf(readAll(exchange.read(planned, transcript)));
  };
  return obstaclesOf({ code: "not-ready", probe }, limits, ports);
}
