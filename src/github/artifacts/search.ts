// Search: the baseline documents in the artifacts of trusted runs; what was there and is not used is told, and why.
import type { BaselineDocument } from "../../baseline/history.ts";
import { explained } from "../permission.ts";
import { reasonOf, statusOf } from "../sink.ts";
import { type Checked, checkedDocument } from "./document.ts";
import { artifactsOf, contentOf, type Library, type Listed, objectionTo } from "./listing.ts";
import type { WorkflowRun } from "./trust.ts";

/** What a search has come to so far. */
export interface Finds {
  readonly documents: BaselineDocument[];
  /** Sentences: what our own runs left behind and cannot be used. */
  readonly troubles: string[];
  /** Sentences: what GitHub has thrown away. */
  readonly expired: string[];
}

export function noFinds(): Finds {
  return { documents: [], troubles: [], expired: [] };
}

/** How many runs are looked at: until one document is found, and once there is one. */
const most = { before: 30, after: 6 };

type Outcome = Checked | { readonly kind: "expired" };

async function outcomeOf(one: Listed, run: WorkflowRun, library: Library): Promise<Outcome> {
  if (one.artifact.expired) return { kind: "expired" };
  const objection = objectionTo(one, run);
  if (objection) return { kind: "refused", why: objection };
  try {
    const content = await contentOf(one, library);
    if (content.kind === "refused") return content;
    return checkedDocument(content.bytes.toString("utf8"), run, library.origin);
  } catch (cause) {
    const gone = statusOf(cause) === 410 || statusOf(cause) === 404;
    return gone ? { kind: "expired" } : { kind: "refused", why: reasonOf(cause) };
  }
}

function keep(outcome: Outcome, named: string, finds: Finds): void {
  if (outcome.kind === "document") finds.documents.push(outcome.document);
  else if (outcome.kind === "expired") finds.expired.push(`The ${named} has expired.`);
  else finds.troubles.push(`The ${named} is not used: ${outcome.why}.`);
}

/** All copies of the newest attempt that has a usable one. */
async function searchListed(listed: readonly Listed[], run: WorkflowRun, search: Search) {
  let attempt: number | undefined;
  for (const one of listed) {
    if (attempt !== undefined && one.called.attempt !== attempt) return;
    const outcome = await outcomeOf(one, run, search.library);
    keep(outcome, `artifact ${one.artifact.name} of run ${run.id}`, search.finds);
    if (outcome.kind === "document") attempt = one.called.attempt;
  }
}

export interface Search {
  readonly library: Library;
  readonly finds: Finds;
  /** Ids of the runs whose artifacts were looked at. */
  readonly looked: Set<number>;
  /** Whether its commit lies on the branch; says so where it does not, and rejects where that is not to be found out. */
  readonly vouch: (run: WorkflowRun) => Promise<boolean>;
}

/** Asked for runs that left something alone: most left nothing. */
async function vouched(run: WorkflowRun, { vouch, finds }: Search): Promise<boolean> {
  try {
    return await vouch(run);
  } catch (cause) {
    const why = explained(cause, "contents: read");
    finds.troubles.push(`Whether run ${run.id} is of the branch could not be found out: ${why}.`);
    return false;
  }
}

export async function searchRun(run: WorkflowRun, search: Search): Promise<void> {
  if (search.looked.has(run.id)) return;
  search.looked.add(run.id);
  try {
    const listed = await artifactsOf(run, search.library);
    if (listed.length > 0 && (await vouched(run, search))) await searchListed(listed, run, search);
  } catch (cause) {
    search.finds.troubles.push(`The artifacts of run ${run.id} are unknown: ${reasonOf(cause)}.`);
  }
}

/** In their order, until `wanted` documents are found or it is no use to look further. */
export async function searchRuns(
  runs: readonly WorkflowRun[],
  wanted: number,
  search: Search,
): Promise<void> {
  const { documents } = search.finds;
  for (const [looked, run] of runs.entries()) {
    const limit = documents.length > 0 ? most.after : most.before;
    if (documents.length >= wanted || looked >= limit) return;
    await searchRun(run, search);
  }
}
