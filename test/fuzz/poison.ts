// Poison: a report's input with every text that may come from outside replaced, equal ones alike.
import type { ReportInput } from "../../src/report/input.ts";

/** Words of ours, which no outside text becomes. */
const ours: ReadonlySet<string> = new Set([
  "cell",
  "policy",
  "history",
  "kind",
  "finding",
  "reason",
  "match",
  "moved",
  "bound",
  "confirmation",
  "by",
  "metrics",
  "outcome",
  "records",
  "end",
  "acceptLabel",
]);
/** In there a reason is somebody's. */
const reasons: ReadonlySet<string> = new Set(["acceptance"]);

export type Replace = (text: string) => string;

function poisoned(value: unknown, replace: Replace, inside: string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((each) => poisoned(each, replace, inside));
  if (typeof value !== "object" || value === null || value instanceof Map) return value;
  const keys = inside === "failures" || inside === "definition" || inside === "finishReasons";
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const source = key === "source" && inside === "tokens";
      const kept = source || (ours.has(key) && !(key === "reason" && reasons.has(inside)));
      const name = keys && key !== "load" ? replace(key) : key;
      return [name, kept ? each : poisoned(each, replace, key)];
    }),
  );
}

/** `run` is what the endpoint said of itself, and is replaced by strings of its own. */
export function poison(
  input: ReportInput,
  replace: { readonly run: Replace; readonly rest: Replace },
): ReportInput {
  const { run, ...rest } = input;
  return {
    ...(poisoned(rest, replace.rest, "") as Omit<ReportInput, "run">),
    run: poisoned(run, replace.run, "") as ReportInput["run"],
  };
}
