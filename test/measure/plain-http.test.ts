// Plain HTTP measured from a real server: what was sent to it, and which numbers come of it.
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../../src/config/parse.ts";
import { firstMeasurement, measure } from "../../src/measure/measure.ts";
import { jobFrom, measurePorts } from "../../src/ports.ts";

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: string;
}

/** Answers 200 and what it was asked; every fifth time 500. */
async function echo(): Promise<{ readonly url: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (bytes) => {
      body += String(bytes);
    });
    request.on("end", () => {
      asked.push({ method: request.method, url: request.url, body });
      response.writeHead(asked.length % 5 === 0 ? 500 : 200).end(`answer to ${body}`);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}/any?a=1`, asked };
}

test("requests, their end-to-end time and their errors, and no tokens", async () => {
  const { url, asked } = await echo();
  const inputs: Readonly<Record<string, string>> = {
    api: "http",
    endpoint: url,
    requests: "20",
    "warm-up": "4",
    concurrency: "1",
    method: "PUT",
    body: "line 1\nline 2",
    expect: "^answer to line 1\\nline 2$",
  };
  const config = parseConfig({ read: (name) => inputs[name], file: () => undefined });
  const commits = { commit: null, baseCommit: undefined };
  const ports = measurePorts({
    log: { info() {}, warn() {}, progress() {} },
    signal: new AbortController().signal,
    job: jobFrom({}, commits),
    environment: {},
  });
  const run = await measure(config, firstMeasurement(config, ports), ports);
  const [workload] = run.workloads;
  // Probe 1, warm-up 2–5, measured 6–25: the 10th, 15th, 20th and 25th fail.
  expect(asked).toHaveLength(25);
  expect(new Set(asked.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(asked[0]).toEqual({ method: "PUT", url: "/any?a=1", body: "line 1\nline 2" });
  expect(workload?.counts).toMatchObject({ completed: 16, failures: { http_status: 4 } });
  expect(Object.keys(workload?.metrics ?? {}).toSorted()).toEqual([
    "e2e",
    "error_rate",
    "queue_delay",
    "rejection_rate",
    "request_throughput",
  ]);
  expect(workload?.tokens).toMatchObject({ source: "unknown", encoding: null, output: null });
});
