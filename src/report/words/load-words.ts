// A workload's shape in a few words, from its definition and what was measured.
import type { WorkloadRun } from "../../metrics/run.ts";
import { formatCount, formatNumber } from "../text/format.ts";

/** "8 at a time", "5 a second (poisson)"; a load that we do not know is shown as it is stated. */
export function loadWords({ definition }: WorkloadRun): string | undefined {
  const load = definition["load"];
  if (load === undefined) return undefined;
  const [, concurrency] = /^closed loop, concurrency (\d+)$/.exec(String(load)) ?? [];
  if (concurrency !== undefined) return `${concurrency} at a time`;
  const [, rate, arrival] = /^open loop, rate ([\d.]+)\/s, (\w+)/.exec(String(load)) ?? [];
  return rate === undefined ? String(load) : `${rate} a second (${arrival})`;
}

type Lengths = NonNullable<WorkloadRun["tokens"]["output"]>;

/** "128 tokens each", or their mean and spread. */
export function spreadWords(lengths: Lengths | null): string {
  if (lengths === null) return "unknown";
  const { mean, min, p95, max } = lengths;
  return min === max
    ? `${formatNumber(mean)} tokens each`
    : `${formatNumber(mean)} tokens on average (${min} to ${max}, p95 ${formatNumber(p95)})`;
}

/** "256 → 128 tokens", means as counted; undefined where nobody counted. */
function lengthWords({ tokens }: WorkloadRun): string | undefined {
  if (tokens.output === null) return undefined;
  const input = tokens.input === null ? "?" : formatNumber(tokens.input.mean);
  return `${input} → ${formatNumber(tokens.output.mean)} tokens`;
}

/** "300 requests, 8 at a time, 256 → 128 tokens". */
export function shapeWords(run: WorkloadRun): string {
  const requests = formatCount(run.counts.attempted, "request");
  return [requests, loadWords(run), lengthWords(run)].filter((part) => part).join(", ");
}
