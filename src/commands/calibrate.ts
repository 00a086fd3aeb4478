// `latency-gate calibrate`: several jobs of one unchanged endpoint, remembered, and what they tell of the set-up.
import type { Command } from "commander";
import { createFileStore } from "../baseline/file-store.ts";
import type { BaselineStore } from "../baseline/store.ts";
import { type Calibrated, calibrate, calibrationOf } from "../calibrate.ts";
import type { JudgeConfig } from "../config/config.ts";
import { namesEndpoint, parseConfig, parseJudgeConfig } from "../config/parse.ts";
import type { Sources } from "../config/sources/given.ts";
import { configError } from "../errors.ts";
import { measurePorts, withJournal } from "../ports.ts";
import { calibrationPage } from "../report/calibration/page.ts";
import { renderMarkdownPage } from "../report/faces/markdown.ts";
import { renderTerminalPage } from "../report/faces/terminal.ts";
import { type Redact, redactor } from "../report/text/redact.ts";
import { calibrationText, writeText } from "../results.ts";
import { commandWorld, page, print } from "./console.ts";
import type { Exit } from "./exit.ts";
import { commandWithSettings, commitOption, example, sourcesFrom } from "./flags.ts";
import { localPath } from "./local-baseline.ts";

interface Flags {
  readonly json?: string;
  readonly markdown?: string;
  readonly commit?: string;
}

function storeOf(config: JudgeConfig): BaselineStore {
  const { name, policy } = config;
  return createFileStore({ paths: [localPath(config)], name, keep: policy.history });
}

interface Found extends Calibrated {
  readonly redact: Redact;
}

async function measured(sources: Sources, commit: string | undefined): Promise<Found> {
  const config = parseConfig(sources);
  const { apiKey } = config.target;
  const ports = { ...measurePorts(commandWorld({ commit })), baseline: storeOf(config) };
  const calibrated = await withJournal(undefined, (journal) =>
    calibrate(config, { ...ports, journal }),
  );
  return { ...calibrated, redact: redactor(apiKey === undefined ? [] : [apiKey]) };
}

async function remembered(config: JudgeConfig): Promise<Found> {
  const { log } = commandWorld({});
  const calibrated = await calibrationOf(config, { baseline: storeOf(config), log });
  if (calibrated) return { ...calibrated, redact: redactor([]) };
  const legal = "a baseline document, or an endpoint to measure";
  throw configError([{ input: "baseline", value: `${localPath(config)}: not found`, legal }]);
}

async function run(command: Command, exit: Exit): Promise<void> {
  const sources = sourcesFrom(command);
  const config = parseJudgeConfig(sources);
  const { json, markdown, commit } = command.opts<Flags>();
  const measures = config.jobs > 0 && namesEndpoint(sources);
  const found = measures ? await measured(sources, commit) : await remembered(config);
  const { told, redact, exitCode } = found;
  const shown = calibrationPage(told);
  if (json !== undefined) await writeText(json, redact(calibrationText(told)));
  if (markdown !== undefined) await writeText(markdown, redact(renderMarkdownPage(shown)));
  print(redact(renderTerminalPage(shown, page())));
  exit.code = exitCode;
}

export function calibrateCommand(exit: Exit): Command {
  return commandWithSettings(
    "calibrate",
    "Measure one unchanged endpoint several times, remember each as a job of main, and say how much they differ and what the gate could see. Without an endpoint: of what is remembered already.",
  )
    .option("--json <file>", "Write the calibration as JSON.")
    .option("--markdown <file>", "Write it as the job summary that the action would show.")
    .addOption(commitOption())
    .addHelpText(
      "after",
      example(
        "latency-gate calibrate --endpoint http://127.0.0.1:8000/v1 --model my-model --baseline base.json",
      ),
    )
    .action((_, self: Command) => run(self, exit));
}
