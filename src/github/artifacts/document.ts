// Document: what an artifact holds, held against the run that it came with.
import { parseStored } from "../../baseline/codec.ts";
import type { BaselineDocument, WorkloadBaseline } from "../../baseline/history.ts";
import { type Origin, sameName, type WorkflowRun } from "./trust.ts";

export type Checked =
  | { readonly kind: "document"; readonly document: BaselineDocument }
  | { readonly kind: "refused"; readonly why: string };

function refused(why: string): Checked {
  return { kind: "refused", why };
}

function wrongKey([name, workload]: readonly [string, WorkloadBaseline]): boolean {
  const { key, newest } = workload;
  return newest.key !== key || newest.name !== name;
}

/** Its own job must be in it, under the commit that GitHub says it was of. */
function wrongJobs({ workloads }: BaselineDocument, run: WorkflowRun): string | undefined {
  const records = Object.values(workloads).flatMap(({ history }) => history);
  const own = records.filter(({ runId }) => runId === String(run.id));
  if (own.length === 0) return "it holds no job of the run that it came with";
  const other = own.find(({ sha }) => sha !== run.head_sha);
  if (other) return `it says the commit ${other.sha.slice(0, 40)}, the run has ${run.head_sha}`;
  const late = own.find(({ attempt }) => attempt > run.run_attempt);
  return late && `it holds attempt ${late.attempt}, the run had ${run.run_attempt}`;
}

/** Repository and schema: what every remote document must have. */
export function readDocument(text: string, { repository }: Pick<Origin, "repository">): Checked {
  const parsed = parseStored(text);
  if (parsed.kind === "unreadable") return refused(parsed.why);
  if (parsed.kind === "run") return refused("it is a run, not a baseline");
  const { document } = parsed;
  if (document.repository === null || !sameName(document.repository, repository))
    return refused(`it is of the repository ${document.repository?.slice(0, 100) ?? "unknown"}`);
  const odd = Object.entries(document.workloads).find(wrongKey);
  if (odd)
    return refused(`its workload ${odd[0].slice(0, 64)} has another key than its newest run`);
  return { kind: "document", document };
}

export function checkedDocument(text: string, run: WorkflowRun, origin: Origin): Checked {
  const read = readDocument(text, origin);
  if (read.kind === "refused") return read;
  const why = wrongJobs(read.document, run);
  return why ? refused(why) : read;
}
