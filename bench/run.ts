// Every bench in turn, then all bars in one table. None of them fails: a person, or the nightly history, reads them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const all = [
  "startup",
  "lag",
  "reading",
  "keep-alive",
  "closed-loop",
  "open-loop",
  "arrival",
  "saturation",
  "self-watch",
  "long",
];
const asked = process.argv.slice(2);
/** JSON lines, one per bench, for whoever keeps a history. */
const history = process.env["BENCH_HISTORY"];

interface Judged {
  readonly name: string;
  readonly value?: number;
  readonly least?: number;
  readonly most?: number;
  readonly outcome: string;
}

async function run(name: string): Promise<readonly Judged[]> {
  console.log(`\n── ${name}`);
  const child = spawn(process.execPath, [`${import.meta.dirname}/${name}.ts`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  let last = "";
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("{")) console.log(line);
    last = line;
  }
  await exit;
  if (!last.startsWith("{"))
    return [{ name: `${name}: it ended without figures`, outcome: "FAILED" }];
  if (history !== undefined) appendFileSync(history, `${last}\n`);
  return JSON.parse(last).bars ?? [];
}

const bars: Judged[] = [];
for (const name of asked.length === 0 ? all : asked) bars.push(...(await run(name)));

console.log("\n| bar | bound | measured | |\n| --- | --- | --- | --- |");
for (const { name, value, least, most, outcome } of bars) {
  const bounds = [least === undefined ? "" : `≥ ${least}`, most === undefined ? "" : `≤ ${most}`];
  console.log(`| ${name} | ${bounds.join(" ").trim()} | ${value ?? "–"} | ${outcome} |`);
}
