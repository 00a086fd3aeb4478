// The bundled action as a process with the artifacts of a fake GitHub; test/action/on-github.test.ts has the rest.
import { expect, onTestFinished, test } from "vitest";
import {
  actionsRoutes,
  actionsState,
  aWorkflowRun,
  blobRoutes,
  type FakeRepository,
} from "../support/fake-github/actions.ts";
import { artifactServiceRoutes, runtimeToken } from "../support/fake-github/artifact-service.ts";
import { gitRoutes, gitState } from "../support/fake-github/git.ts";
import { serveGitHub, workflowToken } from "../support/fake-github/github.ts";
import { type Answer, goodAnswer, scriptedServer } from "./scripted-server.ts";
import { small } from "./small-gate.ts";
import { type ActionFinished, action, folder, type Trigger, valid } from "./support.ts";

const repository: FakeRepository = { id: 42, full_name: "octo/endpoint" };
const shaOf = (n: number) => String(n).repeat(40);
const mergeSha = "e".repeat(40);
const headSha = "d".repeat(40);

/** So long that the lag of a busy machine's client, a few tens of milliseconds, is within 2 % of it. */
const slowAnswer: Answer = (response, nth) => {
  setTimeout(() => goodAnswer(response, nth), 1_500);
};

/** A repository with three commits on main, whose pull request 7 is tested merged onto the newest. */
async function world() {
  const actions = actionsState();
  const git = gitState();
  git.addLine("main", shaOf(1), shaOf(2), shaOf(3));
  git.addCommit({ sha: headSha, parents: [shaOf(1)], message: "change" });
  git.addCommit({ sha: mergeSha, parents: [shaOf(3), headSha], message: "Merge" });
  const blobs = await serveGitHub(blobRoutes(actions));
  const rights = { contents: "write", actions: "read", "pull-requests": "write" } as const;
  const github = await serveGitHub([...actionsRoutes(actions, blobs.apiUrl), ...gitRoutes(git)], {
    tokens: { [workflowToken]: rights },
    described: "github",
  });
  const service = await serveGitHub(artifactServiceRoutes(actions, actions.runs));
  onTestFinished(async () => {
    expect(github.violations).toEqual([]);
    await Promise.all([blobs, github, service].map((server) => server.close()));
  });
  const { url } = await scriptedServer(slowAnswer);
  const usual = { ...small, comment: "false", "github-token": workflowToken };
  const inputs = { ...usual, endpoint: url };
  const cwd = await folder();

  function step(trigger: Omit<Trigger, "api">, attempt = 1) {
    const { event, runId } = trigger;
    const env = {
      GITHUB_RUN_ATTEMPT: String(attempt),
      GITHUB_REPOSITORY_ID: String(repository.id),
      ACTIONS_RESULTS_URL: service.apiUrl,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(runId),
      ...(event === "pull_request" && { GITHUB_SHA: mergeSha }),
    };
    return action({ cwd, inputs, trigger: { ...trigger, api: github.apiUrl }, env });
  }

  async function mainJob(n: number): Promise<ActionFinished> {
    const run = { id: 100 + n, head_sha: shaOf(n), repository, head_repository: repository };
    const at = actions.runs.push(aWorkflowRun({ ...run, status: "in_progress" })) - 1;
    const trigger = { event: "push", runId: run.id, sha: shaOf(n) } as const;
    const finished = await valid(() => step(trigger));
    actions.runs[at] = aWorkflowRun(run);
    return finished;
  }

  /** Each time is another attempt, and so is each time that the machine was too busy to measure. */
  let attempt = 0;
  const pullRequest = () =>
    valid(() => {
      attempt += 1;
      const of = { head_sha: headSha, repository, head_repository: repository };
      const run = { id: 900, event: "pull_request", run_attempt: attempt, ...of };
      actions.runs.unshift(aWorkflowRun({ ...run, status: "in_progress" }));
      return step({ event: "pull_request", runId: run.id, sha: headSha }, attempt);
    });
  return { mainJob, pullRequest };
}

const outcomeOf = ({ code, outputs }: ActionFinished) => ({
  code,
  verdict: outputs["verdict"],
  sha: outputs["baseline-sha"],
});

test("a main job, then a pull request, and the same again", async () => {
  const { mainJob, pullRequest } = await world();
  const main = await mainJob(3);
  expect(outcomeOf(main)).toEqual({ code: 0, verdict: "no-baseline", sha: "" });
  expect(main.output).toMatch(/Recorded in the artifact latency-gate-baseline-default-a1/);

  const gated = await pullRequest();
  expect(gated).toMatchObject({ code: 0, outputs: { "baseline-sha": shaOf(3) } });
  expect(gated.summary).toMatch(/exact parent/);

  const again = await pullRequest();
  expect(again.summary).toMatch(/attempt 2 at this commit: all of them are judged together/);
}, 90_000);
