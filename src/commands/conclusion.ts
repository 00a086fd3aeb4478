// How `gate` and `compare` show what they came to, and which files they write.
import type { Command } from "commander";
import type { Conclusion } from "../conclude.ts";
import { renderComment } from "../report/faces/markdown.ts";
import { renderTerminal } from "../report/faces/terminal.ts";
import type { Redact } from "../report/text/redact.ts";
import { verdictText, writeRun, writeText } from "../results.ts";
import { page, print } from "./console.ts";

export interface OutputFlags {
  readonly out?: string | undefined;
  readonly json?: string | undefined;
  readonly markdown?: string | undefined;
}

export function withOutputFlags(command: Command): Command {
  return command
    .option("--json <file>", "Write the verdict as JSON.")
    .option("--markdown <file>", "Write the report as the comment that a pull request would get.");
}

export async function showConclusion(
  conclusion: Conclusion,
  flags: OutputFlags,
  redact: Redact,
): Promise<void> {
  const { run, report, recordedAt } = conclusion;
  if (flags.out !== undefined) await writeRun(flags.out, run, redact);
  if (flags.json !== undefined) await writeText(flags.json, redact(verdictText(conclusion)));
  if (flags.markdown !== undefined)
    await writeText(flags.markdown, redact(`${renderComment(report)}\n`));
  print(redact(renderTerminal(report, page())));
  if (recordedAt !== undefined) print(`Recorded in ${recordedAt}.`);
}
