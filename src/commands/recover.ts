// `latency-gate recover`: the journal that a crashed or killed measurement left behind, made a run.
import { Command } from "commander";
import { configError } from "../errors.ts";
import { linesOf } from "../measure/journal/journal-file.ts";
import { recover } from "../measure/journal/recover.ts";
import { readLine } from "../metrics/run/journal.ts";
import type { Run } from "../metrics/run.ts";
import { writeRun } from "../results.ts";
import { print } from "./console.ts";
import { example } from "./flags.ts";

function* entriesOf(file: string) {
  for (const line of linesOf(file)) yield readLine(line);
}

function runIn(file: string): Run | undefined {
  try {
    return recover(entriesOf(file));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw cause;
  }
}

async function run(file: string, out: string): Promise<void> {
  const found = runIn(file);
  const legal = "a journal, as run.json.partial.jsonl";
  if (!found) throw configError([{ input: "journal", value: file, legal }]);
  // Its lines were redacted as they were written.
  await writeRun(out, found, (text) => text);
  const all = found.workloads.flatMap((each) => (each.duet ? [each, each.duet.base] : [each]));
  const requests = all.reduce((sum, { records }) => sum + records.length, 0);
  print(`${requests} requests recovered to ${out}.`);
}

export function recoverCommand(): Command {
  return new Command("recover")
    .description("Make a run of the journal that a measurement left behind when it was cut off.")
    .argument("<journal>", "The journal, RESULT.partial.jsonl.")
    .requiredOption("--out <file>", "Where the run is written.")
    .addHelpText("after", example("latency-gate recover run.json.partial.jsonl --out run.json"))
    .action((file: string, { out }: { out: string }) => run(file, out));
}
