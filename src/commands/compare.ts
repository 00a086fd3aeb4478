// `latency-gate compare`: judges runs that are already there.
import type { Command } from "commander";
import { createFileStore } from "../baseline/file-store.ts";
import { candidateFrom, readRun } from "../candidates.ts";
import type { JudgeConfig } from "../config/config.ts";
import { parseJudgeConfig } from "../config/parse.ts";
import { configError } from "../errors.ts";
import { compare } from "../gate.ts";
import { asLeg } from "../metrics/run/legs.ts";
import { readText, wallClock } from "../ports.ts";
import { isHeldAgainstMain } from "../references.ts";
import { redactor } from "../report/text/redact.ts";
import { type OutputFlags, showConclusion, withOutputFlags } from "./conclusion.ts";
import type { Exit } from "./exit.ts";
import { commandWithSettings, example, sourcesFrom } from "./flags.ts";

interface CompareFlags extends OutputFlags {
  readonly baseline?: readonly string[];
  readonly candidate: readonly string[];
  readonly confirmation?: string;
  readonly earlier?: readonly string[];
  readonly baseCommit?: string;
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

function candidateOf(places: readonly string[], expected: JudgeConfig) {
  const found = candidateFrom({ input: "candidate", places, expected });
  if (found.run) return { ...found, run: found.run };
  const [value = ""] = places;
  throw configError([{ input: "candidate", value: `${value}: no run is there`, legal: "runs" }]);
}

/** Only a run that was measured in rounds beside its base endpoint can do without. */
function missingBaseline(): Error {
  const legal = "baseline documents, or a candidate measured with a baseline-endpoint";
  return configError([{ input: "baseline", value: "not given", legal }]);
}

function reproduceWith(baseline: readonly string[], candidate: readonly string[]): string {
  const past = baseline.length === 0 ? [] : [`--baseline ${baseline.join(" ")}`];
  return ["latency-gate compare", ...past, `--candidate ${candidate.join(" ")}`].join(" ");
}

async function judged(command: Command, exit: Exit): Promise<void> {
  const flags = command.opts<CompareFlags>();
  const config = parseJudgeConfig(sourcesFrom(command));
  const { confirmation: second, earlier = [], baseline = [] } = flags;
  checkFiles([
    ...baseline.map((path) => ["baseline", path] as const),
    ...flags.candidate.map((path) => ["candidate", path] as const),
    ...(second === undefined ? [] : [["confirmation", second] as const]),
    ...earlier.map((path) => ["earlier", path] as const),
  ]);
  const { run, asMain, declared } = candidateOf(flags.candidate, config);
  if (baseline.length === 0 && isHeldAgainstMain(run)) throw missingBaseline();
  const another = (input: string, file: string) => {
    const read = readRun(input, file);
    return run.workloads.some(({ leg }) => leg) ? asLeg(read) : read;
  };
  const evidence = {
    run,
    asMain,
    earlier: earlier.map((path) => another("earlier", path)),
    confirmation: second === undefined ? undefined : another("confirmation", second),
  };
  const conclusion = await compare({ ...config, declared }, evidence, {
    wallClock,
    baseline: createFileStore({
      paths: baseline,
      name: config.name,
      keep: config.policy.history,
    }),
    commit: { head: run.commit ?? undefined, base: flags.baseCommit },
    reproduce: reproduceWith(baseline, flags.candidate),
  });
  await showConclusion(conclusion, flags, redactor([]));
  exit.code = conclusion.exitCode;
}

export function compareCommand(exit: Exit): Command {
  const command = commandWithSettings("compare", "Judge a run against main's history.")
    .option(
      "--baseline <file...>",
      "Baseline documents, directories of them, or run files; only a run with a baseline-endpoint can do without.",
    )
    .requiredOption(
      "--candidate <file...>",
      "The run to judge, or those of a matrix's legs, or folders of them: judged together.",
    )
    .option("--confirmation <file>", "A second run of the same, where the first looked slower.")
    .option("--earlier <file...>", "Runs of earlier attempts at the same commit: judged together.")
    .option("--base-commit <sha>", "The commit of main that the change was made on.");
  return withOutputFlags(command)
    .addHelpText("after", example("latency-gate compare --baseline base.json --candidate run.json"))
    .action((_, self: Command) => judged(self, exit));
}
