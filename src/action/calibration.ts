// Calibration as a step of a workflow: on schedule or by hand, of the main branch alone, as only its jobs are remembered.
import path from "node:path";
import { type Calibrated, calibrate, calibrationOf } from "../calibrate.ts";
import type { JudgeConfig } from "../config/config.ts";
import { parseConfig } from "../config/parse.ts";
import { configError, GateError } from "../errors.ts";
import { annotate } from "../github/runner/annotations.ts";
import type { Context } from "../github/runner/context.ts";
import { writeOutputs } from "../github/runner/outputs.ts";
import { writeSummary } from "../github/runner/summary.ts";
import { withJournal } from "../ports.ts";
import { calibrationPage } from "../report/calibration/page.ts";
import { renderMarkdownPage } from "../report/faces/markdown.ts";
import { renderTerminalPage } from "../report/faces/terminal.ts";
import { finished } from "../report/words/words.ts";
import { calibrationText, writeText } from "../results.ts";
import { memoryOf } from "../stores.ts";
import type { Act } from "./act.ts";
import { page } from "./deliver.ts";

const instead = "Run it on schedule or workflow_dispatch of the default branch";

/** A push is measured once, by the gate itself: as many jobs for each of them would cost as many times as much. */
function objectionTo({ role, event }: Context): string | undefined {
  if (role === "pull-request") return "a pull request is never remembered";
  if (role === "other") return "this run is not one of the default branch";
  return event === "push" ? "each push would be measured several times" : undefined;
}

function checkEvent(context: Context): void {
  const why = objectionTo(context);
  if (why !== undefined)
    throw new GateError("config", `Refused: mode: calibrate, as ${why}. ${instead}.`);
}

/** Resolves to the exit code. Wrong configuration and another event than those are thrown. */
export async function calibrateMain(judge: JudgeConfig, act: Act): Promise<number> {
  checkEvent(act.context);
  const { told, exitCode } = await (judge.jobs > 0 ? measured(act) : remembered(judge, act));
  const { redact, print } = act;
  const shown = calibrationPage(told);
  const markdown = redact(renderMarkdownPage(shown));
  const at = (name: string) => path.join(judge.results, name);
  const files = { resultsPath: at("calibration.json"), reportPath: at("calibration.md") };
  await writeText(files.resultsPath, redact(calibrationText(told)));
  await writeText(files.reportPath, markdown);
  const warnings = [...(await writeSummary(markdown)), ...(await writeOutputs(files))];
  print(redact(renderTerminalPage(shown, page)));
  const faults = told.invalid.map(
    ({ nth, because }) => `Job ${nth} does not count: ${because.map(finished).join(" ")}`,
  );
  const lost = told.notRecorded === undefined ? [] : [`Not remembered: ${told.notRecorded}.`];
  const messages = [...faults, ...lost, ...warnings.map(({ message }) => message)];
  await annotate(messages.map((message) => ({ level: "warning", message: redact(message) })));
  return exitCode;
}

async function storeOf(config: JudgeConfig, act: Act) {
  const { context, payload, world, redact, machine } = act;
  const { environment, log } = world;
  const { patience } = machine;
  const job = { environment, payload, context, redact, tell: log.info, patience };
  return (await memoryOf(config, job)).store;
}

async function measured(act: Act): Promise<Calibrated> {
  const config = parseConfig(act.sources);
  const ports = { ...act.machine.measurePorts(act.world), baseline: await storeOf(config, act) };
  return withJournal(undefined, (journal) => calibrate(config, { ...ports, journal }));
}

async function remembered(judge: JudgeConfig, act: Act): Promise<Calibrated> {
  const baseline = await storeOf(judge, act);
  const found = await calibrationOf(judge, { baseline, log: act.world.log });
  if (found) return found;
  throw configError([
    { input: "jobs", value: "0", legal: "at least 1, as nothing is remembered yet" },
  ]);
}
