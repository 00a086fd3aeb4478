// A long run at 200 streams: nothing lost, memory flat after the first minute. BENCH_SECONDS: 300, nightly 3600.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { report, round } from "./support/figures.ts";
import { machine } from "./support/machine.ts";
import { buildNative, startServer } from "./support/native.ts";
import { startMeasuring } from "./support/product.ts";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 300);
const streams = 200;
/** 50 tokens/s for 5 s. */
const [events, gap] = [250, 20_000];
const sampleMs = 2_000;
/** Memory settles within the first minute, or within the first fifth of a shorter run. */
const settledMs = Math.min(60_000, seconds * 200);

/** Resident memory of a process, MB; undefined once it is gone. */
function residentOf(pid: number): number | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_024);
  } catch {
    return undefined;
  }
}

const server = await startServer(buildNative("long"));
const { child, done } = startMeasuring({
  endpoint: server.url({ events, gap }),
  duration: `${seconds}s`,
  concurrency: String(streams),
  "output-tokens": String(events),
  budget: `${seconds + 120}s`,
});
const startedAt = performance.now();
const samples: { readonly at: number; readonly megabytes: number }[] = [];
let over = false;
const run = done.finally(() => {
  over = true;
});
while (!over) {
  const megabytes = residentOf(child.pid ?? 0);
  const at = performance.now() - startedAt;
  if (megabytes !== undefined && at < 1_000 * seconds) samples.push({ at, megabytes });
  await Promise.race([sleep(sampleMs), run.catch(() => undefined)]);
}
const { counts, records, client, metrics, invalid } = await run;
const reached = (await server.stats()).requests;
await server.close();

const settled = samples.filter(({ at }) => at >= settledMs).map(({ megabytes }) => megabytes);
/** Means of the first and the last third: what one collection adds or takes is no trend. */
function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
const third = Math.max(1, Math.floor(settled.length / 3));
const growth = round(meanOf(settled.slice(-third)) / meanOf(settled.slice(0, third)) - 1, 3);
const tokens = records.reduce((sum, { outputTokens }) => sum + (outputTokens ?? 0), 0);
const whole = records.filter(({ outcome }) => outcome === "completed");
const lost = counts.attempted - records.length + whole.length * events - tokens;
const ttft = metrics["ttft"];

console.log(`long run: ${streams} streams × 50 tokens/s for ${seconds} s on ${machine()}`);
console.log(
  `  ${counts.completed} of ${counts.attempted} completed, ${tokens} tokens; client lag p99 ${round(client?.lagP99Ms ?? Number.NaN)} ms; invalid: ${invalid.map(({ code }) => code).join(", ") || "no"}`,
);
console.log(
  `  memory MB: ${samples
    .map(({ megabytes }) => megabytes)
    .filter((_, index) => index % Math.ceil(samples.length / 20) === 0)
    .join(", ")}`,
);
report(
  "long",
  [
    { name: "7 records or tokens lost", value: lost, least: 0, most: 0 },
    {
      name: "7 requests at the server − attempted − probe",
      value: reached - counts.attempted - 1,
      least: 0,
      most: 0,
    },
    { name: "7 growth of memory once settled", value: growth, least: -0.1, most: 0.1 },
  ],
  {
    rows: [
      {
        figure: `requests and tokens lost in ${seconds} s, of ${counts.attempted} and ${tokens}`,
        ours: lost,
      },
      {
        figure: "memory once settled and at the end, MB",
        ours: `${settled[0] ?? "–"}, ${settled.at(-1) ?? "–"}`,
      },
    ],
    machine: machine(),
    seconds,
    counts,
    ttft,
    client,
    samples,
  },
);
