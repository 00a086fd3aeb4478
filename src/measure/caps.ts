// Caps: what a job costs at most, said before it starts and kept to while it runs.
import type { Config } from "../config/config.ts";
import { configError, type Problem } from "../errors.ts";
import type { WorkloadRun } from "../metrics/run.ts";
import { toSeconds } from "../time.ts";
import { expectedCost } from "../workload/cost.ts";
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

/** One measurement of all workloads, readiness probes included; a confirmation costs as much again. */
export function costOf({ workloads, measure }: Config, jobs = 1): JobCost {
  const probes = measure.readyTimeout === undefined ? 0 : 1;
  const requests = workloads.map((workload) => {
    const count = sum([expectedCost(workload).requests, probes]);
    return count === undefined ? undefined : jobs * count;
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

/** What is left after a workload was measured; what it sent is taken at its most. */
export function capsAfter(caps: Caps, workload: Workload, run: WorkloadRun): Caps {
  const sent = run.counts.attempted + run.counts.warmUp.attempted;
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
  const each = 0.3 + 0.02 * outputTokens;
  const requests = bound.requests + warmUpRequests;
  return load.kind === "open"
    ? requests / load.ratePerSecond + each
    : (requests / load.concurrency) * each;
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
  const most = tokens ? `, at most ${thousands(tokens)} tokens` : "";
  const pace = tokens === 0 ? "per answer" : "to the first token and 20 ms per token";
  return `${shown}${most}, about ${minutes(secondsOf(config, jobs))} at 300 ms ${pace}`;
}

function secondsOf({ workloads }: Config, jobs: number): number {
  return jobs * workloads.reduce((total, workload) => total + roughSeconds(workload), 0);
}

function budgetWords({ measure }: Config): string {
  return `Budget ${minutes(toSeconds(measure.budget))}.`;
}

/** One line that says beforehand what the job will cost. */
export function costLine(config: Config): string {
  return `Plan: ${costWords(config, 1)}; twice that if confirmed. ${budgetWords(config)}`;
}

/** The same of several jobs, none of which is confirmed. */
export function jobsCostLine(config: Config, jobs: number): string {
  const short = secondsOf(config, jobs) > toSeconds(config.measure.budget);
  const doubt = short ? " That may not do for all of them." : "";
  return `Plan: ${jobs} jobs, together ${costWords(config, jobs)}. ${budgetWords(config)}${doubt}`;
}
