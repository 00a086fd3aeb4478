// `latency-gate measure`: one measurement, written to a file and shown as a table.
import type { Command } from "commander";
import { parseConfig } from "../config/parse.ts";
import { firstMeasurement, measure } from "../measure/measure.ts";
import type { Run } from "../metrics/run.ts";
import { measurePorts, withJournal } from "../ports.ts";
import { renderMeasurement } from "../report/faces/terminal.ts";
import { redactor } from "../report/text/redact.ts";
import { writeRun } from "../results.ts";
import { commandWorld, page, print } from "./console.ts";
import type { Exit } from "./exit.ts";
import { commandWithSettings, commitOption, example, sourcesFrom } from "./flags.ts";

const invalidExit = 3;

function isValid({ workloads }: Run): boolean {
  return workloads.every(({ invalid }) => invalid.length === 0);
}

async function run(command: Command, exit: Exit): Promise<void> {
  const config = parseConfig(sourcesFrom(command));
  const { out, commit } = command.opts<{ out?: string; commit?: string }>();
  const redact = redactor(config.target.apiKey === undefined ? [] : [config.target.apiKey]);
  const ports = measurePorts(commandWorld({ commit }));
  const found = await withJournal(out, async (journal) => {
    const run = await measure(config, firstMeasurement(config, ports), { ...ports, journal });
    if (out !== undefined) await writeRun(out, run, redact);
    return run;
  });
  print(redact(renderMeasurement(found, page())));
  if (out !== undefined) print(`Written to ${out}.`);
  exit.code = isValid(found) ? 0 : invalidExit;
}

export function measureCommand(exit: Exit): Command {
  return commandWithSettings("measure", "Measure an endpoint and write what was found.")
    .option("--out <file>", "Where the run is written, an invalid one too.")
    .addOption(commitOption())
    .addHelpText(
      "after",
      example(
        "latency-gate measure --endpoint http://127.0.0.1:8000/v1 --model my-model --out run.json",
      ),
    )
    .action((_, command: Command) => run(command, exit));
}
