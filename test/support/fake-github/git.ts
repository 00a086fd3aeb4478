// Commits, trees and branches, as the fake GitHub keeps them: the part of Git that the API shows.
import { createHash } from "node:crypto";
import { type Exchange, notFound, ok, paged, type Route, refused } from "./exchange.ts";

type Tree = Readonly<Record<string, string>>;

interface Commit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

export function gitState() {
  const commits = new Map<string, Commit>();
  const trees = new Map<string, Tree>();
  const branches = new Map<string, string>();
  /** A bare name is a tag's where there is one, as for Git itself. */
  const tags = new Map<string, string>();
  const nameOf = (value: unknown) => createHash("sha1").update(JSON.stringify(value)).digest("hex");
  const addTree = (tree: Tree) => {
    const sha = nameOf(tree);
    trees.set(sha, tree);
    return sha;
  };
  function addCommit(commit: Omit<Commit, "sha" | "tree"> & { sha?: string; tree?: string }) {
    const tree = commit.tree ?? addTree({});
    const sha = commit.sha ?? nameOf([commit, tree, commits.size]);
    commits.set(sha, { ...commit, tree, sha });
    return sha;
  }
  return {
    commits,
    trees,
    branches,
    tags,
    addTree,
    addCommit,
    /** Each upon the one before it; the last is the branch's tip. */
    addLine(branch: string, ...shas: readonly string[]) {
      let parents: string[] = [];
      for (const sha of shas) {
        addCommit({ sha, parents, message: sha });
        parents = [sha];
        branches.set(branch, sha);
      }
    },
    fileAt(branch: string, path: string): string | undefined {
      return trees.get(commits.get(branches.get(branch) ?? "")?.tree ?? "")?.[path];
    },
  };
}
export type GitState = ReturnType<typeof gitState>;

/** All that lead to it, itself first, nearer ones before farther ones. */
function historyOf({ commits }: GitState, tip: string): Commit[] {
  const found = new Map<string, Commit>();
  for (const queue = [tip]; queue.length > 0; ) {
    const commit = commits.get(queue.shift()!);
    if (!commit || found.has(commit.sha)) continue;
    found.set(commit.sha, commit);
    queue.push(...commit.parents);
  }
  return [...found.values()];
}

const base = "/repos/:owner/:repo";
const read = ["contents:read"];
const write = ["contents:write"];

const shown = ({ sha, tree, parents, message }: Commit) => ({
  sha,
  commit: { message, tree: { sha: tree } },
  parents: parents.map((parent) => ({ sha: parent })),
});

export function gitRoutes(state: GitState): Route[] {
  const { commits, trees, branches, tags } = state;
  const resolve = (name: string) => {
    const full = /^refs\/heads\/(.+)$/.exec(name)?.[1];
    return (full ? branches.get(full) : (tags.get(name) ?? branches.get(name))) ?? name;
  };

  function getCommit({ params }: Exchange) {
    const commit = commits.get(resolve(params["ref"]!));
    return commit ? ok(shown(commit)) : refused(422, `No commit found for SHA: ${params["ref"]}`);
  }

  function listCommits(exchange: Exchange) {
    const from = resolve(exchange.query.get("sha") ?? "main");
    if (!commits.has(from)) return notFound;
    return paged(exchange, historyOf(state, from).map(shown));
  }

  function compare({ params }: Exchange) {
    const [from = "", to = ""] = params["range"]!.split("...").map(resolve);
    const known = new Set(historyOf(state, from).map(({ sha }) => sha));
    const merge = historyOf(state, to).find(({ sha }) => known.has(sha));
    if (!merge) return notFound;
    const apart = merge.sha === from ? "ahead" : "diverged";
    const status = merge.sha === to ? "behind" : apart;
    const alike = from === to ? "identical" : status;
    return ok({ status: alike, merge_base_commit: shown(merge) });
  }

  function getContents({ params, query, headers }: Exchange) {
    const tree = trees.get(commits.get(resolve(query.get("ref") ?? "main"))?.tree ?? "");
    const text = tree?.[params["path"]!];
    if (text === undefined) return notFound;
    const bytes = Buffer.from(text);
    return headers["accept"]?.includes("raw")
      ? { status: 200, bytes }
      : ok({ type: "file", encoding: "base64", content: bytes.toString("base64") });
  }

  function postTree({ body }: Exchange) {
    const { base_tree, tree } = body as {
      base_tree?: string;
      tree: { path: string; content: string }[];
    };
    const files = Object.fromEntries(tree.map(({ path, content }) => [path, content]));
    return ok({ sha: state.addTree({ ...trees.get(base_tree ?? ""), ...files }) }, 201);
  }

  function postRef({ body }: Exchange) {
    const { ref, sha } = body as { ref: string; sha: string };
    const branch = ref.replace("refs/heads/", "");
    if (branches.has(branch)) return refused(422, "Reference already exists");
    branches.set(branch, sha);
    return ok({ ref, object: { sha } }, 201);
  }

  function patchRef({ body, params }: Exchange) {
    const { sha, force } = body as { sha: string; force?: boolean };
    const tip = branches.get(params["branch"]!);
    if (tip === undefined) return refused(422, "Reference does not exist");
    const forward = historyOf(state, sha).some((commit) => commit.sha === tip);
    if (!forward && !force) return refused(422, "Update is not a fast forward");
    branches.set(params["branch"]!, sha);
    return ok({ object: { sha } });
  }

  return [
    { method: "GET", path: `${base}/commits`, needs: read, answer: listCommits },
    { method: "GET", path: `${base}/commits/:ref`, needs: read, answer: getCommit },
    { method: "GET", path: `${base}/compare/:range`, needs: read, answer: compare },
    { method: "GET", path: `${base}/contents/:path*`, needs: read, answer: getContents },
    {
      method: "GET",
      path: `${base}/git/ref/heads/:branch*`,
      needs: read,
      answer: ({ params }) => {
        const sha = branches.get(params["branch"]!);
        return sha === undefined ? notFound : ok({ object: { sha } });
      },
    },
    {
      method: "GET",
      path: `${base}/git/commits/:sha`,
      needs: read,
      answer: ({ params }) => {
        const commit = commits.get(params["sha"]!);
        return commit ? ok({ sha: commit.sha, tree: { sha: commit.tree } }) : notFound;
      },
    },
    {
      method: "GET",
      path: `${base}/git/trees/:sha`,
      needs: read,
      answer: ({ params }) => {
        const tree = trees.get(params["sha"]!);
        return tree ? ok({ tree: Object.keys(tree).map((path) => ({ path })) }) : notFound;
      },
    },
    { method: "POST", path: `${base}/git/trees`, needs: write, answer: postTree },
    {
      method: "POST",
      path: `${base}/git/commits`,
      needs: write,
      answer: ({ body }) =>
        ok({ sha: state.addCommit(body as { parents: string[]; message: string }) }, 201),
    },
    { method: "POST", path: `${base}/git/refs`, needs: write, answer: postRef },
    { method: "PATCH", path: `${base}/git/refs/heads/:branch*`, needs: write, answer: patchRef },
  ];
}
