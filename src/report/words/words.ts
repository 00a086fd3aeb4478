// Words: what metrics, findings and verdicts are called in sentences and tables.
import { type Cell, isFailureShare, type MetricId } from "../../metrics/catalog.ts";
import type { Comparison, InconclusiveReason, VerdictKind } from "../../verdict/verdict.ts";
import type { Tone } from "../text/block.ts";

/** "TTFT p95", as tables and short sentences say it. */
export function cellLabel({ metric, statistic }: Cell): string {
  return statistic === undefined ? metric.label : `${metric.label} ${statistic}`;
}

const spoken: Readonly<Record<MetricId, string>> = {
  ttft: "time to first token",
  ttfvt: "time to first visible token",
  e2e: "end-to-end latency",
  tpot: "time per output token",
  generation_rate: "generation rate",
  whole_request_rate: "whole-request rate",
  itl: "inter-token latency",
  output_throughput: "output throughput",
  total_throughput: "total throughput",
  request_throughput: "request throughput",
  goodput: "goodput",
  good_share: "share of requests within the objectives",
  error_rate: "error rate",
  rejection_rate: "rejections",
  queue_delay: "queue delay",
};

/** "time to first token p95", as a headline says it. */
export function spokenCell({ metric, statistic }: Cell): string {
  return statistic === undefined ? spoken[metric.id] : `${spoken[metric.id]} ${statistic}`;
}

/** What worse and better are called for this metric. */
export function directionWords({ metric }: Cell): {
  readonly worse: string;
  readonly better: string;
} {
  if (metric.id === "error_rate") return { worse: "more errors", better: "fewer errors" };
  if (metric.id === "rejection_rate") return { worse: "more refused", better: "fewer refused" };
  return metric.unit === "ms" || metric.unit === "ms/token"
    ? { worse: "slower", better: "faster" }
    : { worse: "lower", better: "higher" };
}

/** What the requests did that a share of failures counts: "3 % of the requests …". */
export function failureWords({ metric }: Cell): string {
  return metric.id === "rejection_rate" ? "were refused" : "failed";
}

const notJudged: Readonly<Record<InconclusiveReason, string>> = {
  "exceeds-within-noise": "🟡 not sure",
  underpowered: "no change seen",
  unproven: "🟡 not proven unchanged",
  "no-baseline": "⚪ no baseline",
  "insufficient-samples": "⚪ too few requests",
  "not-comparable": "⚪ not comparable",
  "environment-changed": "⚪ environment changed",
  new: "⚪ new here",
  "no-number": "⛔ no number",
};

/** Reasons that keep a run from passing: they are shown as a warning, the others quietly. */
const loud: ReadonlySet<InconclusiveReason> = new Set([
  "exceeds-within-noise",
  "unproven",
  "insufficient-samples",
  "not-comparable",
  "environment-changed",
  "no-number",
]);

export interface FindingWords {
  readonly words: string;
  readonly tone: Tone;
}

function inconclusiveWords({ cell, reason, smallSlowdownLikely }: Comparison): FindingWords {
  if (reason === "underpowered" && smallSlowdownLikely)
    return { words: `🟡 ${directionWords(cell).worse}, within the limit`, tone: "warn" };
  return reason === undefined
    ? { words: "🟡 not sure", tone: "warn" }
    : { words: notJudged[reason], tone: loud.has(reason) ? "warn" : "quiet" };
}

/** A metric that does not gate is never marked red: it cannot fail the check. */
function regressedWords({ cell, gating, absolute, change, limit }: Comparison): FindingWords {
  const within = Math.abs(change ?? 0) <= Math.abs(limit ?? 0);
  const bound = absolute?.finding === "broken" && within;
  const worse = bound ? "beyond its limit" : directionWords(cell).worse;
  return gating
    ? { words: `🔴 ${worse}`, tone: "bad" }
    : { words: `🟡 ${worse} (advisory)`, tone: "warn" };
}

function isFreeOfFailures({ cell, candidate }: Comparison): boolean {
  return isFailureShare(cell.metric) && candidate === 0;
}

/** "no change" only where a change beyond the limit was excluded; "no change seen" where it was just not found. */
export function findingWords(comparison: Comparison): FindingWords {
  const { worse, better } = directionWords(comparison.cell);
  switch (comparison.finding) {
    case "regressed":
      return regressedWords(comparison);
    case "improved":
      return { words: `🟢 ${better}`, tone: "good" };
    case "unchanged":
      if (isFreeOfFailures(comparison)) return { words: "none", tone: "quiet" };
      return comparison.smallSlowdownLikely
        ? { words: `slightly ${worse}, within the limit`, tone: "quiet" }
        : { words: "no change", tone: "quiet" };
    case "inconclusive":
      return inconclusiveWords(comparison);
  }
}

export const symbols: Readonly<Record<VerdictKind, string>> = {
  passed: "✅",
  regressed: "🔴",
  accepted: "🟣",
  inconclusive: "🟡",
  "no-baseline": "⚪",
  skipped: "⚪",
  invalid: "⛔",
};

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** With its full stop. */
export function finished(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
