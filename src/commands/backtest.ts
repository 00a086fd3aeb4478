// `latency-gate backtest`: what the gate would have said about each past job.
import type { Command } from "commander";
import { readHistoryText, type StoredJob } from "../baseline/history-text.ts";
import { parseJudgeConfig } from "../config/parse.ts";
import { configError, type Problem } from "../errors.ts";
import { readText } from "../ports.ts";
import { count, emptyTally, pastJobJson, pastJobLine, tallyLines } from "../report/past-jobs.ts";
import { writeLines } from "../results.ts";
import { replay } from "../verdict/past/replay.ts";
import type { GatePolicy } from "../verdict/policy.ts";
import { print } from "./console.ts";
import { commandWithSettings, example, sourcesFrom } from "./flags.ts";

interface File {
  readonly jobs: readonly StoredJob[];
  readonly problems: readonly Problem[];
}

function readFile(file: string): File {
  const text = readText(file);
  const legal = "a file that exists";
  if (text === undefined) return { jobs: [], problems: [{ input: file, value: "nothing", legal }] };
  const { jobs, problems } = readHistoryText(text);
  return {
    jobs,
    problems: problems.map(({ line, ...rest }) => ({
      input: line === undefined ? file : `${file}, line ${line}`,
      ...rest,
    })),
  };
}

/** More would bury the first ones. */
const mostProblems = 20;

function refuse(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const more = problems.length - mostProblems;
  const hint = more > 0 ? `The first ${mostProblems} problems of ${problems.length}.` : undefined;
  throw configError(problems.slice(0, mostProblems), hint);
}

/** Two copies of a document share their past: a job that an earlier file holds is not judged twice. */
function withoutRepeats(files: readonly File[]): StoredJob[] {
  const seen = new Set<string>();
  return files.flatMap(({ jobs }) => {
    if (files.length === 1) return jobs;
    const texts = jobs.map(({ record }) => JSON.stringify(record));
    const fresh = jobs.filter((_, index) => !seen.has(texts[index] ?? ""));
    for (const text of texts) seen.add(text);
    return fresh;
  });
}

interface Series {
  readonly name: string;
  readonly openLoop: boolean;
  readonly records: StoredJob["record"][];
}

/** One series for each key, in the order in which they first appear; time orders the jobs within. */
function seriesOf(jobs: readonly StoredJob[]): Series[] {
  return [...Map.groupBy(jobs, ({ record }) => record.key)].map(([key, ofKey]) => {
    const { name = key.slice(0, 8), openLoop = false } =
      ofKey.find((job) => job.name !== undefined) ?? {};
    const records = ofKey
      .map(({ record }) => ({ record, at: Date.parse(record.time) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ record }) => record);
    return { name, openLoop, records };
  });
}

/** Prints the jobs of each series together, and yields each as JSON. */
function* judged(series: readonly Series[], policy: GatePolicy): Generator<string> {
  const tally = emptyTally();
  for (const { name, ...one } of series) {
    const lines: string[] = [];
    for (const past of replay({ ...one, name, policy })) {
      count(tally, past, policy);
      lines.push(pastJobLine(past, name));
      yield pastJobJson(past);
    }
    print(lines.join("\n"));
  }
  print(tallyLines(tally).join("\n"));
}

async function run(paths: readonly string[], command: Command): Promise<void> {
  const { policy } = parseJudgeConfig(sourcesFrom(command));
  const files = paths.map(readFile);
  refuse(files.flatMap(({ problems }) => problems));
  const all = judged(seriesOf(withoutRepeats(files)), policy);
  const { json } = command.opts<{ json?: string }>();
  if (json === undefined) for (const _ of all);
  else await writeLines(json, all);
}

export function backtestCommand(): Command {
  return commandWithSettings("backtest", "Say what the gate would have said about each past job.")
    .argument("<history...>", "Baseline documents, or history records as JSON lines.")
    .option("--json <file>", "Write what it would have said as JSON lines, one for each job.")
    .addHelpText("after", example("latency-gate backtest baseline.json --alpha 0.01"))
    .action((paths: string[], _, self: Command) => run(paths, self));
}
