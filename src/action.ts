// The action: inputs and event in, gate in the middle; files, summary, annotations, comment and outputs out.
import path from "node:path";
import type { Act } from "./action/act.ts";
import { type Agreed, agreed, landing } from "./action/agreement.ts";
import { judgedSources } from "./action/base-sources.ts";
import { calibrateMain } from "./action/calibration.ts";
import { deliver, page } from "./action/deliver.ts";
import { besides, earlierOf } from "./action/earlier.ts";
import { type Machine, thisMachine } from "./action/machine.ts";
import { rejudged } from "./action/rejudge.ts";
import { retell } from "./action/retell.ts";
import { emptyRun, skippedAfter, skippedBefore } from "./action/skip.ts";
import { candidateFrom } from "./candidates.ts";
import type { JudgePorts } from "./conclude.ts";
import type { JudgeConfig } from "./config/config.ts";
import { apiKeyVariable, parseConfig, parseJudgeConfig } from "./config/parse.ts";
import { settings } from "./config/settings/settings.ts";
import { GateError } from "./errors.ts";
import { compare, compareOnMain, gate } from "./gate.ts";
import { dangerOf } from "./github/event/danger.ts";
import { annotate } from "./github/runner/annotations.ts";
import { type Context, contextFrom, type Env, readPayload } from "./github/runner/context.ts";
import { maskSecrets, readInput } from "./github/runner/inputs.ts";
import { writeOutputs } from "./github/runner/outputs.ts";
import { writeSummary } from "./github/runner/summary.ts";
import { firstMeasurement, measure } from "./measure/measure.ts";
import { jobFrom, readText, type World, withJournal, withKeyVariable } from "./ports.ts";
import { renderMeasurement } from "./report/faces/terminal.ts";
import { redactor } from "./report/text/redact.ts";
import { safeLine } from "./report/text/safe-text.ts";
import { reproduceCommand } from "./reproduce.ts";
import { writeRun } from "./results.ts";
import { type Memory, memoryOf } from "./stores.ts";
import { createLog } from "./terminal.ts";
import { toSeconds } from "./time.ts";

const invalidExit = 3;

/** Runs the action once; resolves to its exit code. Wrong configuration is thrown. */
export async function actOn(environment: Env, machine: Machine = thisMachine): Promise<number> {
  const read = withKeyVariable(readInput, environment);
  const secrets = [settings.apiKey.name, apiKeyVariable, settings.githubToken.name].map(read);
  maskSecrets(secrets);
  const payload = await readPayload(environment);
  const context = contextFrom(environment, payload);
  const act: Act = {
    sources: await judgedSources({ read, file: readText }, context),
    payload,
    context,
    world: worldOf(environment, context, machine),
    machine,
    redact: redactor(secrets.flatMap((secret) => secret || [])),
    print,
  };
  const config = parseJudgeConfig(act.sources);
  if (config.mode === "comment") return retell(config, act);
  await checkDanger(context);
  if (config.mode === "calibrate") return calibrateMain(config, act);
  if (config.mode === "measure") return measureOnly(act);
  return config.mode === "compare" ? compareOnly(config, act) : gateAny(config, act);
}

/** Before anything of a stranger's is measured. */
async function checkDanger(context: Context): Promise<void> {
  const danger = dangerOf(context);
  if (danger?.kind === "refused")
    throw new GateError("config", `Refused: ${danger.why}. Use ${danger.instead}.`);
  if (danger) await annotate([{ level: "warning", message: danger.why }]);
}

function worldOf(environment: Env, { headSha, base }: Context, machine: Machine): World {
  const raw = createLog({
    stream: process.stdout,
    live: false,
    seconds: () => toSeconds(machine.clock.now()),
  });
  const log = {
    ...raw,
    info: (line: string) => raw.info(safeLine(line)),
    warn: (line: string) => raw.warn(safeLine(line)),
  };
  const commits = { commit: headSha ?? null, baseCommit: base?.sha };
  return {
    environment,
    log,
    job: jobFrom(environment, commits),
    signal: machine.stopSignal(() => log.warn("Stopping: what was seen is kept.")),
  };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function runFile({ results }: JudgeConfig): string {
  return path.join(results, "run.json");
}

async function measureOnly({ sources, world, redact, machine }: Act): Promise<number> {
  const config = parseConfig(sources);
  const ports = machine.measurePorts(world);
  const file = runFile(config);
  const run = await withJournal(file, async (journal) => {
    const found = await measure(config, firstMeasurement(config, ports), { ...ports, journal });
    await writeRun(file, found, redact);
    return found;
  });
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

function recall(config: JudgeConfig, act: Act): Promise<Memory> {
  const { context, payload, world, redact, machine } = act;
  const { environment, log } = world;
  const { patience } = machine;
  return memoryOf(config, { environment, payload, context, redact, tell: log.info, patience });
}

function judgePorts(
  { store, lineage }: Memory,
  { context, machine }: Act,
  { acceptLabel }: JudgeConfig,
): Omit<JudgePorts, "reproduce"> {
  return {
    wallClock: machine.wallClock,
    baseline: store,
    commit: { head: context.headSha, ...lineage },
    acceptLabel: context.pullRequest && acceptLabel,
  };
}

/** What needs no measurement comes first: an event about a label, a fork without secrets. */
async function gateAny(judge: JudgeConfig, act: Act): Promise<number> {
  const again = await rejudged(act, judge);
  if (again)
    return deliver({ ...again, measured: false, comments: again.worthTelling }, judge, act);
  const readMain = async () => (await recall(judge, act)).store.read();
  const skipping = { act, config: judge, readMain };
  const skipped = await skippedBefore(skipping, new Date(act.machine.wallClock()).toISOString());
  return skipped ? finish({ conclusion: skipped, warnings: [] }, judge, act) : gateMeasured(act);
}

async function gateMeasured(act: Act): Promise<number> {
  const config = await landing(parseConfig(act.sources), act);
  const memory = await recall(config, act);
  const { read } = act.sources;
  const baseCommit = memory.lineage.base;
  const earlier = await earlierOf(act, config);
  const ports = {
    ...act.machine.measurePorts(act.world),
    ...judgePorts(memory, act, config),
    reproduce: reproduceCommand({ read, baseline: memory.localPath, baseCommit }),
    record: act.context.role === "main",
    before: { earlier: earlier.runs, gaps: earlier.warnings },
  };
  return withJournal(runFile(config), async (journal) => {
    const found = await gate(config, { ...ports, journal });
    const skipping = { act, config, readMain: memory.store.read };
    return finish(await skippedAfter(skipping, found), config, act);
  });
}

/** What was measured or skipped in this job, accepted where somebody agreed to it. */
async function finish(found: Agreed, config: JudgeConfig, act: Act): Promise<number> {
  const { conclusion, warnings } = await agreed(found.conclusion, config, act);
  const all = [...found.warnings, ...warnings];
  return deliver({ conclusion, warnings: all, measured: true, comments: true }, config, act);
}

/** What jobs before this one measured: one run, or those of a matrix's legs, which are judged and told together. */
async function compareOnly(given: JudgeConfig, act: Act): Promise<number> {
  const { headSha, role } = act.context;
  const { results } = given;
  const places = [results];
  const found = candidateFrom({ input: "results", places, commit: headSha, expected: given });
  const run = found.run ?? emptyRun(act.world.job, new Date(act.machine.wallClock()).toISOString());
  const folder = results.endsWith(".json") ? path.dirname(results) : results;
  const config = await landing({ ...given, results: folder, declared: found.declared }, act);
  const memory = await recall(config, act);
  const reproduce = `latency-gate compare --baseline ${memory.localPath} --candidate run.json`;
  const ports = { ...judgePorts(memory, act, config), reproduce, log: act.world.log };
  const judge = role === "main" ? compareOnMain : compare;
  const evidence = { run, asMain: found.asMain, ...besides(run, await earlierOf(act, config)) };
  const conclusion = await judge(config, evidence, ports);
  return finish({ conclusion, warnings: [] }, config, act);
}
