// How many events per second the whole product measures beside aiperf as a whole, each by its own word.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { median, report, round } from "./support/figures.ts";
import { machine } from "./support/machine.ts";
import { buildNative, startServer } from "./support/native.ts";
import { measured } from "./support/product.ts";
import { venvWith } from "./support/venv.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 1);
const concurrency = 64;
const settings = { events: 300, batch: 16 };
const theirRequests = 640;
const limitMilliseconds = 180_000;

const server = await startServer(buildNative("aiperf"));
const folder = mkdtempSync(path.join(tmpdir(), "aiperf-bench-"));

/** Undefined, loudly, where it cannot be had. */
function install(): string | undefined {
  try {
    const python = venvWith("aiperf", ["aiperf==0.13.0"]);
    const tokenizer = path.join(import.meta.dirname, "native/tokenizer.py");
    execFileSync(python, [tokenizer, path.join(folder, "tokenizer")]);
    return path.join(path.dirname(python), "aiperf");
  } catch (cause) {
    console.error("\n!!! aiperf could not be installed: the ratio to it is missing.");
    console.error(`!!! ${cause instanceof Error ? cause.message.split("\n")[0] : cause}\n`);
    return undefined;
  }
}

/** The tool counts what its server counts, so that nobody's tokenizer is measured. */
function theirs(program: string): number {
  const url = new URL(server.url(settings));
  const flags: Record<string, string> = {
    model: "native",
    tokenizer: path.join(folder, "tokenizer"),
    url: url.origin,
    "custom-endpoint": `/v1/chat/completions${url.search}`,
    "endpoint-type": "chat",
    concurrency: String(concurrency),
    "request-count": String(theirRequests),
    isl: "16",
    osl: String(settings.events),
    ui: "none",
    "artifact-dir": path.join(folder, "out"),
  };
  const named = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const args = ["profile", ...named, "--streaming", "--use-server-token-count"];
  execFileSync(program, args, { cwd: folder, stdio: "ignore", timeout: limitMilliseconds });
  const file = path.join(folder, "out/profile_export_aiperf.json");
  return settings.events * JSON.parse(readFileSync(file, "utf8")).request_throughput.avg;
}

async function ours(): Promise<number> {
  const { metrics } = await measured({
    endpoint: server.url(settings),
    duration: "4s",
    concurrency: String(concurrency),
    "output-tokens": String(settings.events),
    "warm-up": String(2 * concurrency),
  });
  const found = metrics["request_throughput"];
  if (!found || !("value" in found)) throw new Error("no throughput was measured");
  return settings.events * (found.value ?? Number.NaN);
}

const program = install();
const rates: { readonly ours: number; readonly theirs: number | undefined }[] = [];
for (let count = 0; count < rounds; count += 1)
  rates.push({
    ours: round(await ours(), 0),
    theirs: program === undefined ? undefined : round(theirs(program), 0),
  });
await server.close();
rmSync(folder, { recursive: true });

const ratios = rates.flatMap(({ ours, theirs }) => (theirs === undefined ? [] : ours / theirs));
const mine = median(rates.map(({ ours }) => ours));
const his = program === undefined ? undefined : median(rates.flatMap(({ theirs }) => theirs ?? []));
console.log(
  `whole tools: ${concurrency} streams, ${settings.batch} events per write, on ${machine()}`,
);
for (const { ours, theirs } of rates)
  console.log(
    `  ours ${ours.toLocaleString("en-US")} events/s, aiperf ${theirs?.toLocaleString("en-US") ?? "–"}`,
  );
report(
  "aiperf",
  [
    {
      name: "1 whole ÷ aiperf as a whole",
      value: ratios.length === 0 ? undefined : round(median(ratios), 1),
      least: 10,
    },
  ],
  {
    rows: [
      {
        figure: `events/s, the whole product${his === undefined ? "" : ` (aiperf 0.13.0: ${his.toLocaleString("en-US")})`}`,
        ours: mine,
      },
    ],
    unit: "events/s",
    machine: machine(),
    rates,
  },
);
