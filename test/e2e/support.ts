// End-to-end support: the two bundles as processes, in folders of their own and a runner's environment.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const bundle = (path: string) => {
  const file = fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));
  if (!existsSync(file)) throw new Error(`dist/${path} is missing: npm run build first`);
  return file;
};
const cliBundle = bundle("cli/index.js");
const actionBundle = bundle("index.js");
const processLimitMs = 60_000;

export interface Finished {
  readonly code: number;
  /** stdout and stderr, in that order. */
  readonly output: string;
}

interface Spawned {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

function node({ args, cwd, env }: Spawned): Promise<Finished> {
  return new Promise((done) => {
    const options = { cwd, env, timeout: processLimitMs, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [...args], options, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, output: `${stdout}${stderr}` }),
    );
  });
}

/** A folder that is gone when the test is. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "latency-gate-e2e-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** The command line with nothing of this process's environment. */
export function cli(cwd: string, args: readonly string[]): Promise<Finished> {
  return node({ args: [cliBundle, ...args], cwd, env: {} });
}

const tries = 4;

/** Exit 3 on a good endpoint says that this second's machine was too busy to measure; another second may do. */
export async function valid<T extends Finished>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < tries; attempt += 1) {
    const finished = await run();
    if (finished.code !== 3) return finished;
  }
  return run();
}

/** What a workflow run looks like from inside a step. */
export interface Trigger {
  readonly event: "push" | "pull_request";
  readonly sha: string;
  readonly runId: number;
  /** Base URL of the GitHub API. */
  readonly api: string;
}

const repository = "octo/endpoint";

function payload({ event, sha }: Trigger): unknown {
  const repo = { full_name: repository, default_branch: "main" };
  if (event === "push") return { ref: "refs/heads/main", after: sha, repository: repo };
  const head = { ref: "faster", sha, repo: { full_name: repository, fork: false } };
  const base = { ref: "main", sha: "b".repeat(40), repo: { full_name: repository } };
  return {
    action: "synchronize",
    number: 7,
    repository: repo,
    pull_request: { number: 7, head, base, labels: [], body: "" },
  };
}

function references({ event }: Trigger): Record<string, string> {
  return event === "push"
    ? { GITHUB_REF: "refs/heads/main", GITHUB_REF_NAME: "main" }
    : {
        GITHUB_REF: "refs/pull/7/merge",
        GITHUB_REF_NAME: "7/merge",
        GITHUB_BASE_REF: "main",
        GITHUB_HEAD_REF: "faster",
      };
}

function runnerEnvironment(cwd: string, trigger: Trigger): Record<string, string> {
  return {
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: trigger.api,
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_EVENT_NAME: trigger.event,
    GITHUB_EVENT_PATH: join(cwd, "event.json"),
    GITHUB_JOB: "gate",
    GITHUB_OUTPUT: join(cwd, "output.txt"),
    GITHUB_REPOSITORY: repository,
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_RUN_ID: String(trigger.runId),
    GITHUB_RUN_NUMBER: String(trigger.runId),
    GITHUB_SHA: trigger.sha,
    GITHUB_STEP_SUMMARY: join(cwd, "summary.md"),
    GITHUB_WORKFLOW: "perf",
    GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/perf.yml@refs/heads/main`,
    GITHUB_WORKSPACE: cwd,
    RUNNER_ARCH: "X64",
    RUNNER_OS: "Linux",
    RUNNER_TEMP: cwd,
    ...references(trigger),
  };
}

/** As the runner names them: upper case, dashes kept. */
function inputVariables(inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
  );
}

/** `name<<delimiter`, the value's lines, the delimiter: the runner's file command format. */
function readOutputs(text: string): Record<string, string> {
  const found = text.matchAll(/^([\w-]+)<<(\S+)\r?\n([\s\S]*?)\r?\n?^\2$/gm);
  return Object.fromEntries([...found].map(([, name, , value]) => [name ?? "", value ?? ""]));
}

export interface ActionFinished extends Finished {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

export interface Step {
  readonly cwd: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly trigger: Trigger;
  /** Goes before what the trigger gives. */
  readonly env?: Readonly<Record<string, string>>;
}

/** One step that uses the action, as a runner would start it. */
export async function action({ cwd, inputs, trigger, env: more }: Step): Promise<ActionFinished> {
  const runner = runnerEnvironment(cwd, trigger);
  await writeFile(join(cwd, "event.json"), JSON.stringify(payload(trigger)));
  for (const file of ["output.txt", "summary.md"]) await writeFile(join(cwd, file), "");
  const env = { ...runner, ...inputVariables(inputs), ...more };
  const finished = await node({ args: [actionBundle], cwd, env });
  const outputs = readOutputs(await readFile(join(cwd, "output.txt"), "utf8"));
  return { ...finished, outputs, summary: await readFile(join(cwd, "summary.md"), "utf8") };
}

/** The built-in simulator as its own process; resolves with its base URL once it says where it listens. */
export async function simulate(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [cliBundle, "simulate", "--port", "0", ...args], {
    env: {},
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  });
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (data: unknown) => {
      said += String(data);
      const port = /:(\d{2,5})/.exec(said)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}/v1`);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => reject(new Error(`simulate ended with ${code}: ${said}`)));
  });
}
