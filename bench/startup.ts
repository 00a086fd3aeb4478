// How long a user waits for nothing: from the start of `node dist/index.js` to its first request.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { report } from "./support/figures.ts";
import { machine } from "./support/machine.ts";

const barMilliseconds = 500;
const runs = 5;
const limitMilliseconds = 20_000;
const entry = path.join(import.meta.dirname, "..", "dist", "index.js");

if (!existsSync(entry)) {
  console.log("skipped: build first (dist/index.js is not there)");
  console.log(JSON.stringify({ bench: "startup", skipped: true }));
  process.exit(0);
}

const folder = mkdtempSync(path.join(tmpdir(), "startup-bench-"));
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(503).end();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

/** Only what a runner would give; inputs are named as it names them. */
const environment = {
  PATH: process.env["PATH"],
  HOME: folder,
  RUNNER_TEMP: folder,
  GITHUB_WORKSPACE: folder,
  GITHUB_REPOSITORY: "octo/bench",
  GITHUB_EVENT_NAME: "workflow_dispatch",
  INPUT_ENDPOINT: `http://127.0.0.1:${port}/v1`,
  INPUT_MODEL: "bench",
  INPUT_MODE: "measure",
};

async function startToRequest(): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [entry], { cwd: folder, env: environment });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const gone = once(child, "exit");
  const asked = once(server, "request", { signal: AbortSignal.timeout(limitMilliseconds) });
  const first = await Promise.race([
    asked.then(() => performance.now() - startedAt),
    gone.then(() => undefined),
  ]).catch(() => undefined);
  child.kill("SIGKILL");
  await gone;
  asked.catch(() => "the limit of a request that no longer matters");
  if (first === undefined) throw new Error(`it sent no request; it said:\n${output}`);
  return first;
}

const times: number[] = [];
try {
  for (let run = 0; run < runs; run += 1) times.push(await startToRequest());
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
const sorted = times.map(Math.round).toSorted((a, b) => a - b);
const median = sorted[Math.floor(runs / 2)] ?? Number.NaN;
console.log(`start to first request: median ${median} ms of ${runs} (${sorted.join(", ")})`);
report("startup", [{ name: "start to first request, ms", value: median, most: barMilliseconds }], {
  unit: "ms",
  machine: machine(),
  sorted,
});
process.exit(0);
