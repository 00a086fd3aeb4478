// The whole action in this process, in virtual time: its inputs, files and lines are real, and so are the calls of GitHub.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import type { Machine } from "../../src/action/machine.ts";
import { actOn } from "../../src/action.ts";
import { GateError } from "../../src/errors.ts";
import type { Patience } from "../../src/github/api/patience.ts";
import { fromSeconds } from "../../src/time.ts";
import { type ChatBehaviour, fakeChat } from "../support/fake-chat.ts";
import {
  actionsRoutes,
  actionsState,
  aWorkflowRun,
  blobRoutes,
  type FakeRun,
  workflowPath,
} from "../support/fake-github/actions.ts";
import { artifactServiceRoutes, runtimeToken } from "../support/fake-github/artifact-service.ts";
import { commentsApi } from "../support/fake-github/comments.ts";
import { gitRoutes, gitState } from "../support/fake-github/git.ts";
import { serveGitHub, workflowToken } from "../support/fake-github/github.ts";
import { pullsRoutes } from "../support/fake-github/pulls.ts";
import { VirtualClock } from "../support/virtual-clock.ts";
import { capturedLines } from "./an-act.ts";

export const shaOf = (n: number) => String(n).repeat(40);
const head = "d".repeat(40);
const merge = "e".repeat(40);

/** @actions/core remembers the first summary file that it could use. */
const summary = path.join(tmpdir(), `latency-gate-summary-${process.pid}.md`);

const usual: ChatBehaviour = { ttft: 300, tpot: 20, tokens: 16, status: 200 };
/** A busy machine may take seconds for an honest answer; the pauses between tries are what tests do not wait for. */
const impatient: Patience = { call: 10_000, total: 60_000, pauses: [1, 1], longestWait: 5 };

/** What answers there is never changed. */
export const baseHost = "base.test";

/** Where a job runs whose endpoint answers so, at some time of the day. */
function machineAt(hour: number, behaviour: Partial<ChatBehaviour>, patience: Patience) {
  const clock = new VirtualClock(fromSeconds(1));
  const chat = fakeChat(clock, { ...usual, ...behaviour });
  const base = fakeChat(clock, usual);
  const wallClock = () => Date.parse("2026-12-01T00:00:00Z") + hour * 3_600_000;
  const machine: Machine = {
    clock,
    wallClock,
    patience,
    stopSignal: () => new AbortController().signal,
    measurePorts: ({ log, signal, job }) => ({
      clock,
      wallClock,
      log,
      signal,
      job,
      watchHealth: () => ({ read: () => undefined }),
      fetchText: () => Promise.reject(new Error("no page")),
      openEndpoint: ({ endpoint }) => (endpoint.hostname === baseHost ? base : chat).endpoint,
    }),
  };
  return { machine, clock, asked: () => chat.log.asked };
}

interface Job {
  readonly event: "push" | "pull_request";
  readonly runId: number;
  readonly attempt?: number;
  readonly sha: string;
  readonly behaviour?: Partial<ChatBehaviour>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly payload?: object;
}

const workload = {
  endpoint: "http://127.0.0.1:1/v1",
  model: "m",
  requests: "200",
  concurrency: "4",
  "prompt-tokens": "64",
  "output-tokens": "16",
  comment: "false",
  "github-token": workflowToken,
};

function outputsIn(text: string): Record<string, string> {
  const found = text.matchAll(/^([\w-]+)<<(\S+)\r?\n([\s\S]*?)\r?\n?^\2$/gm);
  return Object.fromEntries([...found].map(([, name, , value]) => [name ?? "", value ?? ""]));
}

/** Main has three commits; pull request 7 is tested merged onto the newest. */
export async function aRepository(patience: Patience = impatient) {
  const actions = actionsState();
  const git = gitState();
  git.addLine("main", shaOf(1), shaOf(2), shaOf(3));
  git.addCommit({ sha: head, parents: [shaOf(1)], message: "change" });
  git.addCommit({ sha: merge, parents: [shaOf(3), head], message: "Merge" });
  const { comments, routes } = commentsApi();
  const blobs = await serveGitHub(blobRoutes(actions));
  const pulls = pullsRoutes({ pulls: [], events: [], runs: [] });
  const rights = { contents: "write", actions: "read", "pull-requests": "write" } as const;
  const github = await serveGitHub(
    [...routes, ...pulls, ...actionsRoutes(actions, blobs.apiUrl), ...gitRoutes(git)],
    { tokens: { [workflowToken]: rights } },
  );
  const service = await serveGitHub(artifactServiceRoutes(actions, actions.runs));
  const folder = await mkdtemp(path.join(tmpdir(), "latency-gate-whole-"));
  onTestFinished(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await Promise.all([blobs, github, service].map((server) => server.close()));
    await rm(folder, { recursive: true, force: true });
    await rm(summary, { force: true });
  });
  let hour = 0;

  function environmentOf({ event, runId, attempt = 1, sha }: Job): Record<string, string> {
    const main = event === "push";
    return {
      GITHUB_API_URL: github.apiUrl,
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: path.join(folder, "event.json"),
      GITHUB_HEAD_REF: main ? "" : "feature",
      GITHUB_OUTPUT: path.join(folder, "output.txt"),
      GITHUB_REF: main ? "refs/heads/main" : "refs/pull/7/merge",
      GITHUB_REF_NAME: main ? "main" : "7/merge",
      GITHUB_REPOSITORY: "acme/app",
      GITHUB_REPOSITORY_ID: "42",
      GITHUB_RUN_ATTEMPT: String(attempt),
      GITHUB_RUN_ID: String(runId),
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_SHA: main ? sha : merge,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKFLOW_REF: `acme/app/${workflowPath}@refs/heads/main`,
      GITHUB_WORKSPACE: folder,
      RUNNER_TEMP: folder,
      ACTIONS_RESULTS_URL: service.apiUrl,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(runId),
    };
  }

  function payloadOf({ event, sha, payload }: Job): object {
    const repository = { full_name: "acme/app", default_branch: "main" };
    if (event === "push") return { ref: "refs/heads/main", after: sha, repository, ...payload };
    const base = { ref: "main", sha: shaOf(3) };
    const of = { number: 7, head: { sha, repo: { full_name: "acme/app" } }, base };
    return { action: "synchronize", repository, pull_request: of, ...payload };
  }

  async function step(job: Job) {
    hour += 1;
    const results = path.join(folder, `results-${hour}`);
    const inputs = { ...workload, results, ...job.inputs };
    const environment = environmentOf(job);
    await writeFile(path.join(folder, "event.json"), JSON.stringify(payloadOf(job)));
    await writeFile(path.join(folder, "output.txt"), "");
    await writeFile(summary, "");
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    for (const [name, value] of Object.entries(inputs))
      vi.stubEnv(`INPUT_${name.toUpperCase()}`, value);
    const lines = capturedLines();
    const { machine, clock, asked } = machineAt(hour, job.behaviour ?? {}, patience);
    const before = github.calls.length;
    const code = await clock.runBeside(actOn(environment, machine)).catch((error: unknown) => {
      if (!(error instanceof GateError)) throw error;
      lines.push(error.message);
      return error.exitCode;
    });
    vi.restoreAllMocks();
    return {
      code,
      asked: asked(),
      calls: github.calls.length - before,
      output: lines.join("\n"),
      outputs: outputsIn(await readFile(path.join(folder, "output.txt"), "utf8")),
      summary: await readFile(summary, "utf8"),
    };
  }

  /** What a run is called while it runs, and after. */
  async function running<T>(
    run: Partial<FakeRun> & { readonly id: number },
    work: () => Promise<T>,
  ) {
    const known = actions.runs.findIndex(({ id }) => id === run.id);
    const at = known < 0 ? actions.runs.length : known;
    actions.runs[at] = aWorkflowRun({ ...run, status: "in_progress" });
    const done = await work();
    actions.runs[at] = aWorkflowRun(run);
    return done;
  }

  const mainJob = (n: number, more: Partial<Job> = {}) => {
    const job = { event: "push", runId: 100 + n, sha: shaOf(n), ...more } as const;
    return running({ id: job.runId, head_sha: job.sha }, () => step(job));
  };
  const pullRequest = (more: Partial<Job> = {}) => {
    const job = { event: "pull_request", runId: 900, sha: head, ...more } as const;
    const { runId: id, attempt: run_attempt = 1, event } = job;
    const run = { id, run_attempt, event, head_sha: head, head_branch: "feature" };
    return running(run, () => step(job));
  };
  return { actions, git, github, service, comments, mainJob, pullRequest };
}

/** What a workflow sees of it. */
export const outcomeOf = ({
  code,
  outputs,
}: {
  code: number;
  outputs: Record<string, string>;
}) => ({
  code,
  verdict: outputs["verdict"],
  sha: outputs["baseline-sha"],
});

export function expectCode(finished: { code: number; output: string }, code: number): void {
  expect(finished, finished.output).toMatchObject({ code });
}
