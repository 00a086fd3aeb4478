// The keep-alive race: a server that closes connections just when they are used again, and one that resets fresh ones.
import { systemClock } from "../src/clock.ts";
import type { Target } from "../src/config/config.ts";
import { createHttpEndpoint } from "../src/endpoint/http.ts";
import { runLoad } from "../src/load/run-load.ts";
import { exchangeFor } from "../src/measure/exchange.ts";
import type { RequestRecord } from "../src/metrics/record.ts";
import { isAttempted } from "../src/metrics/values/window.ts";
import { fromMilliseconds, fromSeconds, micros } from "../src/time.ts";
import { scheduleFrom } from "../src/workload/schedule.ts";
import { aWorkload } from "../test/support/workloads.ts";
import { report } from "./support/figures.ts";
import { machine } from "./support/machine.ts";
import { buildNative, startServer, type TruthServer } from "./support/native.ts";

const idleMs = 50;
const [waves, perWave] = [100, 20];
const requests = waves * perWave;

/** Each wave comes when the connections of the last one have been idle for 49 to 51 ms. */
const offsets = Array.from({ length: requests }, (_, index) => {
  const [wave, nth] = [Math.floor(index / perWave), index % perWave];
  return fromMilliseconds(wave * (idleMs + 1.5) + (2 * nth) / perWave);
});

async function load(server: TruthServer): Promise<readonly RequestRecord[]> {
  const url = server.url({ events: 1 });
  const target: Target = {
    endpoint: new URL(url),
    apiKey: undefined,
    headers: {},
    insecureTls: false,
  };
  const load = {
    kind: "open",
    arrival: "constant",
    ratePerSecond: 400,
    maxInFlight: requests,
  } as const;
  const workload = aWorkload({ load, bound: { kind: "requests", requests } });
  const scope = { run: "bench", measurement: "first", side: "candidate" };
  const endpoint = createHttpEndpoint({ origin: url, clock: systemClock });
  const result = await runLoad({
    measure: { ...scheduleFrom(workload, "measure", scope), offsets, count: requests },
    load,
    bound: workload.bound,
    clock: systemClock,
    endpoint,
    exchange: exchangeFor(target, workload),
    deadlines: {
      sendUntil: micros(systemClock.now() + fromSeconds(60)),
      drainTimeout: fromSeconds(5),
    },
    proven: true,
    signal: new AbortController().signal,
  });
  await endpoint.close();
  return result.records;
}

function tally(records: readonly RequestRecord[]) {
  const attempted = records.filter(isAttempted);
  const failed = records.filter(({ outcome }) => outcome === "failed").length;
  const resent = attempted.filter((record) => record.resent).length;
  const fresh = attempted.filter(({ freshConnection }) => freshConnection).length;
  return { attempted: attempted.length, failed, resent, fresh };
}

const native = buildNative("keep-alive");
const racing = await startServer(native, { idleMs });
const race = tally(await load(racing));
const closed = (await racing.stats()).idleClosed;
await racing.close();
const resetting = await startServer(native, { reset: true });
const reset = tally(await load(resetting));
const reached = (await resetting.stats()).requests;
await resetting.close();

console.log(`keep-alive race: ${requests} requests around an idle timeout of ${idleMs} ms`);
console.log(
  `  ${race.failed} failed, ${race.resent} sent again, ${race.fresh} on fresh connections; the server closed ${closed} idle ones`,
);
console.log(
  `  a server that resets: ${reset.failed} of ${reset.attempted} failed, ${reset.resent} sent again, ${reached} reached it`,
);
report(
  "keep-alive",
  [
    { name: "6 failed in the race", value: race.failed, most: 0 },
    { name: "6 requests measured in the race", value: race.attempted, least: requests },
    {
      name: "6 failed on reset fresh connections",
      value: reset.failed,
      least: requests,
      most: requests,
    },
    { name: "6 sent again on reset fresh connections", value: reset.resent, most: 0 },
    { name: "6 requests that reached the resetting server", value: reached, most: requests },
  ],
  {
    rows: [
      {
        figure: `failed of ${requests} requests around an idle timeout of ${idleMs} ms; sent again`,
        ours: `${race.failed}; ${race.resent}`,
      },
      {
        figure: `failed of ${requests} requests whose fresh connections are reset; sent again`,
        ours: `${reset.failed}; ${reset.resent}`,
      },
    ],
    machine: machine(),
    race: { ...race, closed },
    reset: { ...reset, reached },
  },
);
