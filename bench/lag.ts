// How late the client's stamps are: each event's stamp − its true send, by the simulator's log in another process.
import { availableParallelism, cpus } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { systemClock } from "../src/clock.ts";
import type { Transcript } from "../src/dialect/transcript.ts";
import { createHttpEndpoint } from "../src/endpoint/http.ts";
import { jsonRequest, requestUrl } from "../src/endpoint/wire-request.ts";
import { type Behaviour, defaultBehaviour } from "../src/simulator/options.ts";
import { planFor } from "../src/simulator/plan.ts";
import type { SentRequest } from "../src/simulator/sent-log.ts";
import { hrtimeOffset } from "../src/simulator/timetable.ts";
import { fromMilliseconds, fromSeconds } from "../src/time.ts";
import { cpuTime, forkSimulator, type SimulatorProcess } from "./simulator-process.ts";

const barMilliseconds = 2;
const barStreams = 32;
/** 50 tokens/s for 5 s. */
const tokens = 250;

/** Streams start apart, and no two keep the same step, as in a real server without batches. */
const behaviour: Behaviour = {
  ...defaultBehaviour,
  ttft: fromMilliseconds(200),
  tpot: fromMilliseconds(20),
  jitter: { ttft: 0.5, tpot: 0.02 },
};

function quantile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return round(sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN);
}

/** Stamp of the read that brought the event's last byte − its send, in ms, for each event. */
function lags(sent: SentRequest, received: Transcript, shift: number): number[] {
  return sent.events.map(({ at, end }) => {
    const read = received.reads.find((candidate) => candidate.end >= end);
    if (read === undefined) throw new Error(`request ${sent.id}: byte ${end} never arrived`);
    return (read.at - at + shift) / 1_000;
  });
}

/** True send − due instant, in ms, for each event with output: what the simulator itself adds. */
function lateness(behaviour: Behaviour, { id, startedAt, events }: SentRequest): number[] {
  const plan = planFor(behaviour, id, tokens);
  const output = events.filter((event) => event.tokens > 0);
  const due = (n: number) => (plan.kind === "answer" ? (plan.events[n]?.due ?? 0) : 0);
  return output.map(({ at }, n) => (at - (startedAt ?? 0) - due(n)) / 1_000);
}

/** CPU time in µs: ours, and that of every process of the machine. */
async function usedCpu(simulator: SimulatorProcess) {
  const all = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  const client = cpuTime();
  const machine = 1_000 * all.reduce((sum, busy) => sum + busy);
  return { at: systemClock.now(), client, both: client + (await simulator.cpu()), machine };
}

type UsedCpu = Awaited<ReturnType<typeof usedCpu>>;

/** The share of the machine that other processes took: the figures mean little where it is not near 0. */
function othersShare(before: UsedCpu, after: UsedCpu): number {
  const others = after.machine - before.machine - (after.both - before.both);
  return round(Math.max(0, others) / ((after.at - before.at) * availableParallelism()));
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

async function measure(streams: number) {
  const simulator = await forkSimulator(behaviour);
  const endpoint = createHttpEndpoint({ origin: simulator.url, clock: systemClock });
  const send = (maximum: number) =>
    endpoint.send(
      jsonRequest({
        url: requestUrl(new URL(simulator.url), "/chat/completions"),
        headers: {},
        body: { model: "simulated", stream: true, max_tokens: maximum, messages: [] },
        endMarkers: [Buffer.from("data: [DONE]")],
        timeout: fromSeconds(20),
      }),
      new AbortController().signal,
    );
  const all = (maximum: number) =>
    Promise.all(Array.from({ length: streams }, () => send(maximum)));

  await all(50);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const before = await usedCpu(simulator);
  const transcripts = await all(tokens);
  const after = await usedCpu(simulator);
  loop.disable();
  const log = await simulator.log();
  await endpoint.close();
  await simulator.close();

  // Both clocks count from their own process's start; hrtime is common to them.
  const shift = hrtimeOffset() - log.hrtimeOffset;
  const sent = new Map(log.requests.map((request) => [String(request.id), request]));
  const requests = transcripts.map((transcript) => {
    const request = sent.get(transcript.headers["x-request-id"] ?? "");
    if (request === undefined) throw new Error(`not logged: ${JSON.stringify(transcript.ending)}`);
    return { request, transcript };
  });
  const lag = requests.flatMap(({ request, transcript }) => lags(request, transcript, shift));
  const late = requests.flatMap(({ request }) => lateness(behaviour, request));
  return {
    streams,
    n: lag.length,
    p50: quantile(lag, 0.5),
    p99: quantile(lag, 0.99),
    max: quantile(lag, 1),
    min: quantile(lag, 0),
    loopDelayP99: round(loop.percentile(99) / 1e6 - 1),
    cpuMicrosPerEvent: Math.round((after.client - before.client) / lag.length),
    othersBusy: othersShare(before, after),
    simulatorLate: { p50: quantile(late, 0.5), p99: quantile(late, 0.99), max: quantile(late, 1) },
  };
}

const results = [];
for (const streams of [16, barStreams]) {
  const result = await measure(streams);
  results.push(result);
  console.log(
    `${streams} streams at 50 tokens/s: lag p50 ${result.p50} ms, p99 ${result.p99} ms, ` +
      `max ${result.max} ms, n ${result.n} (event-loop delay p99 ${result.loopDelayP99} ms; ` +
      `simulator late p50 ${result.simulatorLate.p50} ms, p99 ${result.simulatorLate.p99} ms; ` +
      `other processes took ${Math.round(100 * result.othersBusy)} % of the machine)`,
  );
}
const judged = results.find(({ streams }) => streams === barStreams);
const met = (judged?.p99 ?? Number.POSITIVE_INFINITY) <= barMilliseconds;
console.log(`bar: p99 ≤ ${barMilliseconds} ms at ${barStreams} streams: ${met ? "met" : "MISSED"}`);
console.log(JSON.stringify({ bench: "lag", unit: "ms", bar: barMilliseconds, met, results }));
