// Every bench in turn, then all bars, figures and charts as docs/instrument.md has them. None fails: a person, or the history, reads.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { figuresText, type Told, writePage } from "./support/page.ts";

const all = [
  "startup",
  "judging",
  "lag",
  "reading",
  "keep-alive",
  "closed-loop",
  "open-loop",
  "arrival",
  "saturation",
  "aiperf",
  "self-watch",
  "long",
];

/** `--only a,b`: these alone. `--page`: what was found replaces the figures of docs/instrument.md. */
const { values, positionals } = parseArgs({
  options: { only: { type: "string" }, page: { type: "boolean", default: false } },
  allowPositionals: true,
});
const asked = [...(values.only?.split(",") ?? []), ...positionals];
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0)
  throw new Error(`no bench ${unknown.join(", ")}; there are ${all.join(", ")}`);

/** JSON lines, one per bench, for whoever keeps a history. */
const history = process.env["BENCH_HISTORY"];

async function run(bench: string): Promise<Told> {
  console.log(`\n── ${bench}`);
  const child = spawn(process.execPath, [`${import.meta.dirname}/${bench}.ts`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  let last = "";
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("{")) console.log(line);
    last = line;
  }
  await exit;
  if (!last.startsWith("{")) return { bench, bars: [{ name: "no figures", outcome: "FAILED" }] };
  if (history !== undefined) appendFileSync(history, `${last}\n`);
  return JSON.parse(last);
}

const startedAt = performance.now();
const told: Told[] = [];
for (const name of asked.length === 0 ? all : asked) told.push(await run(name));
const text = figuresText(told);
if (values.page) writePage(text);
console.log(`\n${text}\n\nIt took ${Math.round((performance.now() - startedAt) / 1_000)} s.`);
