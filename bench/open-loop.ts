// How punctual the open loop is: true write − due time, on answers of one event, and what the punctuality costs.
import type { WorkloadRun } from "../src/metrics/run.ts";
import { median, report, round } from "./support/figures.ts";
import { machine, watchMachine } from "./support/machine.ts";
import { buildNative, startServer } from "./support/native.ts";
import { measured } from "./support/product.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const plans = {
  "1,000/s": { rate: "1000/s", arrival: "constant" },
  "1,000/s Poisson": { rate: "1000/s", arrival: "poisson" },
  "50/s": { rate: "50/s", arrival: "constant" },
} as const;
type Plan = keyof typeof plans;

const server = await startServer(buildNative("open-loop"));
interface Sample {
  readonly plan: Plan;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly cpuShare: number;
  readonly missed: boolean;
  readonly others: number;
}

function lateness({ metrics }: WorkloadRun) {
  const found = metrics["queue_delay"];
  if (!found || !("p99" in found)) throw new Error("no queue delay was measured");
  return { p50: round(found.p50), p99: round(found.p99), max: round(found.max) };
}

const samples: Sample[] = [];
for (let count = 0; count < rounds; count += 1)
  for (const plan of Object.keys(plans) as Plan[]) {
    // No bar rests on it.
    if (plan === "1,000/s Poisson" && count > 1) continue;
    const watch = watchMachine();
    const run = await measured({
      ...plans[plan],
      endpoint: server.url({ events: 1 }),
      duration: "3s",
      "output-tokens": "1",
      "warm-up": "50",
    });
    const cpuShare = round(run.client?.cpuShare ?? Number.NaN, 2);
    const missed = run.invalid.some(({ code }) => code === "missed-schedule");
    // The product's own CPU time is not known here, its start least of all: it is among the others.
    samples.push({ plan, ...lateness(run), cpuShare, missed, others: watch.others(0) });
  }
await server.close();

const of = (plan: Plan, figure: "p50" | "p99" | "max" | "cpuShare") =>
  median(samples.filter((each) => each.plan === plan).map((each) => each[figure]));
console.log(`open loop: true write − due time, ms, medians of ${rounds} runs of 3 s`);
console.log(`on ${machine()}`);
for (const plan of Object.keys(plans) as Plan[]) {
  const all = samples.filter((each) => each.plan === plan).map(({ p99 }) => p99);
  const cpu = Math.round(100 * of(plan, "cpuShare"));
  console.log(
    `  ${plan}: p50 ${of(plan, "p50")}, p99 ${of(plan, "p99")} (${all.join(", ")}), max ${of(plan, "max")}, ${cpu} % CPU`,
  );
}
report(
  "open-loop",
  [
    { name: "3 lateness p99 at 1,000/s, ms", value: of("1,000/s", "p99"), most: 1 },
    { name: "3 lateness p99 at 50/s, ms", value: of("50/s", "p99"), most: 0.2 },
    { name: "3 CPU share at 50/s", value: of("50/s", "cpuShare"), most: 0.15 },
  ],
  {
    rows: (Object.keys(plans) as Plan[]).map((plan) => ({
      figure: `true write − due p50 / p99 at ${plan}, ms; CPU`,
      ours: `${of(plan, "p50")} / ${of(plan, "p99")}; ${Math.round(100 * of(plan, "cpuShare"))} %`,
    })),
    unit: "ms",
    machine: machine(),
    samples,
  },
);
