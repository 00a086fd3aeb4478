// Context: what the event and its payload say about this run: pull request or main, head and base, fork or not.
import { readFile } from "node:fs/promises";
import { z } from "zod";

interface PullRequest {
  readonly number: number;
  /** The commit that is shown: GITHUB_SHA is a merge commit that nobody wrote. */
  readonly headSha: string;
  readonly baseSha: string;
  readonly baseRef: string;
  /** From another repository, or from one that is gone: no secrets, and a token that cannot write. */
  readonly fork: boolean;
}

/** `main`: record and judge. `pull-request`: gate. `other`: judge, but remember nothing. */
type Role = "main" | "pull-request" | "other";

export interface Context {
  readonly event: string;
  readonly role: Role;
  /** "owner/name". */
  readonly repository: string | undefined;
  readonly runId: string | undefined;
  readonly attempt: number;
  /** The workflow file without its ref: ".github/workflows/perf.yml". */
  readonly workflow: string | undefined;
  readonly headSha: string | undefined;
  readonly branch: string | undefined;
  readonly pullRequest: PullRequest | undefined;
  readonly apiUrl: string;
  /** The page of this run. */
  readonly runUrl: string | undefined;
}

export type Env = Readonly<Record<string, string | undefined>>;

const pullRequestSchema = z.object({
  number: z.int().positive(),
  head: z.object({ sha: z.string(), repo: z.object({ full_name: z.string() }).nullish() }),
  base: z.object({ sha: z.string(), ref: z.string().catch("") }),
});

const payloadSchema = z.object({
  pull_request: pullRequestSchema.optional().catch(undefined),
  repository: z.object({ default_branch: z.string() }).optional().catch(undefined),
});

/** An event that we cannot read is one that says nothing. */
function payloadOf(payload: unknown): z.infer<typeof payloadSchema> {
  const parsed = payloadSchema.safeParse(payload);
  return parsed.success ? parsed.data : {};
}

/** Text of a variable; an empty one is as good as none. */
function variable(env: Env, name: string): string | undefined {
  return env[name] === "" ? undefined : env[name];
}

const pullRequestEvents: ReadonlySet<string> = new Set(["pull_request", "pull_request_target"]);
const mainEvents: ReadonlySet<string> = new Set(["push", "schedule", "workflow_dispatch"]);

function pullRequestOf(event: string, payload: unknown, repository: string | undefined) {
  const found = payloadOf(payload).pull_request;
  if (found === undefined || !pullRequestEvents.has(event)) return undefined;
  const { number, head, base } = found;
  return {
    number,
    headSha: head.sha,
    baseSha: base.sha,
    baseRef: base.ref,
    fork: head.repo?.full_name !== repository,
  };
}

/** A scheduled run is always one of the default branch, and its payload may say nothing else. */
function isMain(event: string, env: Env, payload: unknown): boolean {
  if (!mainEvents.has(event)) return false;
  const branch = payloadOf(payload).repository?.default_branch;
  if (branch === undefined) return event === "schedule";
  return variable(env, "GITHUB_REF") === `refs/heads/${branch}`;
}

function attemptOf(env: Env): number {
  const attempt = Number(variable(env, "GITHUB_RUN_ATTEMPT") ?? "1");
  return Number.isInteger(attempt) && attempt > 0 ? attempt : 1;
}

/** "acme/app/.github/workflows/perf.yml@refs/heads/main" → ".github/workflows/perf.yml". */
function workflowOf(env: Env, repository: string | undefined): string | undefined {
  const [path] = variable(env, "GITHUB_WORKFLOW_REF")?.split("@") ?? [];
  return repository !== undefined && path?.startsWith(`${repository}/`)
    ? path.slice(repository.length + 1)
    : path;
}

function runUrlOf(env: Env): string | undefined {
  const [server, repository, run] = ["GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID"].map(
    (name) => variable(env, name),
  );
  return server && repository && run ? `${server}/${repository}/actions/runs/${run}` : undefined;
}

function roleOf(event: string, main: boolean): Role {
  if (pullRequestEvents.has(event)) return "pull-request";
  return main ? "main" : "other";
}

/** `payload`: the parsed event file, or undefined where there is none that can be read. */
export function contextFrom(env: Env, payload: unknown): Context {
  const event = variable(env, "GITHUB_EVENT_NAME") ?? "";
  const repository = variable(env, "GITHUB_REPOSITORY");
  const pullRequest = pullRequestOf(event, payload, repository);
  return {
    event,
    role: roleOf(event, isMain(event, env, payload)),
    repository,
    runId: variable(env, "GITHUB_RUN_ID"),
    attempt: attemptOf(env),
    workflow: workflowOf(env, repository),
    headSha: pullRequest?.headSha ?? variable(env, "GITHUB_SHA"),
    branch: variable(env, "GITHUB_HEAD_REF") ?? variable(env, "GITHUB_REF_NAME"),
    pullRequest,
    apiUrl: variable(env, "GITHUB_API_URL") ?? "https://api.github.com",
    runUrl: runUrlOf(env),
  };
}

/** Missing and malformed event files are the same as none: the run goes on without a pull request. */
export async function readPayload(env: Env): Promise<unknown> {
  const path = variable(env, "GITHUB_EVENT_PATH");
  if (path === undefined) return undefined;
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
}
