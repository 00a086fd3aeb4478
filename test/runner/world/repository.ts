// The repository whose pull requests are gated: a real one in a scratch folder, with the workflows of examples/.
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const identity = ["-c", "user.name=alice", "-c", "user.email=alice@example.com"];

/**
 * So small that a job takes seconds, and so slow that a busy machine's lag is within the 2 % that make a run invalid;
 * what needs more requests, or has a pace of one millisecond, does not gate.
 */
export const config = `requests: 20
concurrency: 10
warm-up: 10
prompt-tokens: 16
output-tokens: 4
timeout: 5s
gate: { cells: { ttft.p95: off, e2e.p95: off, tpot.p50: off, tpot.p95: off } }
`;

const placeholder = /echo "url=[^"]*"/;

/** The workflows of a file in examples/, with the endpoint's address where the reader puts theirs. */
export async function exampleWorkflows(name: string, endpoint: string): Promise<string[]> {
  const file = new URL(`../../../examples/${name}`, import.meta.url);
  const text = await readFile(file, "utf8");
  return text.split(/^---$/m).map((each) => each.replace(placeholder, `echo "url=${endpoint}"`));
}

interface Commit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly message: string;
}

export interface Repository {
  readonly folder: string;
  git(...args: readonly string[]): Promise<string>;
  /** Writes these files on the branch that is checked out; returns the commit's name. */
  commit(message: string, files: Readonly<Record<string, string>>): Promise<string>;
  /** Every commit of every branch, parents before children. */
  commits(): Promise<Commit[]>;
}

/** An empty one, on main. */
export async function createRepository(folder: string, fullName: string): Promise<Repository> {
  await mkdir(folder, { recursive: true });
  async function git(...args: readonly string[]): Promise<string> {
    const { stdout } = await run("git", [...identity, ...args], { cwd: folder });
    return stdout.trim();
  }
  await git("init", "--quiet", "--initial-branch", "main");
  await git("remote", "add", "origin", `https://github.com/${fullName}.git`);
  return {
    folder,
    git,
    async commit(message, files) {
      for (const [path, text] of Object.entries(files)) {
        const file = join(folder, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
        await git("add", "--force", "--", path);
      }
      await git("commit", "--quiet", "--allow-empty", "--message", message);
      return git("rev-parse", "HEAD");
    },
    async commits() {
      const text = await git(
        "log",
        "--all",
        "--topo-order",
        "--reverse",
        "--format=%H%x09%P%x09%s",
      );
      return text.split("\n").map((line) => {
        const [sha = "", parents = "", message = ""] = line.split("\t");
        return { sha, parents: parents.split(" ").filter(Boolean), message };
      });
    },
  };
}
