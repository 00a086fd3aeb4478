// Result files: the run, the verdict and the report, written where the user can find them.
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { formatStored } from "./baseline/codec.ts";
import type { Conclusion } from "./gate.ts";
import type { Run } from "./metrics/run.ts";
import { verdictJson } from "./report/json.ts";
import { renderComment } from "./report/markdown.ts";
import type { Redact } from "./report/redact.ts";

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

export function writeRun(file: string, run: Run, redact: Redact): Promise<void> {
  return writeText(file, redact(formatStored(run)));
}

export function verdictText(conclusion: Conclusion): string {
  return `${JSON.stringify(verdictJson(conclusion), null, 2)}\n`;
}

export interface ResultFiles {
  readonly run: string;
  readonly verdict: string;
  readonly report: string;
}

/** `DIR/run.json`, `DIR/confirmation.json` where there was one, `DIR/verdict.json` and `DIR/report.md`. */
export async function writeResults(
  folder: string,
  conclusion: Conclusion,
  redact: Redact,
): Promise<ResultFiles> {
  const at = (name: string) => path.join(folder, name);
  const files = { run: at("run.json"), verdict: at("verdict.json"), report: at("report.md") };
  const { run, confirmation, report } = conclusion;
  await writeRun(files.run, run, redact);
  await rm(at("confirmation.json"), { force: true });
  if (confirmation) await writeRun(at("confirmation.json"), confirmation, redact);
  await writeText(files.verdict, redact(verdictText(conclusion)));
  await writeText(files.report, redact(`${renderComment(report)}\n`));
  return files;
}
