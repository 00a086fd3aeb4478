// Context: what the event and its payload say about this run: pull request or main, head and base, fork or not.
import { readFile } from "node:fs/promises";
import { type Payload, payloadFrom } from "../event/payload.ts";

/** Whose pull request comes without secrets, and with a token that may only read. */
type Restricted = "fork" | "dependabot";

interface PullRequest {
  readonly number: number;
  /** The commit that is shown: GITHUB_SHA is a merge commit that nobody wrote. */
  readonly headSha: string;
  readonly baseSha: string;
  readonly baseRef: string;
  /** "owner/name"; undefined where it is gone. */
  readonly headRepository: string | undefined;
  /** From another repository, or from one that is gone: no secrets, and a token that cannot write. */
  readonly fork: boolean;
  readonly restricted: Restricted | undefined;
  readonly labels: readonly string[];
  /** Its description. */
  readonly body: string;
}

/** What an event about a label says: it was given or taken away just now, at this head. */
interface LabelEvent {
  readonly label: string;
  readonly given: boolean;
  readonly by: string | undefined;
}

/** The run that a `workflow_run` event is about; what it says of itself is GitHub's word, not the run's. */
export interface TriggeringRun {
  readonly id: number;
  readonly attempt: number;
  readonly event: string;
  readonly headSha: string;
  readonly headBranch: string | undefined;
  /** "owner/name"; undefined where the fork is gone. */
  readonly headRepository: string | undefined;
}

/** `main`: record and judge. `pull-request`: gate, also a merge group. `other`: judge, but remember nothing. */
type Role = "main" | "pull-request" | "other";

export interface Context {
  readonly event: string;
  /** "synchronize", "labeled". */
  readonly action: string | undefined;
  readonly role: Role;
  /** "owner/name". */
  readonly repository: string | undefined;
  readonly runId: string | undefined;
  readonly attempt: number;
  /** The workflow file without its ref: ".github/workflows/perf.yml". */
  readonly workflow: string | undefined;
  readonly headSha: string | undefined;
  readonly branch: string | undefined;
  /** What the change is held against: the base of a pull request, or what a merge group comes upon. */
  readonly base: { readonly sha: string; readonly ref: string } | undefined;
  readonly pullRequest: PullRequest | undefined;
  readonly labelEvent: LabelEvent | undefined;
  /** The event of a pull request changes neither its commit nor what it goes to: a label, its title or description. */
  readonly nothingNew: boolean;
  readonly triggeringRun: TriggeringRun | undefined;
  readonly apiUrl: string;
  /** The page of this run. */
  readonly runUrl: string | undefined;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Text of a variable; an empty one is as good as none. */
function variable(env: Env, name: string): string | undefined {
  return env[name] === "" ? undefined : env[name];
}

const pullRequestEvents: ReadonlySet<string> = new Set(["pull_request", "pull_request_target"]);
const mainEvents: ReadonlySet<string> = new Set(["push", "schedule", "workflow_dispatch"]);

const dependabot = "dependabot[bot]";

/** The actor stays that of the first attempt, and with it the rights. */
function restrictedOf(fork: boolean, author: string | undefined, env: Env): Restricted | undefined {
  if (fork) return "fork";
  const actor = variable(env, "GITHUB_ACTOR");
  return actor === dependabot || (actor === undefined && author === dependabot)
    ? "dependabot"
    : undefined;
}

function pullRequestOf(event: string, payload: Payload, env: Env): PullRequest | undefined {
  const found = payload.pull_request;
  if (found === undefined || !pullRequestEvents.has(event)) return undefined;
  const { number, head, base, labels, body, user } = found;
  const fork = head.repo?.full_name !== variable(env, "GITHUB_REPOSITORY");
  return {
    number,
    headSha: head.sha,
    baseSha: base.sha,
    baseRef: base.ref,
    headRepository: head.repo?.full_name,
    fork,
    restricted: restrictedOf(fork, user?.login, env),
    labels: labels.map(({ name }) => name),
    body: body ?? "",
  };
}

function labelEventOf({ action, label, sender }: Payload): LabelEvent | undefined {
  if (label === undefined || (action !== "labeled" && action !== "unlabeled")) return undefined;
  return { label: label.name, given: action === "labeled", by: sender?.login };
}

/** A base that is changed is as good as a new commit. */
function changesNothing({ action, changes }: Payload): boolean {
  if (action === "labeled" || action === "unlabeled") return true;
  return action === "edited" && changes !== undefined && changes.base === undefined;
}

function triggeringRunOf({ workflow_run: run }: Payload): TriggeringRun | undefined {
  return (
    run && {
      id: run.id,
      attempt: run.run_attempt,
      event: run.event,
      headSha: run.head_sha,
      headBranch: run.head_branch ?? undefined,
      headRepository: run.head_repository?.full_name,
    }
  );
}

const mergeGroup = "merge_group";

function baseOf(event: string, payload: Payload, pullRequest: PullRequest | undefined) {
  if (pullRequest) return { sha: pullRequest.baseSha, ref: pullRequest.baseRef };
  const group = event === mergeGroup ? payload.merge_group : undefined;
  return group && { sha: group.base_sha, ref: group.base_ref.replace(/^refs\/heads\//, "") };
}

/** A scheduled run is always one of the default branch, and its payload may say nothing else. */
function isMain(event: string, env: Env, payload: Payload): boolean {
  if (!mainEvents.has(event)) return false;
  const branch = payload.repository?.default_branch;
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
  if (pullRequestEvents.has(event) || event === mergeGroup) return "pull-request";
  return main ? "main" : "other";
}

/** `rawPayload`: the parsed event file, or undefined where there is none that can be read. */
export function contextFrom(env: Env, rawPayload: unknown): Context {
  const event = variable(env, "GITHUB_EVENT_NAME") ?? "";
  const payload = payloadFrom(rawPayload);
  const repository = variable(env, "GITHUB_REPOSITORY");
  const pullRequest = pullRequestOf(event, payload, env);
  const group = event === mergeGroup ? payload.merge_group : undefined;
  return {
    event,
    action: payload.action,
    role: roleOf(event, isMain(event, env, payload)),
    repository,
    runId: variable(env, "GITHUB_RUN_ID"),
    attempt: attemptOf(env),
    workflow: workflowOf(env, repository),
    headSha: pullRequest?.headSha ?? group?.head_sha ?? variable(env, "GITHUB_SHA"),
    branch: variable(env, "GITHUB_HEAD_REF") ?? variable(env, "GITHUB_REF_NAME"),
    base: baseOf(event, payload, pullRequest),
    pullRequest,
    labelEvent: labelEventOf(payload),
    nothingNew: pullRequest !== undefined && changesNothing(payload),
    triggeringRun: triggeringRunOf(payload),
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
