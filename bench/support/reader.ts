// Our own reader as a process: the endpoint and the reading of the product, asked by lines of JSON like the others.
import { createInterface } from "node:readline";
import { systemClock } from "../../src/clock.ts";
import type { Target } from "../../src/config/config.ts";
import type { Transcript } from "../../src/dialect/transcript.ts";
import type { Endpoint, WireRequest } from "../../src/endpoint/endpoint.ts";
import { createHttpEndpoint } from "../../src/endpoint/http.ts";
import type { Exchange } from "../../src/load/exchange.ts";
import { type Reading, ReadingQueue } from "../../src/load/reading-queue.ts";
import { watchHealth } from "../../src/load/watch/health.ts";
import { TurnWatch } from "../../src/load/watch/turns.ts";
import { exchangeFor } from "../../src/measure/exchange.ts";
import { hrtimeOffset } from "../../src/simulator/timetable.ts";
import { fromSeconds } from "../../src/time.ts";
import { aWorkload } from "../../test/support/workloads.ts";
import { spreadOf } from "./figures.ts";
import { ownCpu } from "./machine.ts";
import type { ReaderFigures, ReaderTask } from "./native.ts";

export interface OwnTask extends ReaderTask {
  /** Read each answer once it has ended, as a measurement does. */
  readonly reading: boolean;
}

export interface OwnFigures extends ReaderFigures {
  /** What the client notices of its own lag. */
  readonly health: ReturnType<ReturnType<typeof watchHealth>["read"]>;
}

const stampOf = /"t":"(\d{19})"/g;
const never = new AbortController().signal;

function exchangeTo(url: string) {
  const target: Target = {
    endpoint: new URL(url),
    apiKey: undefined,
    headers: {},
    insecureTls: true,
  };
  return exchangeFor(target, aWorkload({ requestTimeout: fromSeconds(120) }));
}

const prompt = { kind: "text", text: "Say something long." } as const;

function requestTo(url: string): WireRequest {
  return exchangeTo(url).wireRequest({ id: 0, phase: "measure", prompt });
}

/** Stamp of the read that brought each event's end − its send, ms; `offset`: hrtime − the client's clock, µs. */
function lagsOf({ body, reads }: Transcript, offset: number, since: number): number[] {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
  const lags: number[] = [];
  let next = 0;
  for (const match of text.matchAll(stampOf)) {
    const end = text.indexOf("\n\n", match.index) + 2;
    while ((reads[next]?.end ?? Number.POSITIVE_INFINITY) < end) next += 1;
    const at = reads[next]?.at;
    if (at === undefined) throw new Error(`byte ${end} never arrived`);
    if (at >= since) lags.push((at + offset - Number(match[1]) / 1_000) / 1_000);
  }
  return lags;
}

/** One pool per server, as long as this process: what is measured is a client that has warmed up. */
const clients = new Map<string, { readonly endpoint: Endpoint; readonly turns: TurnWatch }>();

function clientOf(url: string) {
  const { origin } = new URL(url);
  const known = clients.get(origin);
  if (known !== undefined) return known;
  const turns = new TurnWatch();
  const endpoint = createHttpEndpoint({ origin, clock: systemClock, onRead: turns.noteRead });
  const client = { endpoint, turns };
  clients.set(origin, client);
  return client;
}

/** What was cut by its timeout on an overloaded machine counts as far as it came. */
function* reading(exchange: Exchange, transcript: Transcript): Reading {
  const planned = { id: 0, phase: "measure", scheduledAt: transcript.handedAt } as const;
  yield* exchange.read(planned, transcript);
}

async function measure(task: OwnTask): Promise<OwnFigures> {
  const { endpoint, turns } = clientOf(task.url);
  const exchange = exchangeTo(task.url);
  const request = requestTo(task.url);
  const readings = new ReadingQueue(systemClock);
  const every = <T>(one: () => Promise<T>) =>
    Promise.all(Array.from({ length: task.streams }, one));
  await every(() => endpoint.send(requestTo(task.warmUrl), never));
  const watch = watchHealth(turns);
  const [cpu, startedAt] = [ownCpu(), systemClock.now()];
  const transcripts = await every(async () => {
    const transcript = await endpoint.send(request, never);
    if (task.reading) readings.push(reading(exchange, transcript));
    return transcript;
  });
  await readings.settled();
  const endedAt = systemClock.now();
  const used = ownCpu() - cpu;
  const health = watch.read();
  const offset = hrtimeOffset();
  const since = startedAt + 1_000 * task.skipMs;
  const lags = transcripts.map((transcript) => lagsOf(transcript, offset, since));
  return {
    events: transcripts.reduce(
      (sum, { body }) => sum + (Buffer.from(body).toString("latin1").match(stampOf)?.length ?? 0),
      0,
    ),
    seconds: (endedAt - startedAt) / 1e6,
    cpuMicros: used,
    lag: spreadOf(lags.flat()),
    health,
  };
}

if (process.argv[1] === import.meta.filename) {
  for await (const line of createInterface({ input: process.stdin }))
    console.log(JSON.stringify(await measure(JSON.parse(line))));
  await Promise.all([...clients.values()].map(({ endpoint }) => endpoint.close()));
}
