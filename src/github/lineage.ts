// Lineage: the commit that a change was made on and those that lead to it, from the API: a checkout is shallow or none.
import { z } from "zod";
import type { Rest } from "./api/rest.ts";
import { reasonOf, statusOf } from "./sink.ts";

export interface Lineage {
  /** The commit of the base branch that was tested with the change. */
  readonly base: string | undefined;
  /** First parents, the nearest first, the base itself before them. */
  readonly ancestors: readonly string[];
}

export interface Change {
  /** "owner/name". */
  readonly repository: string;
  readonly event: string;
  /** GITHUB_SHA: of a pull request the merge of its head into the base branch. */
  readonly tested: string | undefined;
  /** The change's own last commit. */
  readonly head: string | undefined;
  /** The branch that it goes to, and what the event calls its tip: of a pull request that may be an old one. */
  readonly base: { readonly ref: string; readonly sha?: string | undefined };
}

const parentsSchema = z.object({ parents: z.array(z.object({ sha: z.string() })) });
const compareSchema = z.object({ merge_base_commit: z.object({ sha: z.string() }) });
const listSchema = z.array(parentsSchema.extend({ sha: z.string() }));

/** One page: a baseline further back than this is as good as any. */
const mostAncestors = 100;

/** Of a merge commit that GitHub made to test with: its first parent is the base branch as it was tested. */
async function mergedOnto(rest: Rest, { repository, tested }: Change) {
  if (tested === undefined) return undefined;
  const ask = { path: `repos/${repository}/commits/${tested}`, query: { per_page: 1 } };
  const { parents } = await rest.json(ask, parentsSchema);
  return parents.length === 2 ? parents[0]?.sha : undefined;
}

/** Where the change left the branch. */
async function forkedFrom(rest: Rest, { repository, head, base }: Change) {
  if (head === undefined) return undefined;
  const range = `${encodeURIComponent(base.ref)}...${head}`;
  const ask = { path: `repos/${repository}/compare/${range}`, query: { per_page: 1 } };
  return (await rest.json(ask, compareSchema)).merge_base_commit.sha;
}

/** No answer, or none that says anything: asking for something else will not help. */
function isDown(cause: unknown): boolean {
  return (statusOf(cause) ?? 500) >= 500;
}

/** What GitHub cannot say in one way it may say in another. */
async function baseOf(rest: Rest, change: Change, tell: Tell): Promise<string | undefined> {
  if (change.event === "merge_group") return change.base.sha;
  const ways = change.event === "pull_request" ? [mergedOnto, forkedFrom] : [forkedFrom];
  for (const way of ways) {
    try {
      const base = await way(rest, change);
      if (base !== undefined) return base;
    } catch (cause) {
      tell(`GitHub does not say what the change was made on: ${reasonOf(cause)}.`);
      if (isDown(cause)) break;
    }
  }
  return change.base.sha;
}

async function ancestorsOf(rest: Rest, base: string, { repository }: Change): Promise<string[]> {
  const query = { sha: base, per_page: mostAncestors };
  const commits = await rest.json({ path: `repos/${repository}/commits`, query }, listSchema);
  const parents = new Map(commits.map(({ sha, parents: of }) => [sha, of[0]?.sha]));
  const line = [base];
  for (let at = parents.get(base); at !== undefined && line.length < mostAncestors; ) {
    line.push(at);
    at = parents.get(at);
  }
  return line;
}

type Tell = (line: string) => void;

/** Two calls where all is well. Never rejects: what is not known makes a baseline approximate, and is told. */
export async function lineageOf(rest: Rest, change: Change, tell: Tell): Promise<Lineage> {
  const base = await baseOf(rest, change, tell);
  if (base === undefined) return { base, ancestors: [] };
  try {
    return { base, ancestors: await ancestorsOf(rest, base, change) };
  } catch (cause) {
    tell(`The ancestors of ${base} are not known: ${reasonOf(cause)}.`);
    return { base, ancestors: [base] };
  }
}
