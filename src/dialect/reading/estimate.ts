// estimate.ts: our own count of an answer's output, where the server gave none or beside its own.
import type { TokenCounts } from "../../metrics/record.ts";

export interface TextCounter {
  /** The vocabulary counted with. */
  readonly encoding: string;
  count(text: string): number;
}

interface Answered {
  readonly outcome: "completed";
  readonly tokens: TokenCounts;
  readonly text: string;
  readonly reasoning: string;
  readonly toolCallText?: string;
}

interface Unanswered {
  readonly outcome: "failed" | "interrupted" | "dropped";
}

/**
 * Fills the output count of a completed answer without one (source "estimate"). With
 * `besideUsage` an answer that has one gets `estimatedOutput` too. Text, reasoning and tool calls
 * are counted; an answer of which no text was kept stays as it is, and so do requests that did not
 * complete: without usage their output is unknown.
 */
export function estimated<T extends Answered | Unanswered>(
  record: T,
  counter: TextCounter,
  { besideUsage = false }: { readonly besideUsage?: boolean } = {},
): T {
  if (record.outcome !== "completed") {
    return record;
  }
  const known = record.tokens.source === "usage";
  const count = known && !besideUsage ? undefined : countedOutput(record, counter);
  if (count === undefined) {
    return record;
  }
  const tokens = known
    ? { ...record.tokens, estimatedOutput: count }
    : { ...record.tokens, source: "estimate" as const, output: count, estimatedOutput: count };
  return { ...record, tokens };
}

/** Counted apart, as the model wrote them; undefined where there is nothing to count. */
function countedOutput(
  { text, reasoning, toolCallText = "" }: Answered,
  counter: TextCounter,
): number | undefined {
  const parts = [reasoning, text, toolCallText].filter((part) => part !== "");
  return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + counter.count(part), 0);
}
