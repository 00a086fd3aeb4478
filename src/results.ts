// Result files: the run, the verdict and the report, written where the user can find them.
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { storedLines } from "./baseline/codec.ts";
import type { Conclusion } from "./conclude.ts";
import type { Run } from "./metrics/run.ts";
import type { CalibrationInput } from "./report/calibration/input.ts";
import { calibrationJson } from "./report/calibration/json.ts";
import { verdictJson } from "./report/faces/json.ts";
import { renderComment } from "./report/faces/markdown.ts";
import type { Redact } from "./report/text/redact.ts";

/** Creates the folders that are missing. */
export async function writeText(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  await writeFile(file, text);
}

/** Written as the lines come, so that they need not all be kept. */
export async function writeLines(file: string, lines: Iterable<string>): Promise<void> {
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  await writeFile(file, inBlocks(lines));
}

const blockLength = 65_536;

function* inBlocks(lines: Iterable<string>): Generator<string> {
  let block = "";
  for (const line of lines) {
    block += line;
    if (block.length < blockLength) continue;
    yield block;
    block = "";
  }
  yield block;
}

/** Written record by record, as those of an hour do not fit into one string. */
export function writeRun(file: string, run: Run, redact: Redact): Promise<void> {
  return writeLines(file, redacted(storedLines(run), redact));
}

function* redacted(lines: Iterable<string>, redact: Redact): Generator<string> {
  for (const line of lines) yield redact(line);
}

export function verdictText(conclusion: Conclusion): string {
  return `${JSON.stringify(verdictJson(conclusion), null, 2)}\n`;
}

export function calibrationText(told: CalibrationInput): string {
  return `${JSON.stringify(calibrationJson(told), null, 2)}\n`;
}

export interface ResultFiles {
  /** Absent where nothing was measured. */
  readonly run?: string;
  readonly verdict: string;
  readonly report: string;
}

/** `DIR/verdict.json` and `DIR/report.md`. */
export async function writeReport(
  folder: string,
  conclusion: Conclusion,
  redact: Redact,
): Promise<ResultFiles> {
  const at = (name: string) => path.join(folder, name);
  const files = { verdict: at("verdict.json"), report: at("report.md") };
  await writeText(files.verdict, redact(verdictText(conclusion)));
  await writeText(files.report, redact(`${renderComment(conclusion.report)}\n`));
  return files;
}

/** The same, with `DIR/run.json` and `DIR/confirmation.json` where there was one. */
export async function writeResults(
  folder: string,
  conclusion: Conclusion,
  redact: Redact,
): Promise<Required<ResultFiles>> {
  const at = (name: string) => path.join(folder, name);
  const { run, confirmation } = conclusion;
  await writeRun(at("run.json"), run, redact);
  await rm(at("confirmation.json"), { force: true });
  if (confirmation) await writeRun(at("confirmation.json"), confirmation, redact);
  return { run: at("run.json"), ...(await writeReport(folder, conclusion, redact)) };
}
