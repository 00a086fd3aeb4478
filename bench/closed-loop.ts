// Whether the closed loop keeps what it promises: no gap between an answer and the next request, and as many in flight.
import { startWorker } from "./support/children.ts";
import { report, spreadOf } from "./support/figures.ts";
import { machine } from "./support/machine.ts";
import { buildNative, startServer } from "./support/native.ts";
import { measured, turnarounds } from "./support/product.ts";
import type { TlsStats } from "./support/tls-server.ts";

const concurrency = 16;
const requests = 2_000;
const native = await startServer(buildNative("closed-loop"));
const tls = startWorker(process.execPath, [`${import.meta.dirname}/support/tls-server.ts`]);
const { port } = await tls.ask<TlsStats>({});

/** Five events in 10 ms, on kept and on fresh connections, without and with TLS. */
const scenes = [
  { scheme: "HTTP", close: 0, url: native.url({ events: 5, gap: 2_000 }) },
  { scheme: "HTTP", close: 1, url: native.url({ events: 5, gap: 2_000, close: 1 }) },
  { scheme: "HTTPS", close: 0, url: `https://127.0.0.1:${port}/v1` },
  { scheme: "HTTPS", close: 1, url: `https://127.0.0.1:${port}/v1?close=1` },
];

const results = [];
for (const { scheme, close, url } of scenes) {
  const stats = () => (scheme === "HTTP" ? native.stats() : tls.ask<TlsStats>({}));
  const before = await stats();
  const run = await measured({
    endpoint: url,
    requests: String(requests),
    concurrency: String(concurrency),
    "output-tokens": "5",
    "warm-up": String(concurrency),
    "insecure-tls": true,
  });
  const after = await stats();
  const gap = spreadOf(turnarounds(run.records, concurrency));
  const scene = `${scheme}, ${close ? "fresh" : "kept"} connections`;
  const seen = after.maxActive;
  const opened = after.accepted - before.accepted;
  const { completed } = run.counts;
  results.push({ scene, gap, seen, opened, completed, fresh: run.client?.freshConnections });
  console.log(
    `  ${scene}: gap p50 ${gap.p50} ms, p99 ${gap.p99} ms; ${seen} in flight at the server, ${opened} connections opened, ${completed} of ${requests} completed`,
  );
}
await Promise.all([native.close(), tls.close()]);

console.log(`closed loop of ${concurrency}, ${requests} requests each, on ${machine()}`);
report(
  "closed-loop",
  results.flatMap(({ scene, gap, seen }) => [
    { name: `5 gap p99, ${scene}, ms`, value: gap.p99, most: 1 },
    {
      name: `5 concurrency at the server, ${scene}`,
      value: seen,
      least: concurrency,
      most: concurrency,
    },
  ]),
  {
    rows: results.map(({ scene, gap, seen }) => ({
      figure: `gap from an answer to the next request p50 / p99, ${scene}, ms; in flight of ${concurrency}`,
      ours: `${gap.p50} / ${gap.p99}; ${seen}`,
    })),
    unit: "ms",
    machine: machine(),
    results,
  },
);
