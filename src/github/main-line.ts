// MainLine: which commits lie on the branch that is measured. It is asked by its full name: a tag may be called the same.
import { z } from "zod";
import type { Patience } from "./api/patience.ts";
import { type Rest, restOf } from "./api/rest.ts";
import { statusOf } from "./sink.ts";

export interface Commit {
  readonly sha: string;
  /** Its first: what else was merged into a branch was never its tip. */
  readonly parent: string | undefined;
}

/** Both verbs reject where GitHub does not tell. */
export interface MainLine {
  /** The newest hundred, the tip first; asked once. */
  newest(): Promise<readonly Commit[]>;
  holds(sha: string): Promise<boolean>;
}

export interface MainBranch {
  readonly apiUrl: string;
  readonly token: string;
  /** "owner/name". */
  readonly repository: string;
  readonly branch: string;
  readonly patience?: Patience | undefined;
}

/** One page: a baseline further back than this is as good as any. */
export const mostCommits = 100;

const commitSchema = z.object({ sha: z.string(), parents: z.array(z.object({ sha: z.string() })) });
const listSchema = z.array(commitSchema);
const refSchema = z.object({ object: z.object({ sha: z.string() }) });
const compareSchema = z.object({ status: z.string() });

/** That lead to a commit, itself first. `from`: its SHA, or the full name of a ref. */
export async function commitsFrom(
  from: string,
  repository: string,
  rest: Rest,
): Promise<readonly Commit[]> {
  const query = { sha: from, per_page: mostCommits };
  const listed = await rest.json({ path: `repos/${repository}/commits`, query }, listSchema);
  return listed.map(({ sha, parents: [first] }) => ({ sha, parent: first?.sha }));
}

/** By the ref's full name; a server that does not take one here is asked what it points to. */
async function newestOf({ repository, branch }: MainBranch, rest: Rest) {
  try {
    return await commitsFrom(`refs/heads/${branch}`, repository, rest);
  } catch (cause) {
    if (statusOf(cause) !== 404) throw cause;
    const path = `repos/${repository}/git/ref/heads/${branch}`;
    const { object } = await rest.json({ path }, refSchema);
    return commitsFrom(object.sha, repository, rest);
  }
}

/** Older than the newest hundred, or elsewhere. Two SHAs: no name can stand for another commit. */
async function leadsTo(tip: string, sha: string, { repository }: MainBranch, rest: Rest) {
  const path = `repos/${repository}/compare/${tip}...${encodeURIComponent(sha)}`;
  try {
    const { status } = await rest.json({ path, query: { per_page: 1 } }, compareSchema);
    return status === "behind" || status === "identical";
  } catch (cause) {
    if (statusOf(cause) === 404) return false;
    throw cause;
  }
}

export function mainLineOf(main: MainBranch): MainLine {
  let rest: Rest | undefined;
  let listing: Promise<readonly Commit[]> | undefined;
  const asking = () => {
    rest ??= restOf(main);
    return rest;
  };
  const newest = () => {
    listing ??= newestOf(main, asking());
    return listing;
  };
  return {
    newest,
    async holds(sha) {
      const commits = await newest();
      const [tip] = commits;
      if (tip === undefined) return false;
      return commits.some((one) => one.sha === sha) || leadsTo(tip.sha, sha, main, asking());
    },
  };
}
