// Skipping: a pull request that comes without the endpoint's secrets is not measured, and is not held against anybody.

import type { Conclusion } from "../conclude.ts";
import type { JudgeConfig } from "../config/config.ts";
import { apiKeyVariable, parseConfig } from "../config/parse.ts";
import { settings } from "../config/settings/settings.ts";
import { GateError } from "../errors.ts";
import type { Job } from "../measure/job.ts";
import type { Run, WorkloadRun } from "../metrics/run.ts";
import type { ReportInput } from "../report/input.ts";
import { reportFrom } from "../report/report.ts";
import type { Verdict } from "../verdict/verdict.ts";
import { tool } from "../version.ts";
import type { Act } from "./act.ts";

const whose = { fork: "a fork", dependabot: "Dependabot" } as const;

function given(act: Act, name: string): string {
  return act.sources.read(name)?.trim() ?? "";
}

/** Whether an endpoint is all that is missing. */
function lacksEndpointOnly(act: Act): boolean {
  const { sources } = act;
  const { name } = settings.endpoint;
  if (given(act, name) !== "") return false;
  const read = (asked: string) =>
    asked === name ? "https://endpoint.invalid" : sources.read(asked);
  try {
    parseConfig(sources);
    return false;
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
  }
  try {
    parseConfig({ ...sources, read });
    return true;
  } catch {
    return false;
  }
}

/** Secrets arrive as empty text; the runner makes of an input that was not given the same. */
function secretsMissing(act: Act): boolean {
  const key = act.world.environment[apiKeyVariable];
  return (given(act, settings.apiKey.name) === "" && key === "") || lacksEndpointOnly(act);
}

function skippable({ context }: Act, config: JudgeConfig): string | undefined {
  const restricted = context.pullRequest?.restricted;
  return restricted && config.onMissingSecret === "skip" ? whose[restricted] : undefined;
}

/** Without the key, and told so by every answer. */
function turnedAway({ counts, invalid }: WorkloadRun): boolean {
  const refused = invalid.some(
    ({ code, message }) => code === "refused" && /^HTTP 40[13]\b/.test(message),
  );
  const { completed, examples } = counts;
  const statuses = examples.map(({ status }) => status);
  const all = statuses.length > 0 && statuses.every((each) => each === 401 || each === 403);
  return refused || (completed === 0 && all);
}

function withoutSecrets(whose: string): string {
  return `This pull request comes from ${whose}: GitHub gives it no secrets, and the endpoint needs one`;
}

/** Of a job in which nothing was measured. */
export function emptyRun(job: Job, createdAt: string): Run {
  const nothing = { model: null, precision: null, hardware: null, engine: null };
  return {
    schema: 1,
    kind: "latency-gate-run",
    tool,
    createdAt,
    commit: job.commit,
    runId: job.runId,
    attempt: job.attempt,
    repository: job.repository,
    measurement: "first",
    endpoint: "",
    environment: { ...nothing, replicas: null, region: null, runner: job.runner },
    boundaries: "client",
    workloads: [],
  };
}

function skipped(why: string, config: JudgeConfig, run: Run, act: Act): Conclusion {
  const { name, policy } = config;
  const verdict: Verdict = {
    kind: "skipped",
    because: [why],
    workloads: [],
    confirmation: "not-needed",
    alpha: policy.alpha,
    warnings: [],
  };
  const told: ReportInput = {
    name,
    verdict,
    run,
    policy,
    commit: { head: act.context.headSha, base: act.context.base?.sha },
    history: new Map(),
    reproduce: "",
    baselineSource: "",
  };
  return { run, verdict, policy, told, report: reportFrom(told), exitCode: 0 };
}

/** Before anything is sent. */
export function skippedBefore(
  act: Act,
  config: JudgeConfig,
  createdAt: string,
): Conclusion | undefined {
  const whose = skippable(act, config);
  if (whose === undefined || !secretsMissing(act)) return undefined;
  return skipped(withoutSecrets(whose), config, emptyRun(act.world.job, createdAt), act);
}

/** After the endpoint asked for a key that there is not; any other outcome stays as it is. */
export function skippedAfter(act: Act, config: JudgeConfig, conclusion: Conclusion): Conclusion {
  const whose = skippable(act, config);
  const { run, verdict } = conclusion;
  const keyless = given(act, settings.apiKey.name) === "" && !act.world.environment[apiKeyVariable];
  const away = run.workloads.length > 0 && run.workloads.every(turnedAway);
  if (whose === undefined || verdict.kind !== "invalid" || !keyless || !away) return conclusion;
  return skipped(withoutSecrets(whose), config, run, act);
}
