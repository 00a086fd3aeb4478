// parseConfig: strings → Config; pure, and every problem is told at once.
import type {
  Config,
  DuetSettings,
  JudgeConfig,
  MeasureSettings,
  StatedEnvironment,
  Target,
} from "./config.ts";
import { gatePolicy } from "./gate-policy.ts";
import { settings } from "./settings/settings.ts";
import { type Given, gatherGiven, type Sources } from "./sources/given.ts";
import { overlay, type Settled, take } from "./sources/layer.ts";
import { gatherProblems, type Problems } from "./sources/problems.ts";
import { workloadsFrom } from "./workloads.ts";

/** Where the endpoint's key comes from when no input gives it. */
export const apiKeyVariable = "LATENCY_GATE_API_KEY";

const notStated: StatedEnvironment = {
  model: undefined,
  precision: undefined,
  hardware: undefined,
  engine: undefined,
  replicas: undefined,
  region: undefined,
};

function variableKey({ read }: Sources, problems: Problems): string | undefined {
  const text = read(apiKeyVariable)?.trim();
  if (!text) return undefined;
  const parsed = settings.apiKey.field.parse(text);
  if (parsed.ok) return parsed.value;
  problems.addAll(apiKeyVariable, parsed.troubles);
  return undefined;
}

function targetFrom(values: Settled, key: string | undefined): Target | undefined {
  const endpoint = take(values, settings.endpoint);
  return (
    endpoint && {
      endpoint,
      apiKey: take(values, settings.apiKey) ?? key,
      headers: take(values, settings.headers) ?? {},
      insecureTls: take(values, settings.insecureTls),
    }
  );
}

/** A file may give `rounds` alone: it also serves main's jobs, which have no second endpoint. */
function duetFrom(
  values: Settled,
  { inputs }: Given,
  problems: Problems,
): DuetSettings | undefined {
  const { baselineEndpoint, rounds } = settings;
  const endpoint = take(values, baselineEndpoint);
  if (endpoint) return { endpoint, rounds: take(values, rounds) };
  if (inputs.entries.has(rounds.name) && !values.has(baselineEndpoint.name))
    problems.add(
      rounds.name,
      "given without baseline-endpoint",
      "only beside it, or in the config file",
    );
  return undefined;
}

function measureFrom(values: Settled): MeasureSettings {
  const readyTimeout = take(values, settings.readyTimeout);
  return {
    readyTimeout: readyTimeout === 0 ? undefined : readyTimeout,
    drainTimeout: take(values, settings.drainTimeout),
    budget: take(values, settings.budget),
    maxRequests: take(values, settings.maxRequests),
    maxTokens: take(values, settings.maxTokens),
    expectVersion: take(values, settings.expectVersion),
    metricsUrl: take(values, settings.metricsUrl)?.href,
    saveResponses: take(values, settings.saveResponses),
    environment: take(values, settings.environment) ?? notStated,
  };
}

function judgeFrom(given: Given, problems: Problems): Omit<JudgeConfig, "declared"> {
  const values = overlay([given.top, given.inputs]);
  return {
    name: take(values, settings.name),
    mode: take(values, settings.mode),
    jobs: take(values, settings.jobs),
    results: take(values, settings.results),
    legs: take(values, settings.legs),
    baseline: {
      place: take(values, settings.baseline),
      branch: take(values, settings.baselineBranch),
      maxAge: take(values, settings.maxBaselineAge),
      reset: take(values, settings.resetBaseline),
      pin: take(values, settings.pinBaseline),
    },
    policy: gatePolicy(given, problems),
    comment: take(values, settings.comment),
    acceptLabel: take(values, settings.acceptLabel),
    onMissingSecret: take(values, settings.onMissingSecret),
    githubToken: take(values, settings.githubToken),
  };
}

function secretsOf({ read }: Sources): readonly (string | undefined)[] {
  const names = [settings.apiKey.name, apiKeyVariable, settings.githubToken.name];
  return names.map((name) => read(name)?.trim());
}

/** Only requests that complete can be good, and only objectives say what good is. */
function checkGoodput({ policy, workloads }: Config, problems: Problems): void {
  const named = [...policy.named].find((id) => id === "goodput" || id === "good_share");
  if (named && !workloads.some(({ objectives }) => objectives.length > 0))
    problems.add(`gate.cells.${named}`, "a cell without objectives", "objectives in a workload");
}

/**
 * Explicit inputs and flags go before a workload's own settings, those before the file's top level, that before the
 * defaults; of two settings that exclude each other the one from the stronger place holds. The gate's settings: input,
 * then inline `gate`, then the file. Throws one GateError of code `config` with every problem.
 */
export function parseConfig(sources: Sources): Config {
  const problems = gatherProblems(secretsOf(sources));
  const given = gatherGiven(sources, problems);
  const values = overlay([given.top, given.inputs]);
  const target = targetFrom(values, variableKey(sources, problems));
  if (!target && !values.has("endpoint"))
    problems.add("endpoint", "nothing", settings.endpoint.field.legal);
  const workloads = workloadsFrom(given, { file: sources.file, problems });
  const judge = judgeFrom(given, problems);
  const declared = workloads.map(({ name }) => name);
  const duet = duetFrom(values, given, problems);
  const measure = measureFrom(values);
  const config = target && { ...judge, declared, target, workloads, measure, duet };
  if (config) checkGoodput(config, problems);
  problems.throwIfAny();
  if (!config) throw new TypeError("a configuration without endpoint and without problems");
  return config;
}

/** Whether there is something to measure; what else may be wrong is told when it is read. */
export function namesEndpoint(sources: Sources): boolean {
  const { top, inputs } = gatherGiven(sources, gatherProblems(secretsOf(sources)));
  return overlay([top, inputs]).has(settings.endpoint.name);
}

/** For what judges runs that are already there: no endpoint and no model is needed; all that is given is checked. */
export function parseJudgeConfig(sources: Sources): JudgeConfig {
  const problems = gatherProblems(secretsOf(sources));
  const given = gatherGiven(sources, problems);
  const judge = judgeFrom(given, problems);
  const { file } = sources;
  const workloads = given.workloads.size > 0 ? workloadsFrom(given, { file, problems }) : [];
  problems.throwIfAny();
  return { ...judge, declared: workloads.map(({ name }) => name) };
}
