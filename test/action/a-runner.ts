// A runner with a fake GitHub: steps of workflow runs as processes, from source, in one folder.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import {
  actionsRoutes,
  actionsState,
  aWorkflowRun,
  blobRoutes,
  workflowPath,
} from "../support/fake-github/actions.ts";
import { artifactServiceRoutes, runtimeToken } from "../support/fake-github/artifact-service.ts";
import { commentsApi } from "../support/fake-github/comments.ts";
import { gitRoutes, gitState } from "../support/fake-github/git.ts";
import { serveGitHub } from "../support/fake-github/github.ts";
import { aPull, pullsRoutes } from "../support/fake-github/pulls.ts";

export const head = "abc".padEnd(40, "0");
export const base = "b".repeat(40);
const entry = path.resolve(import.meta.dirname, "../../src/index.ts");
const tokens = {
  ghs_fork: { contents: "read", actions: "read", "pull-requests": "read" },
  ghs_comment: { actions: "read", "pull-requests": "write" },
  ghs_gate: { contents: "read", actions: "read", "pull-requests": "write" },
} as const;

/** Main is at `base`; pull request 7 has the commit `head`, in the repository that is named. */
export async function aRunner(headRepository: string) {
  const state = actionsState();
  const { comments, routes } = commentsApi();
  const blobs = await serveGitHub(blobRoutes(state));
  const service = await serveGitHub(artifactServiceRoutes(state, state.runs));
  const pull = aPull({ sha: head, repo: { full_name: headRepository } });
  const pulls = pullsRoutes({ pulls: [pull], events: [], runs: [] });
  const git = gitState();
  git.addLine("main", base);
  const github = await serveGitHub(
    [...routes, ...pulls, ...gitRoutes(git), ...actionsRoutes(state, blobs.apiUrl)],
    { tokens },
  );
  const folder = await mkdtemp(path.join(tmpdir(), "latency-gate-runner-"));
  onTestFinished(async () => {
    await Promise.all([blobs, service, github].map((server) => server.close()));
    await rm(folder, { recursive: true, force: true });
  });
  return { state, comments, service, github, folder, headRepository };
}
export type Runner = Awaited<ReturnType<typeof aRunner>>;

interface Step {
  readonly runId: number;
  readonly event: string;
  readonly payload: object;
  readonly environment?: Readonly<Record<string, string>>;
  readonly inputs: Readonly<Record<string, string>>;
}

export async function step(
  { folder, github, service }: Runner,
  { event, payload, runId, environment = {}, inputs }: Step,
) {
  const file = (name: string) => path.join(folder, name);
  await writeFile(file("event.json"), JSON.stringify(payload));
  for (const name of ["output.txt", "summary.md"]) await writeFile(file(name), "");
  const given = Object.entries(inputs).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ]);
  const env = {
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: github.apiUrl,
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: file("event.json"),
    GITHUB_HEAD_REF: event === "pull_request" ? "patch-1" : "",
    GITHUB_OUTPUT: file("output.txt"),
    GITHUB_REPOSITORY: "acme/app",
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_RUN_ID: String(runId),
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_STEP_SUMMARY: file("summary.md"),
    GITHUB_WORKFLOW_REF: `acme/app/${workflowPath}@refs/pull/7/merge`,
    GITHUB_WORKSPACE: folder,
    RUNNER_TEMP: folder,
    ACTIONS_RESULTS_URL: service.apiUrl,
    ACTIONS_RUNTIME_TOKEN: runtimeToken(runId),
    ...environment,
    ...Object.fromEntries(given),
  };
  const { code, log } = await new Promise<{ code: number; log: string }>((resolve) => {
    const child = execFile(process.execPath, [entry], { cwd: folder, env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, log: out + err }),
    );
  });
  const outputs = await readFile(file("output.txt"), "utf8");
  const output = (name: string) =>
    new RegExp(`^${name}<<(\\S+)\\n(.*)\\n\\1$`, "m").exec(outputs)?.[2];
  return { code, log, output, summary: await readFile(file("summary.md"), "utf8") };
}

type Inputs = Readonly<Record<string, string>>;

/** A step of the workflow run that a push to main starts; it is finished by the time of the next one. */
export function onMain(runner: Runner, runId: number, inputs: Inputs) {
  if (!runner.state.runs.some(({ id }) => id === runId))
    runner.state.addRun(aWorkflowRun({ id: runId, head_sha: base }));
  return step(runner, {
    event: "push",
    runId,
    payload: { ref: "refs/heads/main", after: base, repository: { default_branch: "main" } },
    environment: { GITHUB_SHA: base, GITHUB_REF_NAME: "main", GITHUB_REF: "refs/heads/main" },
    inputs: { "github-token": "ghs_gate", ...inputs },
  });
}

/** A step of the workflow run of pull request 7. */
export function onPullRequest(runner: Runner, runId: number, inputs: Inputs) {
  const { state, headRepository } = runner;
  const head_branch = "patch-1";
  if (!state.runs.some(({ id }) => id === runId))
    state.addRun(aWorkflowRun({ id: runId, event: "pull_request", head_sha: head, head_branch }));
  return step(runner, {
    event: "pull_request",
    runId,
    payload: {
      action: "synchronize",
      number: 7,
      repository: { default_branch: "main" },
      pull_request: {
        number: 7,
        head: { sha: head, ref: head_branch, repo: { full_name: headRepository } },
        base: { sha: base, ref: "main" },
      },
    },
    inputs,
  });
}
