// Two processes as a runner starts them: the gate on a fork's pull request, then the one that comments on it.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseBody } from "../../src/github/comment/body.ts";
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
import { simulatedEndpoint } from "../support/simulated-endpoint.ts";

const head = "abc".padEnd(40, "0");
const entry = path.resolve(import.meta.dirname, "../../src/index.ts");
const tokens = {
  ghs_fork: { contents: "read", actions: "read", "pull-requests": "read" },
  ghs_comment: { actions: "read", "pull-requests": "write" },
} as const;

async function world() {
  const state = actionsState();
  const { comments, routes } = commentsApi();
  const blobs = await serveGitHub(blobRoutes(state));
  const service = await serveGitHub(artifactServiceRoutes(state, state.runs));
  const pulls = pullsRoutes({ pulls: [aPull({ sha: head })], events: [], runs: [] });
  const git = gitState();
  git.addLine("main", "b".repeat(40));
  const github = await serveGitHub(
    [...routes, ...pulls, ...gitRoutes(git), ...actionsRoutes(state, blobs.apiUrl)],
    { tokens },
  );
  const folder = await mkdtemp(path.join(tmpdir(), "latency-gate-fork-"));
  onTestFinished(async () => {
    await Promise.all([blobs, service, github].map((server) => server.close()));
    await rm(folder, { recursive: true, force: true });
  });
  return { state, comments, service, github, folder };
}
type World = Awaited<ReturnType<typeof world>>;

interface Step {
  readonly event: string;
  readonly payload: object;
  readonly runId: number;
  readonly inputs: Readonly<Record<string, string>>;
}

async function step({ folder, github, service }: World, { event, payload, runId, inputs }: Step) {
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
    ...Object.fromEntries(given),
  };
  const log = await new Promise<string>((resolve) => {
    execFile(process.execPath, [entry], { cwd: folder, env }, (_, out, err) => resolve(out + err));
  });
  const outputs = await readFile(file("output.txt"), "utf8");
  const output = (name: string) =>
    new RegExp(`^${name}<<(\\S+)\\n(.*)\\n\\1$`, "m").exec(outputs)?.[2];
  return { log, output, summary: await readFile(file("summary.md"), "utf8") };
}

test("what the gate found on a fork is told on its pull request, word for number", async () => {
  const all = await world();
  all.state.addRun(
    aWorkflowRun({ id: 100, event: "pull_request", head_sha: head, head_branch: "patch-1" }),
  );
  const { url } = await simulatedEndpoint();
  const gate = await step(all, {
    event: "pull_request",
    runId: 100,
    payload: {
      pull_request: {
        number: 7,
        head: { sha: head, repo: { full_name: "bob/app" } },
        base: { sha: "b".repeat(40), ref: "main" },
      },
    },
    inputs: {
      endpoint: url,
      model: "simulated",
      requests: "20",
      "output-tokens": "4",
      "github-token": "ghs_fork",
      results: "results",
    },
  });
  const verdict = gate.output("verdict");
  expect(verdict, gate.log).toMatch(/^(no-baseline|invalid)$/);
  expect(gate.log).toMatch(/No comment on pull request 7: it comes from a fork/);
  expect(gate.summary).toMatch(/^### /);
  expect(all.comments).toEqual([]);
  expect(all.state.artifacts.map(({ name }) => name).toSorted()).toEqual([
    "latency-gate-report-default-a1",
    "latency-gate-run-default-a1",
  ]);

  const workflow_run = {
    id: 100,
    run_attempt: 1,
    event: "pull_request",
    head_sha: head,
    head_branch: "patch-1",
    head_repository: { full_name: "bob/app" },
  };
  const telling = await step(all, {
    event: "workflow_run",
    runId: 101,
    payload: { action: "completed", workflow_run },
    inputs: { mode: "comment", "github-token": "ghs_comment" },
  });
  const [section] = parseBody(all.comments[0]?.body ?? telling.log)?.sections ?? [];
  expect(section?.state, telling.log).toMatchObject({ verdict, sha: head, run: { id: 100 } });
  expect(telling.output("comment-url")).toMatch(/pull\/7#issuecomment-/);
}, 60_000);
