// The lab over real HTTP: simulators in processes of their own are the deployed endpoints, a file is main's memory.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { forkSimulator } from "../../../bench/simulator-process.ts";
import { createFileStore } from "../../../src/baseline/file-store.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { gate } from "../../../src/gate.ts";
import { jobFrom, measurePorts, wallClock } from "../../../src/ports.ts";
import type { SimulatorOptions } from "../../../src/simulator/options.ts";
import { fromMilliseconds } from "../../../src/time.ts";
import type { Change, Lab } from "./campaign.ts";

const [ttft, tpot] = [1_000, 100];

/** So slow that tens of ms of a busy machine's lag are within what a measurement may have; one takes some 5 s. */
const usual = {
  ttft: fromMilliseconds(ttft),
  tpot: fromMilliseconds(tpot),
  tokensPerEvent: 5,
  jitter: { ttft: 0.1, tpot: 0.03 },
} as const;

const deployed: Readonly<Record<Change, SimulatorOptions>> = {
  nothing: usual,
  waiting: { ...usual, ttft: fromMilliseconds(1.4 * ttft) },
  pace: { ...usual, tpot: fromMilliseconds(1.3 * tpot) },
  errors: { ...usual, errorRate: 0.05 },
};

/**
 * Half of them at once, so that a job is short however slow the answers are. 5 % of 200 are 3 or more failures in 99.8 % of jobs,
 * which is what the error rate's test needs.
 */
const inputs: Readonly<Record<string, string>> = {
  model: "simulated",
  requests: "200",
  concurrency: "100",
  "warm-up": "0",
  "prompt-tokens": "64",
  "output-tokens": "11",
};

const name = "end-to-end";
/** ms for what else keeps the machine busy to end, after a measurement that it spoiled. */
const calmingDown = 10_000;
const silent = { info() {}, warn() {}, progress() {} };
const head = "c".repeat(40);

export interface Deployed {
  readonly lab: Lab;
  close(): Promise<void>;
}

export async function deploy(): Promise<Deployed> {
  const folder = mkdtempSync(path.join(tmpdir(), "end-to-end-"));
  const baseline = createFileStore({ paths: [path.join(folder, "main.json")], name, keep: 30 });
  const simulators = await Promise.all(
    Object.entries(deployed).map(async ([change, options], index) => {
      const simulator = await forkSimulator({ ...options, seed: index + 1, logRequests: 0 });
      return [change, simulator] as const;
    }),
  );
  const urls = new Map(simulators.map(([change, { url }]) => [change, url]));
  let runId = 0;
  const lab: Lab = async (change, record) => {
    const given: Record<string, string | undefined> = { ...inputs, endpoint: urls.get(change) };
    const config = parseConfig({ read: (input) => given[input], file: () => undefined });
    runId += 1;
    const environment = { GITHUB_RUN_ID: String(runId), RUNNER_OS: "bench" };
    const job = jobFrom(environment, { commit: head, baseCommit: undefined });
    const signal = new AbortController().signal;
    const conclusion = await gate(config, {
      ...measurePorts({ log: silent, signal, job, environment }),
      baseline,
      record,
      commit: {},
      reproduce: "latency-gate gate",
      wallClock,
    });
    if (conclusion.verdict.kind === "invalid") await sleep(calmingDown);
    return conclusion;
  };
  return {
    lab,
    async close() {
      await Promise.all(simulators.map(([, simulator]) => simulator.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
