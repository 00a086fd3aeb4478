// Skipping: a pull request that comes without the endpoint's secrets is not measured, and is not held against anybody.

import type { BaselineRead } from "../baseline/store.ts";
import type { Conclusion } from "../conclude.ts";
import type { JudgeConfig } from "../config/config.ts";
import { apiKeyVariable, parseConfig } from "../config/parse.ts";
import { settings } from "../config/settings/settings.ts";
import { GateError } from "../errors.ts";
import type { Job } from "../measure/job.ts";
import type { Run, RunRecord, WorkloadRun } from "../metrics/run.ts";
import type { ReportInput } from "../report/input.ts";
import { reportFrom } from "../report/report.ts";
import type { Verdict } from "../verdict/verdict.ts";
import { tool } from "../version.ts";
import { warning } from "../warning.ts";
import type { Act } from "./act.ts";
import type { Agreed } from "./agreement.ts";

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

function keyless(act: Act): boolean {
  return given(act, settings.apiKey.name) === "" && !act.world.environment[apiKeyVariable];
}

/** A secret that is not given arrives as empty text; of an input that is left out the runner makes the same. */
function keyIsEmpty(act: Act): boolean {
  return keyless(act) && act.world.environment[apiKeyVariable] === "";
}

function restricted({ context }: Act, config: JudgeConfig): string | undefined {
  const why = context.pullRequest?.restricted;
  return why && config.onMissingSecret !== "fail" ? whose[why] : undefined;
}

/** Reads what main remembers. */
export type ReadMain = () => Promise<BaselineRead>;

/**
 * Whether main's newest jobs were measured with a key. What the change can do, such as answering 401 or deploying
 * nowhere, is no evidence that a secret is missing: what it broke would be green.
 */
async function mainsKey(declared: readonly string[], readMain: ReadMain) {
  const read = await readMain();
  const workloads = read.kind === "found" ? read.document.workloads : {};
  const names = declared.length > 0 ? declared : Object.keys(workloads);
  const known = names.map((name) => workloads[name]?.newest.authenticated);
  if (known.some((one) => one === false)) return "none";
  return known.length > 0 && known.every((one) => one === true) ? "given" : "unknown";
}

async function missesKey(config: JudgeConfig, readMain: ReadMain): Promise<boolean> {
  const key = await mainsKey(config.declared, readMain);
  return key === "given" || (key === "unknown" && config.onMissingSecret === "skip");
}

function isTurnedAway({ outcome, status }: RunRecord): boolean {
  return outcome === "failed" && (status === 401 || status === 403);
}

/** Without the key, and told so by the probe or by every answer. */
function turnedAway({ counts, invalid, records }: WorkloadRun): boolean {
  const refused = invalid.some(
    ({ code, message }) =>
      code === "refused" && /^(?:candidate endpoint: )?HTTP 40[13]\b/.test(message),
  );
  const all = records.length > 0 && records.every(isTurnedAway);
  return counts.completed === 0 && (refused || all);
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

export interface Skipping {
  readonly act: Act;
  readonly config: JudgeConfig;
  readonly readMain: ReadMain;
}

/** Before anything is sent; undefined where it has to be measured, or the configuration is wrong. */
export async function skippedBefore(
  { act, config, readMain }: Skipping,
  createdAt: string,
): Promise<Conclusion | undefined> {
  const whose = restricted(act, config);
  if (whose === undefined) return undefined;
  const nowhere = lacksEndpointOnly(act) && keyless(act);
  if (!keyIsEmpty(act) && !(nowhere && (await missesKey(config, readMain)))) return undefined;
  return skipped(withoutSecrets(whose), config, emptyRun(act.world.job, createdAt), act);
}

const unproven =
  "If the endpoint needs a key, this pull request comes without it. Neither main's jobs nor `on-missing-secret: skip` say so, and an endpoint that a change broke may answer the same.";

/** After the endpoint asked for a key that there is not; any other outcome stays as it is. */
export async function skippedAfter(
  { act, config, readMain }: Skipping,
  conclusion: Conclusion,
): Promise<Agreed> {
  const whose = restricted(act, config);
  const { run, verdict } = conclusion;
  const away = run.workloads.length > 0 && run.workloads.every(turnedAway);
  if (whose === undefined || verdict.kind !== "invalid" || !keyless(act) || !away)
    return { conclusion, warnings: [] };
  if (await missesKey(config, readMain))
    return { conclusion: skipped(withoutSecrets(whose), config, run, act), warnings: [] };
  return { conclusion, warnings: [warning("secret-unproven", unproven)] };
}
