// `latency-gate compare`: judges runs that are already there.
import type { Command } from "commander";
import { parseStored } from "../baseline/codec.ts";
import { createFileStore } from "../baseline/file-store.ts";
import { parseJudgeConfig } from "../config/parse.ts";
import { configError } from "../errors.ts";
import { compare } from "../gate.ts";
import type { Run } from "../metrics/run.ts";
import { readText, wallClock } from "../ports.ts";
import { redactor } from "../report/text/redact.ts";
import { type OutputFlags, showConclusion, withOutputFlags } from "./conclusion.ts";
import type { Exit } from "./exit.ts";
import { commandWithSettings, example, sourcesFrom } from "./flags.ts";

interface CompareFlags extends OutputFlags {
  readonly baseline: readonly string[];
  readonly candidate: string;
  readonly confirmation?: string;
  readonly earlier?: readonly string[];
  readonly baseCommit?: string;
}

/** A file that the user names and that is not a run is wrong usage. */
function readRun(input: string, file: string): Run {
  const legal = "a run file of this version";
  const text = readText(file);
  if (text === undefined) throw configError([{ input, value: `${file}: not found`, legal }]);
  const parsed = parseStored(text);
  if (parsed.kind === "run") return parsed.run;
  const why = parsed.kind === "unreadable" ? parsed.why : "it is a baseline document";
  throw configError([{ input, value: `${file}: ${why}`, legal }]);
}

/**
 * What is named here is there, or it is a typing error; only the gate may find no baseline yet. All that is missing is
 * told at once.
 */
function checkFiles(named: readonly (readonly [input: string, path: string])[]): void {
  const problems = named.flatMap(([input, path]) =>
    exists(path)
      ? []
      : [{ input, value: `${path}: not found`, legal: "a file or directory that exists" }],
  );
  if (problems.length > 0) throw configError(problems);
}

function exists(path: string): boolean {
  try {
    return readText(path) !== undefined;
  } catch {
    return true;
  }
}

async function run(command: Command, exit: Exit): Promise<void> {
  const flags = command.opts<CompareFlags>();
  const config = parseJudgeConfig(sourcesFrom(command));
  const { confirmation: second, earlier = [] } = flags;
  checkFiles([
    ...flags.baseline.map((path) => ["baseline", path] as const),
    ["candidate", flags.candidate],
    ...(second === undefined ? [] : [["confirmation", second] as const]),
    ...earlier.map((path) => ["earlier", path] as const),
  ]);
  const candidate = readRun("candidate", flags.candidate);
  const confirmation = second === undefined ? undefined : readRun("confirmation", second);
  const conclusion = await compare(
    config,
    { run: candidate, earlier: earlier.map((path) => readRun("earlier", path)), confirmation },
    {
      wallClock,
      baseline: createFileStore({
        paths: flags.baseline,
        name: config.name,
        keep: config.policy.history,
      }),
      commit: { head: candidate.commit ?? undefined, base: flags.baseCommit },
      reproduce: `latency-gate compare --baseline ${flags.baseline.join(" ")} --candidate ${flags.candidate}`,
    },
  );
  await showConclusion(conclusion, flags, redactor([]));
  exit.code = conclusion.exitCode;
}

export function compareCommand(exit: Exit): Command {
  const command = commandWithSettings("compare", "Judge a run against main's history.")
    .requiredOption(
      "--baseline <file...>",
      "Baseline documents, directories of them, or run files.",
    )
    .requiredOption("--candidate <file>", "The run to judge.")
    .option("--confirmation <file>", "A second run of the same, where the first looked slower.")
    .option("--earlier <file...>", "Runs of earlier attempts at the same commit: judged together.")
    .option("--base-commit <sha>", "The commit of main that the change was made on.");
  return withOutputFlags(command)
    .addHelpText("after", example("latency-gate compare --baseline base.json --candidate run.json"))
    .action((_, self: Command) => run(self, exit));
}
