// The whole product as a process: one `measure` by the command line, its run, and what the process took.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseStored } from "../../src/baseline/codec.ts";
import type { RunRecord, WorkloadRun } from "../../src/metrics/run.ts";

const program = path.join(import.meta.dirname, "../../src/cli.ts");

/** Flags by name; true: a switch. */
type Settings = Readonly<Record<string, string | true>>;

export interface Product {
  readonly child: ChildProcess;
  readonly done: Promise<WorkloadRun>;
}

const usual = {
  model: "native",
  "prompt-tokens": "16",
  "warm-up": "0",
  "ready-timeout": "5s",
};

/** A run that is invalid is a run too: what it measured is what a bench wants to see. */
export function startMeasuring(settings: Settings): Product {
  const folder = mkdtempSync(path.join(tmpdir(), "latency-gate-bench-"));
  const file = path.join(folder, "run.json");
  const all: Settings = { ...usual, ...settings, out: file };
  const flags = Object.entries(all).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, value],
  );
  const child = spawn(process.execPath, [program, "measure", ...flags], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (data) => {
    said += data;
  });
  const finish = async () => {
    const [code] = await once(child, "exit");
    if (code !== 0 && code !== 3) throw new Error(`measure ended with ${code}: ${said}`);
    const parsed = parseStored(readFileSync(file, "utf8"));
    rmSync(folder, { recursive: true });
    const [workload] = parsed.kind === "run" ? parsed.run.workloads : [];
    if (workload === undefined) throw new Error(`no run: ${JSON.stringify(parsed)}`);
    return workload;
  };
  return { child, done: finish() };
}

export function measured(settings: Settings): Promise<WorkloadRun> {
  return startMeasuring(settings).done;
}

/** In a closed loop. Opening a connection is the endpoint's time too, and counts from the hand-over. */
function startOf({ freshConnection, scheduledMs, sentMs }: RunRecord): number | [] {
  return (freshConnection ? scheduledMs : sentMs) ?? [];
}

/** End of each response → the request that took its place, ms: the k-th to end makes room for the (N + k)-th. */
export function turnarounds(records: readonly RunRecord[], concurrency: number): number[] {
  const ascending = (values: number[]) => values.toSorted((a, b) => a - b);
  const sends = ascending(records.flatMap(startOf));
  const ends = ascending(
    records.flatMap(({ scheduledMs, e2eMs }) => (e2eMs === null ? [] : scheduledMs + e2eMs)),
  );
  return sends.slice(concurrency).map((sent, k) => sent - (ends[k] ?? sent));
}
