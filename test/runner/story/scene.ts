// Playing a scene: an event becomes a run that GitHub knows of, and the runner carries its workflow out.
import type { FakeRun } from "../../support/fake-github/actions.ts";
import type { Tally } from "../tally.ts";
import { type Bench, type Ran, runWorkflow } from "../world/act.ts";
import type { Endpoint } from "../world/endpoint.ts";
import { type Change, fullName, pullRequest, pushed } from "../world/events.ts";
import type { GitHub } from "../world/github.ts";
import type { Repository } from "../world/repository.ts";

/** As the examples are called in the repository that takes them over. */
export const gateFile = ".github/workflows/latency.yml";
export const commentFile = ".github/workflows/latency-comment.yml";

/** A lag of 2 % of it makes a run invalid, and the endpoint shares the machine. */
export const usualTtft = "800ms";
export const slowTtft = "1280ms";
export const apiKey = "key-of-the-endpoint";

export interface Stage {
  readonly bench: Bench;
  readonly repository: Repository;
  readonly github: GitHub;
  readonly endpoint: Endpoint;
  readonly tally: Tally;
  /** What runners are told that the API's address is. */
  readonly apiUrl: string;
  readonly serverUrl: string;
}

interface Scene {
  readonly event: string;
  readonly payload: unknown;
  readonly workflow: string;
  readonly run: Partial<FakeRun> & Pick<FakeRun, "id">;
  /** Without secrets, and with a token that may only read. */
  readonly fork?: boolean;
}

export interface Played extends Ran {
  /** Of the API, as "GET /repos/…". */
  readonly calls: readonly string[];
  readonly verdict: string;
  /** From 1; a later one reads what the ones before it left, too. */
  readonly attempt: number;
}

const mostAttempts = 6;

async function attempt(stage: Stage, scene: Scene, number: number): Promise<Played> {
  const { bench, repository, github, apiUrl, serverUrl } = stage;
  const { event, payload, workflow, fork = false } = scene;
  const run = { ...scene.run, path: workflow, event, run_attempt: number };
  const { token, env } = await github.begin(run, fork);
  const before = github.api.calls.length;
  const ran = await runWorkflow(bench, {
    repository: repository.folder,
    event,
    payload,
    workflow,
    env: { ...env, GITHUB_API_URL: apiUrl, GITHUB_SERVER_URL: serverUrl },
    secrets: { GITHUB_TOKEN: token, ...(!fork && { LLM_API_KEY: apiKey }) },
  });
  github.end(run.id, ran.code === 0 ? "success" : "failure");
  const calls = github.api.calls.slice(before).map(({ method, path }) => `${method} ${path}`);
  return { ...ran, calls, verdict: ran.outputs["verdict"] ?? "", attempt: number };
}

/** One workflow run; run again, as a person would, where this minute's machine could not measure. */
export async function play(stage: Stage, scene: Scene): Promise<Played> {
  for (let number = 1; ; number += 1) {
    const played = await attempt(stage, scene, number);
    if (played.verdict !== "invalid" || number === mostAttempts) return played;
    stage.tally.note(`run ${scene.run.id} was not valid, and is run again`);
  }
}

/** A commit on main; `files` besides what each one changes. */
export async function pushToMain(
  stage: Stage,
  n: number,
  files: Readonly<Record<string, string>> = {},
): Promise<Played> {
  const { repository, github } = stage;
  await repository.git("checkout", "--quiet", "main");
  const sha = await repository.commit(`change ${n}`, { "app.txt": `${n}\n`, ...files });
  await github.push();
  const run = { id: 100 + n, head_sha: sha };
  return play(stage, { event: "push", payload: pushed(sha), workflow: gateFile, run });
}

export type Branch = Pick<Change, "number" | "branch" | "from">;

/** A commit upon the branch, which lies in `local`, and the merge that GitHub makes to test it. */
export async function propose(
  { repository, github }: Stage,
  branch: Branch,
  { text, local = branch.branch }: { readonly text: string; readonly local?: string },
): Promise<Change> {
  const known = await repository.git("branch", "--list", local);
  const at = known === "" ? ["-b", local, "main"] : [local];
  await repository.git("checkout", "--quiet", ...at);
  const headSha = await repository.commit(text, { [`${local}.txt`]: `${text}\n` });
  const baseSha = await repository.git("rev-parse", "main");
  await repository.git("checkout", "--quiet", "--detach", "main");
  await repository.git("merge", "--quiet", "--no-ff", "--message", `Merge ${local}`, local);
  // A name keeps the merge in sight of the log that GitHub's commits are read from.
  await repository.git("branch", "--force", `merge-of-${local}`, "HEAD");
  await github.push();
  const change = { ...branch, headSha, baseSha };
  github.propose(change);
  return change;
}

const ourRepository = { id: 42, full_name: fullName };

export function runOf({ branch, headSha, from }: Change, id: number) {
  const repository = from === fullName ? ourRepository : { id: 77, full_name: from };
  return { id, head_branch: branch, head_sha: headSha, head_repository: repository };
}

export function playChange(
  stage: Stage,
  change: Change,
  how: { readonly id: number; readonly action?: "opened" | "synchronize"; readonly fork?: boolean },
): Promise<Played> {
  const { id, action = "synchronize", fork = false } = how;
  const payload = pullRequest(action, change);
  const run = runOf(change, id);
  return play(stage, { event: "pull_request", payload, workflow: gateFile, run, fork });
}

const isComment = (call: string) =>
  /\/issues\/(comments\/\d+|\d+\/comments)$|\/graphql$|\/user$/.test(call);

/** At most 12 calls to decide where nothing became slower, in a run that is no second attempt. */
export function checkDeciding({ tally }: Stage, part: string, { calls, attempt }: Played): void {
  if (attempt > 1) {
    tally.note(`${part}: run again, so that its calls are not counted`);
    return;
  }
  const deciding = calls.filter((call) => !isComment(call)).length;
  tally.check(part, `${deciding} calls of the API to decide, at most 12`, deciding <= 12, calls);
}

export function checkCommenting({ tally }: Stage, part: string, { calls }: Played): void {
  const commenting = calls.filter(isComment).length;
  tally.check(part, `${commenting} calls to comment, at most 6`, commenting <= 6, calls);
}

/** Of a run, by their names. */
export function artifactsOf({ github }: Stage, runId: number): string[] {
  const own = github.actions.artifacts.filter((each) => each.workflow_run.id === runId);
  return own.map(({ name }) => name);
}

/** Holds one comment, and its text. */
export function checkComment(stage: Stage, part: string, number: number, says: RegExp): void {
  const { github, tally } = stage;
  const found = github.comments.filter(({ issue }) => issue === number);
  tally.check(part, "the pull request has one comment", found.length === 1, found);
  const [comment] = found;
  const holds = says.test(comment?.body ?? "");
  tally.check(part, `it says ${says.source}`, holds, comment?.body);
}
