// What judging costs: one comparison in this process, and a long history judged again by the command.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { emptyDocument, withJob } from "../src/baseline/document.ts";
import type { HistoryRecord } from "../src/baseline/history.ts";
import { historyRecordFrom } from "../src/baseline/history-record.ts";
import type { BaselineStore } from "../src/baseline/store.ts";
import { parseJudgeConfig } from "../src/config/parse.ts";
import { compare } from "../src/gate.ts";
import { randomFrom } from "../src/stats/random.ts";
import { aRun, aWorkloadRun, someRecords } from "../test/support/builders.ts";
import { median, report, round } from "./support/figures.ts";
import { machine } from "./support/machine.ts";

const [jobs, requests, rounds] = [30, 1_000, 5];
const pastJobs = 8_000;
const statistics = ["mean", "p50", "p90", "p95", "p99"];
/** Sixteen: more than anybody should let gate. */
const gating = ["ttft", "tpot", "e2e"]
  .flatMap((metric) => statistics.map((statistic) => `${metric}.${statistic}`))
  .concat("output_throughput");

const workload = aWorkloadRun({ records: someRecords(requests) });
const run = aRun({ workloads: [workload] });
const random = randomFrom(1);

/** Each job of main a minute after the one before it, and off by up to ±2 %. */
function pastJob(index: number): HistoryRecord {
  const record = historyRecordFrom({ run, workload });
  const shift = 0.04 * (random() - 0.5);
  const cells = Object.fromEntries(
    gating.flatMap((id) => {
      const cell = record.cells[id];
      return cell ? [[id, { ...cell, y: cell.y + shift }] as const] : [];
    }),
  );
  const time = new Date(Date.parse("2026-01-01T00:00:00Z") + 60_000 * index).toISOString();
  return { ...record, sha: index.toString(16).padStart(40, "0"), time, cells };
}

const history = Array.from({ length: jobs }, (_, index) => pastJob(index));
const document = history.reduce(
  (before, record) => withJob(before, { repository: null, workload, record, keep: jobs }),
  emptyDocument,
);
const baseline: BaselineStore = {
  read: async () => ({ kind: "found", source: "memory", document }),
  record: async () => ({ kind: "not-recorded", why: "a bench" }),
};

async function secondsOfCompare(): Promise<number> {
  const gate = `{ cells: { ${gating.map((id) => `${id}: {}`).join(", ")} } }`;
  const read = (name: string) => (name === "gate" ? gate : undefined);
  const config = parseJudgeConfig({ read, file: () => undefined });
  const wallClock = () => Date.parse(history.at(-1)?.time ?? "");
  const startedAt = performance.now();
  await compare(
    { ...config, declared: [workload.name] },
    { run },
    {
      baseline,
      wallClock,
      commit: {},
      reproduce: "",
    },
  );
  return (performance.now() - startedAt) / 1_000;
}

const folder = mkdtempSync(path.join(tmpdir(), "judging-bench-"));

/** From the start of the process to its end, reading 8,000 lines and writing as many. */
async function secondsOfBacktest(): Promise<number> {
  const file = path.join(folder, "history.jsonl");
  const lines = Array.from({ length: pastJobs }, (_, index) => JSON.stringify(pastJob(index)));
  writeFileSync(file, lines.join("\n"));
  const program = path.join(import.meta.dirname, "../src/cli.ts");
  const flags = ["backtest", file, "--json", path.join(folder, "verdicts.jsonl")];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, ...flags], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`backtest ended with ${code}`);
  return (performance.now() - startedAt) / 1_000;
}

const first = await secondsOfCompare();
const times: number[] = [];
for (let nth = 0; nth < rounds; nth += 1) times.push(await secondsOfCompare());
/** Of the whole process, kB → MB: the program with types stripped, and the comparisons. */
const megabytes = Math.round(process.resourceUsage().maxRSS / 1_024);
const backtest = await secondsOfBacktest();
rmSync(folder, { recursive: true, force: true });

console.log(`judging on ${machine()}`);
console.log(
  `  compare, ${jobs} jobs × ${gating.length} gating cells, ${requests} requests: first ${round(first)} s, then median ${round(median(times))} s; ${megabytes} MB at most`,
);
console.log(`  backtest of ${pastJobs} jobs × ${gating.length} cells: ${round(backtest, 1)} s`);
report(
  "judging",
  [
    { name: "compare, the first one, s", value: round(first), most: 0.2 },
    { name: "memory at most, MB", value: megabytes, most: 150 },
    { name: `backtest of ${pastJobs} jobs, s`, value: round(backtest, 1), most: 10 },
  ],
  { unit: "s", machine: machine(), first, times, megabytes, backtest },
);
