// The story's GitHub: the stateful fake as a server, with its artifact service, and a runner's environment for it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import {
  actionsRoutes,
  actionsState,
  aWorkflowRun,
  blobRoutes,
  type FakeRun,
} from "../../support/fake-github/actions.ts";
import { artifactServiceRoutes, runtimeToken } from "../../support/fake-github/artifact-service.ts";
import { commentsApi } from "../../support/fake-github/comments.ts";
import type { Edition } from "../../support/fake-github/described.ts";
import type { Permissions } from "../../support/fake-github/exchange.ts";
import { gitRoutes, gitState } from "../../support/fake-github/git.ts";
import { serveGitHub } from "../../support/fake-github/github.ts";
import {
  aPull,
  type FakeIssueEvent,
  type FakePull,
  pullsRoutes,
} from "../../support/fake-github/pulls.ts";
import { type Change, fullName } from "./events.ts";
import type { Repository } from "./repository.ts";

const configPath = ".github/latency-gate.yml";

/** What a workflow file gives its jobs; a fork's token may only read, whatever the file says. */
async function rightsIn(file: string, fork: boolean): Promise<Permissions> {
  const { permissions, jobs } = parse(await readFile(file, "utf8"));
  const [job] = Object.values<{ permissions?: Permissions }>(jobs);
  const given: Permissions = job?.permissions ?? permissions ?? {};
  if (!fork) return given;
  return Object.fromEntries(Object.keys(given).map((scope) => [scope, "read" as const]));
}

export type GitHub = Awaited<ReturnType<typeof startGitHub>>;

export async function startGitHub(repository: Repository, edition: Edition = "github") {
  const actions = actionsState();
  const git = gitState();
  const { comments, routes: commentRoutes } = commentsApi();
  const pulls: FakePull[] = [];
  const events: FakeIssueEvent[] = [];
  const firstRuns: { head_sha: string; created_at: string }[] = [];
  const tokens: Record<string, Permissions> = {};
  const blobs = await serveGitHub(blobRoutes(actions));
  const routes = [
    ...actionsRoutes(actions, blobs.apiUrl),
    ...pullsRoutes({ pulls, events, runs: firstRuns }),
    ...gitRoutes(git),
    ...commentRoutes,
  ];
  const api = await serveGitHub(routes, { tokens, described: edition });
  const service = await serveGitHub(artifactServiceRoutes(actions, actions.runs));

  /** What was pushed becomes known. */
  async function push(): Promise<void> {
    const tree = git.addTree({ [configPath]: await repository.git("show", `main:${configPath}`) });
    for (const commit of await repository.commits())
      if (!git.commits.has(commit.sha)) git.addCommit({ ...commit, tree });
    git.branches.set("main", await repository.git("rev-parse", "main"));
  }

  return {
    api,
    actions,
    comments,
    branches: git.branches,
    events,
    push,
    /** The pull request is opened, or its branch has a new commit. */
    propose({ number, branch, from, headSha }: Change): void {
      const repo = { full_name: from };
      const label = `${from.split("/")[0]}:${branch}`;
      const pull = aPull({ sha: headSha, ref: branch, label, repo }, { number });
      const at = pulls.findIndex((each) => each.number === number);
      if (at < 0) pulls.push(pull);
      else pulls[at] = pull;
    },
    /** A run begins: GitHub knows of it, and its token has the rights that the workflow file names. */
    async begin(run: Partial<FakeRun> & Pick<FakeRun, "id" | "path">, fork: boolean) {
      const started = aWorkflowRun({ ...run, status: "in_progress", conclusion: null });
      const at = actions.runs.findIndex(({ id }) => id === run.id);
      if (at < 0) actions.runs.push(started);
      else actions.runs[at] = started;
      firstRuns.push({ head_sha: started.head_sha, created_at: new Date().toISOString() });
      const token = `ghs_run${run.id}attempt${started.run_attempt}`;
      tokens[token] = await rightsIn(join(repository.folder, run.path), fork);
      const env = {
        GITHUB_RUN_ID: String(run.id),
        GITHUB_RUN_ATTEMPT: String(started.run_attempt),
        GITHUB_REPOSITORY_ID: String(started.repository.id),
        GITHUB_WORKFLOW_REF: `${fullName}/${run.path}@refs/heads/main`,
        ACTIONS_RESULTS_URL: service.apiUrl,
        ACTIONS_RUNTIME_TOKEN: runtimeToken(run.id),
      };
      return { token, env };
    },
    end(id: number, conclusion: "success" | "failure"): void {
      const at = actions.runs.findIndex((run) => run.id === id);
      actions.runs[at] = { ...actions.runs[at]!, status: "completed", conclusion };
    },
    async close() {
      await Promise.all([blobs, api, service].map((server) => server.close()));
    },
  };
}
