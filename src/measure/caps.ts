// Caps: what a job costs at most, said before it starts and kept to while it runs.
import type { Config } from "../config/config.ts";
import { configError, type Problem } from "../errors.ts";
import type { WorkloadRun } from "../metrics/run.ts";
import { toSeconds } from "../time.ts";
import { expectedCost } from "../workload/cost.ts";
import { warmUpOf } from "../workload/duet/rounds.ts";
import type { Workload } from "../workload/workload.ts";

/** What is left; undefined is no cap. */
export interface Caps {
  readonly requests: number | undefined;
  readonly tokens: number | undefined;
}

/** The most that one request can cost, in plain HTTP nothing; a listed prompt's own length is not known beforehand. */
function tokensPerRequest({ prompts, outputTokens }: Workload): number {
  return outputTokens + (prompts.kind === "synthetic" ? prompts.length.maximum : 0);
}

function sum(costs: readonly (number | undefined)[]): number | undefined {
  return costs.reduce<number | undefined>(
    (total, cost) => (total === undefined || cost === undefined ? undefined : total + cost),
    0,
  );
}

export interface JobCost {
  readonly requests: number | undefined;
  readonly tokens: number | undefined;
}

/** What a workload asks of one endpoint: a duet of so many rounds warms up at each switch. */
function atOneEndpoint(workload: Workload, rounds: number | undefined): Workload {
  if (rounds === undefined) return workload;
  return { ...workload, warmUpRequests: warmUpOf(workload, rounds) };
}

/**
 * One measurement of all workloads, readiness probes and both endpoints of a duet included; a confirmation costs as
 * much again.
 */
export function costOf({ workloads, measure, duet }: Config, jobs = 1): JobCost {
  const endpoints = duet ? 2 : 1;
  const probes = measure.readyTimeout === undefined ? 0 : 1;
  const requests = workloads.map((workload) => {
    const count = sum([expectedCost(atOneEndpoint(workload, duet?.rounds)).requests, probes]);
    return count === undefined ? undefined : jobs * endpoints * count;
  });
  const tokens = workloads.map((workload, index) => {
    const count = requests[index];
    return count === undefined ? undefined : count * tokensPerRequest(workload);
  });
  return { requests: sum(requests), tokens: sum(tokens) };
}

/** A first measurement that is known to break a cap is refused before it starts; so are several jobs of one each. */
export function checkCaps(config: Config, jobs = 1): void {
  const { maxRequests, maxTokens } = config.measure;
  const cost = costOf(config, jobs);
  const what = jobs === 1 ? "one measurement costs" : `${jobs} jobs cost`;
  const over = (input: string, cap: number | undefined, known: number | undefined): Problem[] =>
    cap === undefined || known === undefined || known <= cap
      ? []
      : [{ input, value: `${cap}`, legal: `at least ${known}, which ${what}` }];
  const problems = [
    ...over("max-requests", maxRequests, cost.requests),
    ...over("max-tokens", maxTokens, cost.tokens),
  ];
  if (problems.length > 0) throw configError(problems);
}

/** How many requests of this workload may still be sent. */
export function requestCap({ requests, tokens }: Caps, workload: Workload): number | undefined {
  const each = tokensPerRequest(workload);
  const affordable = tokens === undefined || each === 0 ? [] : [Math.floor(tokens / each)];
  const bounds = [...(requests === undefined ? [] : [requests]), ...affordable];
  return bounds.length === 0 ? undefined : Math.max(0, Math.min(...bounds));
}

function sentBy({ counts }: Pick<WorkloadRun, "counts">): number {
  return counts.attempted + counts.warmUp.attempted;
}

/** What is left after a workload was measured; what it sent is taken at its most. */
export function capsAfter(caps: Caps, workload: Workload, run: WorkloadRun): Caps {
  return capsAfterSending(caps, workload, sentBy(run) + (run.duet ? sentBy(run.duet.base) : 0));
}

export function capsAfterSending(caps: Caps, workload: Workload, sent: number): Caps {
  const left = (cap: number | undefined, cost: number) =>
    cap === undefined ? undefined : cap - cost;
  return {
    requests: left(caps.requests, sent),
    tokens: left(caps.tokens, sent * tokensPerRequest(workload)),
  };
}

/** Seconds, at a first token after 300 ms and 20 ms per token: an order of magnitude for people. */
function roughSeconds({ load, bound, outputTokens, warmUpRequests }: Workload): number {
  if (bound.kind === "duration") return toSeconds(bound.duration);
  const requests = bound.requests + warmUpRequests;
  return load.kind === "open"
    ? requests / load.ratePerSecond + roughAnswer(outputTokens)
    : (requests / load.concurrency) * roughAnswer(outputTokens);
}

function roughAnswer(outputTokens: number): number {
  return 0.3 + 0.02 * outputTokens;
}

/** Both endpoints, each of whose rounds ends with its last answer. */
function roughDuet(workload: Workload, rounds: number): number {
  const ends = rounds * roughAnswer(workload.outputTokens);
  return 2 * (roughSeconds(atOneEndpoint(workload, rounds)) + ends);
}

function thousands(count: number): string {
  return count.toLocaleString("en-US");
}

function minutes(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

function costWords(config: Config, jobs: number): string {
  const { requests, tokens } = costOf(config, jobs);
  const shown =
    requests === undefined ? "requests until the time is up" : `${thousands(requests)} requests`;
  const parted = config.duet ? ", half of them to each endpoint" : "";
  const most = tokens ? `, at most ${thousands(tokens)} tokens` : "";
  const pace = tokens === 0 ? "per answer" : "to the first token and 20 ms per token";
  return `${shown}${parted}${most}, about ${minutes(secondsOf(config, jobs))} at 300 ms ${pace}`;
}

function secondsOf({ workloads, duet }: Config, jobs: number): number {
  const seconds = workloads.map((workload) =>
    duet ? roughDuet(workload, duet.rounds) : roughSeconds(workload),
  );
  return jobs * seconds.reduce((total, each) => total + each, 0);
}

function budgetWords({ measure }: Config): string {
  return `Budget ${minutes(toSeconds(measure.budget))}.`;
}

/** One line that says beforehand what the job will cost. */
export function costLine(config: Config): string {
  const plan = `Plan: ${costWords(config, 1)}; twice that if confirmed. ${budgetWords(config)}`;
  const twice = 2 * secondsOf(config, 1);
  const short = config.policy.confirm > 0 && twice > toSeconds(config.measure.budget);
  return short ? `${plan} That may not do for a confirmation.` : plan;
}

/** The same of several jobs, none of which is confirmed. */
export function jobsCostLine(config: Config, jobs: number): string {
  const short = secondsOf(config, jobs) > toSeconds(config.measure.budget);
  const doubt = short ? " That may not do for all of them." : "";
  const all = jobs === 1 ? "1 job," : `${jobs} jobs, together`;
  return `Plan: ${all} ${costWords(config, jobs)}. ${budgetWords(config)}${doubt}`;
}
