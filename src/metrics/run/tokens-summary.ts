// The token side of a run: where the counts come from, how long prompts and answers were.
import { quantile } from "../../stats/quantile.ts";
import { sampleOf } from "../../stats/sample.ts";
import { type Warning, warning } from "../../warning.ts";
import type { TokenSource } from "../record.ts";
import type { WorkloadRun } from "../run.ts";
import type { DigestedCompleted } from "../values/digest.ts";

type Tokens = WorkloadRun["tokens"];

/** Server and tokenizer differing by more than this share is worth a warning. */
const maxDisagreement = 0.1;

function lengths(counts: readonly number[]): Tokens["output"] {
  const sample = sampleOf(counts);
  if (!sample) return null;
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    n: sample.length,
    total,
    mean: total / sample.length,
    min: quantile(sample, 0),
    p50: quantile(sample, 0.5),
    p95: quantile(sample, 0.95),
    max: quantile(sample, 1),
  };
}

function sourceOf(records: readonly DigestedCompleted[]): Tokens["source"] {
  const sources = new Set<TokenSource>(records.map(({ tokens }) => tokens.source));
  const [only] = sources;
  return sources.size > 1 ? "mixed" : (only ?? "unknown");
}

export function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Cached ÷ input over the requests that report both; null where the server says nothing of caching. */
function cachedShare(records: readonly DigestedCompleted[]): number | null {
  const known = records.filter(({ tokens }) => tokens.cached !== undefined && tokens.input);
  if (known.length === 0) return null;
  const input = total(known.map(({ tokens }) => tokens.input ?? 0));
  return Math.min(1, total(known.map(({ tokens }) => tokens.cached ?? 0)) / input);
}

export function tokensSummary(
  records: readonly DigestedCompleted[],
  encoding: string | undefined,
): Tokens {
  const reasoning = records.flatMap(({ tokens }) => tokens.reasoning ?? []);
  return {
    source: sourceOf(records),
    encoding: encoding ?? null,
    input: lengths(records.flatMap(({ tokens }) => tokens.input ?? [])),
    output: lengths(records.flatMap(({ tokens }) => tokens.output ?? [])),
    reasoningTotal: reasoning.length === 0 ? null : total(reasoning),
    cachedShare: cachedShare(records),
    finishReasons: tally(records.map(({ finishReason }) => finishReason ?? "none")),
  };
}

export function tokenWarnings(records: readonly DigestedCompleted[]): Warning[] {
  const both = records.filter(
    ({ tokens }) => tokens.source === "usage" && tokens.estimatedOutput !== undefined,
  );
  const server = total(both.map(({ tokens }) => tokens.output ?? 0));
  const ours = total(both.map(({ tokens }) => tokens.estimatedOutput ?? 0));
  if (server === 0 || Math.abs(ours / server - 1) <= maxDisagreement) return [];
  const message = `the server counts ${server} output tokens where our tokenizer counts ${ours}`;
  return [warning("token-counts-differ", message)];
}

/** Events that hold several tokens make gaps between events, not between tokens. */
export function bundlingWarnings(records: readonly DigestedCompleted[]): Warning[] {
  const streamed = records.filter(
    ({ streamed, tokens }) => streamed && tokens.output !== undefined,
  );
  const tokens = total(streamed.map((record) => record.tokens.output ?? 0));
  const pieces = total(streamed.map((record) => record.pieceCount));
  if (pieces === 0 || tokens / pieces < 1.1) return [];
  const perPiece = (tokens / pieces).toFixed(1);
  const message = `an output piece holds ${perPiece} tokens on average; ITL is the gap between pieces, not tokens`;
  return [warning("bundled-tokens", message)];
}
