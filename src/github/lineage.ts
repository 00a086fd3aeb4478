// Lineage: the commit that a change was made on and those that lead to it, from the API: a checkout is shallow or none.
import { z } from "zod";
import type { Rest } from "./api/rest.ts";
import { type Commit, commitsFrom, type MainLine, mostCommits } from "./main-line.ts";
import { reasonOf, statusOf } from "./sink.ts";

export interface Lineage {
  /** The commit of the base branch that was tested with the change. */
  readonly base: string | undefined;
  /** First parents on main, the nearest first, the base itself before them if it is of main. */
  readonly ancestors: readonly string[];
  /** The branch that the change goes to, where it is not main: nothing is recorded of it. */
  readonly aside?: string | undefined;
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
  /** The branch whose jobs are remembered. */
  readonly main: string;
}

const parentsSchema = z.object({ parents: z.array(z.object({ sha: z.string() })) });
const compareSchema = z.object({ merge_base_commit: z.object({ sha: z.string() }) });

/** Of a merge commit that GitHub made to test with: its first parent is the base branch as it was tested. */
async function mergedOnto(rest: Rest, { repository, tested }: Change) {
  if (tested === undefined) return undefined;
  const ask = { path: `repos/${repository}/commits/${tested}`, query: { per_page: 1 } };
  const { parents } = await rest.json(ask, parentsSchema);
  return parents.length === 2 ? parents[0]?.sha : undefined;
}

/** Where two lines of commits part; a name may be that of a branch and of a tag. */
async function meetingOf(rest: Rest, repository: string, [a, b]: readonly [string, string]) {
  const range = `${encodeURIComponent(a)}...${encodeURIComponent(b)}`;
  const ask = { path: `repos/${repository}/compare/${range}`, query: { per_page: 1 } };
  return (await rest.json(ask, compareSchema)).merge_base_commit.sha;
}

async function tipOf(line: MainLine): Promise<string | undefined> {
  return (await line.newest())[0]?.sha;
}

/** Where the change left the branch. */
async function forkedFrom(rest: Rest, change: Change, line: MainLine) {
  const { repository, head, base } = change;
  if (head === undefined) return undefined;
  const tip = isAside(change) ? base.ref : await tipOf(line);
  return tip === undefined ? undefined : meetingOf(rest, repository, [tip, head]);
}

function isAside({ base, main }: Change): boolean {
  return base.ref !== main;
}

/** No answer, or none that says anything: asking for something else will not help. */
function isDown(cause: unknown): boolean {
  return (statusOf(cause) ?? 500) >= 500;
}

interface Asking {
  readonly rest: Rest;
  readonly line: MainLine;
  /** One line for the log. */
  readonly tell: (line: string) => void;
}

/** What GitHub cannot say in one way it may say in another. */
async function baseOf(change: Change, { rest, line, tell }: Asking): Promise<string | undefined> {
  if (change.event === "merge_group") return change.base.sha;
  const ways = change.event === "pull_request" ? [mergedOnto, forkedFrom] : [forkedFrom];
  for (const way of ways) {
    try {
      const base = await way(rest, change, line);
      if (base !== undefined) return base;
    } catch (cause) {
      tell(`GitHub does not say what the change was made on: ${reasonOf(cause)}.`);
      if (isDown(cause)) break;
    }
  }
  return change.base.sha;
}

function firstParents(from: string, commits: readonly Commit[]): string[] {
  const parents = new Map(commits.map(({ sha, parent }) => [sha, parent]));
  const line = [from];
  for (let at = parents.get(from); at !== undefined && line.length < mostCommits; ) {
    line.push(at);
    at = parents.get(at);
  }
  return line;
}

/** The listing of main is asked for anyway, and mostly holds it. */
async function ancestorsOf(from: string, { repository }: Change, { rest, line }: Asking) {
  const listed = await line.newest().catch((): readonly Commit[] => []);
  const known = listed.some(({ sha }) => sha === from);
  return firstParents(from, known ? listed : await commitsFrom(from, repository, rest));
}

/** Of a base that is not on main: those of where it left main. */
async function ancestorsAside(base: string, change: Change, asking: Asking): Promise<string[]> {
  const tip = await tipOf(asking.line);
  if (tip === undefined) return [];
  const fork = await meetingOf(asking.rest, change.repository, [tip, base]);
  return ancestorsOf(fork, change, asking);
}

/** Two calls where all is well. Never rejects: what is not known makes a baseline approximate, and is told. */
export async function lineageOf(change: Change, asking: Asking): Promise<Lineage> {
  const aside = isAside(change) ? { aside: change.base.ref } : {};
  const base = await baseOf(change, asking);
  if (base === undefined) return { base, ancestors: [], ...aside };
  const walk = isAside(change) ? ancestorsAside : ancestorsOf;
  try {
    return { base, ancestors: await walk(base, change, asking), ...aside };
  } catch (cause) {
    asking.tell(`The ancestors of ${base} are not known: ${reasonOf(cause)}.`);
    return { base, ancestors: isAside(change) ? [] : [base], ...aside };
  }
}
