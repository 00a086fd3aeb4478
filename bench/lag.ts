// How late the client's stamps are: each event's stamp − its true send, by the simulator's log in another process.
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
import { forkSimulator } from "./simulator-process.ts";
import { report, round, spreadOf } from "./support/figures.ts";
import { machine, ownCpu, watchMachine } from "./support/machine.ts";

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
  const [busy, cpu, theirs] = [watchMachine(), ownCpu(), await simulator.cpu()];
  const transcripts = await all(tokens);
  const used = ownCpu() - cpu;
  const othersBusy = busy.others((await simulator.cpu()) - theirs);
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
    ...spreadOf(lag),
    min: round(lag.reduce((least, each) => Math.min(least, each))),
    loopDelayP99: round(loop.percentile(99) / 1e6 - 1),
    cpuMicrosPerEvent: Math.round(used / lag.length),
    othersBusy,
    simulatorLate: spreadOf(late),
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
report(
  "lag",
  [{ name: `lag p99 at ${barStreams} streams, ms`, value: judged?.p99, most: barMilliseconds }],
  { unit: "ms", machine: machine(), results },
);
