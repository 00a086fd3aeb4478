// The action: inputs and event in, gate in the middle; files, summary, annotations, comment and outputs out.
import path from "node:path";
import { parseStored } from "./baseline/codec.ts";
import { systemClock } from "./clock.ts";
import type { JudgeConfig } from "./config/config.ts";
import type { Sources } from "./config/given.ts";
import { apiKeyVariable, parseConfig, parseJudgeConfig } from "./config/parse.ts";
import { settings } from "./config/settings.ts";
import { configError } from "./errors.ts";
import { type Conclusion, compare, gate, type JudgePorts } from "./gate.ts";
import { annotate } from "./github/annotations.ts";
import { postComment } from "./github/comment/post.ts";
import { type Context, contextFrom, type Env, readPayload } from "./github/context.ts";
import { maskSecrets, readInput } from "./github/inputs.ts";
import { writeOutputs } from "./github/outputs.ts";
import { writeSummary } from "./github/summary.ts";
import { firstMeasurement, measure } from "./measure/measure.ts";
import type { Run } from "./metrics/run.ts";
import {
  jobFrom,
  measurePorts,
  readText,
  stopSignal,
  type World,
  wallClock,
  withKeyVariable,
} from "./ports.ts";
import { renderComment, renderSummary } from "./report/markdown.ts";
import { type Redact, redactor } from "./report/redact.ts";
import { resolved, slowedOf } from "./report/resolved.ts";
import { safeLine } from "./report/safe-text.ts";
import { renderMeasurement, renderTerminal } from "./report/terminal.ts";
import { reproduceCommand } from "./reproduce.ts";
import { writeResults, writeRun } from "./results.ts";
import { type Memory, memoryOf } from "./stores.ts";
import { createLog } from "./terminal.ts";
import { toSeconds } from "./time.ts";
import { type Warning, warning } from "./warning.ts";

const invalidExit = 3;

/** Columns of a job log's page. */
const page = { colour: false, width: 120 };

interface Act {
  readonly sources: Sources;
  readonly payload: unknown;
  readonly context: Context;
  readonly world: World;
  readonly redact: Redact;
}

/** Runs the action once; resolves to its exit code. Wrong configuration is thrown. */
export async function actOn(environment: Env): Promise<number> {
  const read = withKeyVariable(readInput, environment);
  const secrets = [settings.apiKey.name, apiKeyVariable, settings.githubToken.name].map(read);
  maskSecrets(secrets);
  const payload = await readPayload(environment);
  const context = contextFrom(environment, payload);
  const act: Act = {
    sources: { read, file: readText },
    payload,
    context,
    world: worldOf(environment, context),
    redact: redactor(secrets.flatMap((secret) => secret || [])),
  };
  const { mode } = parseJudgeConfig(act.sources);
  if (mode === "measure") return measureOnly(act);
  const conclusion = mode === "compare" ? await compareOnly(act) : await gateAll(act);
  return deliver(conclusion, act);
}

function worldOf(environment: Env, { headSha, pullRequest }: Context): World {
  const raw = createLog({
    stream: process.stdout,
    live: false,
    seconds: () => toSeconds(systemClock.now()),
  });
  const log = {
    ...raw,
    info: (line: string) => raw.info(safeLine(line)),
    warn: (line: string) => raw.warn(safeLine(line)),
  };
  const commits = { commit: headSha ?? null, baseCommit: pullRequest?.baseSha };
  return {
    environment,
    log,
    job: jobFrom(environment, commits),
    signal: stopSignal(() => log.warn("Stopping: what was seen is kept.")),
  };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function measureOnly({ sources, world, redact }: Act): Promise<number> {
  const config = parseConfig(sources);
  const ports = measurePorts(world);
  const run = await measure(config, firstMeasurement(config, ports), ports);
  const file = path.join(config.results, "run.json");
  await writeRun(file, run, redact);
  const shown = redact(renderMeasurement(run, page));
  print(shown);
  await writeSummary(["```", shown, "```", ""].join("\n"));
  await writeOutputs({ resultsPath: file });
  const faults = run.workloads.flatMap(({ name, invalid }) =>
    invalid.map(({ message }) => `${name}: ${message}`),
  );
  await annotate(faults.map((message) => ({ level: "error", message: redact(message) })));
  return faults.length === 0 ? 0 : invalidExit;
}

function recall(config: JudgeConfig, { context, payload, world, redact }: Act): Promise<Memory> {
  const { environment, log } = world;
  return memoryOf(config, { environment, payload, context, redact, tell: log.info });
}

function judgePorts({ store, lineage }: Memory, { context }: Act): Omit<JudgePorts, "reproduce"> {
  return { wallClock, baseline: store, commit: { head: context.headSha, ...lineage } };
}

async function gateAll(act: Act): Promise<Conclusion> {
  const config = parseConfig(act.sources);
  const memory = await recall(config, act);
  const { read } = act.sources;
  const baseCommit = memory.lineage.base;
  return gate(config, {
    ...measurePorts(act.world),
    ...judgePorts(memory, act),
    reproduce: reproduceCommand({ read, baseline: memory.localPath, baseCommit }),
    record: act.context.role === "main",
  });
}

/** The run that an earlier step measured, in the results folder. */
function candidateIn(results: string): Run {
  const file = results.endsWith(".json") ? results : path.join(results, "run.json");
  const text = readText(file);
  const parsed = text === undefined ? undefined : parseStored(text);
  if (parsed?.kind === "run") return parsed.run;
  const why = parsed?.kind === "unreadable" ? parsed.why : "no run is there";
  const legal = "a folder or file that mode: measure wrote";
  throw configError([{ input: "results", value: `${file}: ${why}`, legal }]);
}

async function compareOnly(act: Act): Promise<Conclusion> {
  const config = parseJudgeConfig(act.sources);
  const run = candidateIn(config.results);
  const memory = await recall(config, act);
  const reproduce = `latency-gate compare --baseline ${memory.localPath} --candidate run.json`;
  return compare(config, { run }, { ...judgePorts(memory, act), reproduce });
}

/** Every sink is tried, whatever became of the others; none of them changes the verdict. */
async function deliver(conclusion: Conclusion, act: Act): Promise<number> {
  const { report, verdict, exitCode, recordedAt, notRecorded } = conclusion;
  const { redact, world, context } = act;
  const config = parseJudgeConfig(act.sources);
  const files = await writeResults(config.results, conclusion, redact);
  const { runUrl } = context;
  const comment = await commentOn(conclusion, config, act);
  const warnings = [
    ...(notRecorded === undefined
      ? []
      : [warning("not-recorded", `This job is not remembered: ${notRecorded}.`)]),
    ...(await writeSummary(redact(renderSummary(report, { runUrl })))),
    ...comment.warnings,
    ...(await annotate(
      report.annotations.map((one) => ({ ...one, message: redact(one.message) })),
    )),
    ...(await writeOutputs({
      verdict,
      resultsPath: files.run,
      reportPath: files.report,
      commentUrl: comment.url,
    })),
  ];
  print(redact(renderTerminal(report, page)));
  if (recordedAt !== undefined) world.log.info(`Recorded in ${recordedAt}.`);
  await annotate(warnings.map(({ message }) => ({ level: "warning", message: redact(message) })));
  return exitCode;
}

interface Commented {
  readonly url?: string | undefined;
  readonly warnings: readonly Warning[];
}

async function commentOn(
  { report, verdict }: Conclusion,
  config: JudgeConfig,
  { context, world, redact }: Act,
): Promise<Commented> {
  const { pullRequest, repository, apiUrl, runId, attempt, runUrl } = context;
  if (!config.comment || !pullRequest || !repository || !runId) return { warnings: [] };
  const { githubToken: token, name } = config;
  if (pullRequest.fork || !token) {
    const why = pullRequest.fork ? "it comes from a fork" : "there is no github-token";
    const message = `No comment on pull request ${pullRequest.number}: ${why}. The job summary carries the report.`;
    return { warnings: [warning("comment-skipped", message)] };
  }
  return postComment({
    apiUrl,
    token,
    repository,
    pullRequest: pullRequest.number,
    name,
    run: { id: Number(runId), attempt },
    sha: pullRequest.headSha,
    verdict: verdict.kind,
    slowed: slowedOf(verdict),
    render: (maxBytes, past) =>
      redact(renderComment(past ? resolved(report, past) : report, { runUrl, maxBytes })),
    runUrl,
    clock: systemClock,
    signal: world.signal,
    say: world.log.info,
  });
}
