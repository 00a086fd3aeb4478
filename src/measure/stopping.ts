// Stopping: why a load ended before its plan, in words.
import type { LoadResult } from "../load/run-load.ts";
import type { DigestedRecord } from "../metrics/values/digest.ts";
import { type Warning, warning } from "../warning.ts";

const stopWarnings: Partial<Record<LoadResult["stopped"], string>> = {
  budget: "the job's budget ran out before the plan was carried out",
  cancelled: "the measurement was cancelled before the plan was carried out",
  cap: "max-requests or max-tokens was reached before the plan was carried out",
};

export function stopWarning({ stopped }: Pick<LoadResult, "stopped">): Warning[] {
  const message = stopWarnings[stopped];
  return message === undefined ? [] : [warning(stopped, message)];
}

/** An endpoint that answered none of the first requests is told by what it said, not by how often. */
export function hopelessness(
  { stopped, warmUp }: Pick<LoadResult, "stopped" | "warmUp">,
  records: readonly DigestedRecord[],
): Warning[] {
  if (stopped !== "hopeless") return [];
  const measured = records.filter((record) => record.outcome === "failed");
  const failures = [...warmUp.failures, ...measured];
  const [first] = failures;
  const said = first ? `: ${first.failure}, ${first.detail}` : "";
  return [warning("hopeless", `the first ${failures.length} requests all failed${said}`)];
}
