// The baseline kept on GitHub itself: main hands its history on, a pull request is held against its exact parent.
import { describe, expect, onTestFinished, test } from "vitest";
import {
  actionsRoutes,
  actionsState,
  aWorkflowRun,
  blobRoutes,
  type FakeRepository,
} from "../support/fake-github/actions.ts";
import { artifactServiceRoutes, runtimeToken } from "../support/fake-github/artifact-service.ts";
import type { How } from "../support/fake-github/faults.ts";
import { gitRoutes, gitState } from "../support/fake-github/git.ts";
import { serveGitHub, workflowToken } from "../support/fake-github/github.ts";
import { type Answer, goodAnswer, scriptedServer } from "./scripted-server.ts";
import { small } from "./small-gate.ts";
import { type ActionFinished, action, folder, valid } from "./support.ts";

const repository: FakeRepository = { id: 42, full_name: "octo/endpoint" };
const shaOf = (n: number) => String(n).repeat(40);
const mergeSha = "e".repeat(40);
const headSha = "d".repeat(40);

/** So long that the lag of a busy machine's client, a few tens of milliseconds, is within 2 % of it. */
const slowAnswer: Answer = (response, nth) => {
  setTimeout(() => goodAnswer(response, nth), 1_500);
};

/** A repository with three commits on main, whose pull request 7 is tested merged onto the newest. */
async function world(inputs: Readonly<Record<string, string>> = {}) {
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
  const given = { ...usual, endpoint: url, ...inputs };
  const cwd = await folder();

  function step(event: "push" | "pull_request", runId: number, sha: string) {
    const trigger = { event, sha, runId, api: github.apiUrl };
    const env = {
      GITHUB_REPOSITORY_ID: String(repository.id),
      ACTIONS_RESULTS_URL: service.apiUrl,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(runId),
      ...(event === "pull_request" && { GITHUB_SHA: mergeSha }),
    };
    const { baseline, ...rest } = given as Record<string, string>;
    const named = inputs["baseline"] === undefined ? rest : { ...rest, baseline: baseline ?? "" };
    return valid(() => action({ cwd, inputs: named, trigger, env }));
  }

  async function mainJob(n: number): Promise<ActionFinished> {
    const run = { id: 100 + n, head_sha: shaOf(n), repository, head_repository: repository };
    const at = actions.runs.push(aWorkflowRun({ ...run, status: "in_progress" })) - 1;
    const finished = await step("push", 100 + n, shaOf(n));
    actions.runs[at] = aWorkflowRun(run);
    return finished;
  }
  const pullRequest = () => step("pull_request", 900, headSha);
  return { actions, git, github, service, mainJob, pullRequest };
}

const outcomeOf = ({ code, outputs }: ActionFinished) => ({
  code,
  verdict: outputs["verdict"],
  sha: outputs["baseline-sha"],
});

describe.each([
  ["artifact", {}, /Recorded in the artifact latency-gate-baseline-default-a1/],
  ["branch", { baseline: "branch" }, /Recorded in default\.json on the branch latency-gate-data/],
])("baseline: %s", (_, inputs, recorded) => {
  test("three main jobs, then a pull request", async () => {
    const { mainJob, pullRequest, github } = await world(inputs);
    const first = await mainJob(1);
    expect(outcomeOf(first)).toEqual({ code: 0, verdict: "no-baseline", sha: "" });
    expect(first.output).toMatch(recorded);
    for (const n of [2, 3]) expect(await mainJob(n)).toMatchObject({ code: 0 });

    const before = github.calls.length;
    const gated = await pullRequest();
    expect(gated).toMatchObject({ code: 0, outputs: { "baseline-sha": shaOf(3) } });
    expect(gated.summary).toMatch(/exact parent/);
    expect(github.calls.length - before).toBeLessThanOrEqual(12);
  }, 60_000);
});

describe("a GitHub in trouble", () => {
  test.each<How>([403, 404, 500, "reset"])(
    "%s at every call of a pull request is no baseline, green and told",
    async (how) => {
      const { mainJob, pullRequest, github } = await world();
      await mainJob(3);
      github.fail({ how });
      const gated = await pullRequest();
      expect(outcomeOf(gated)).toEqual({ code: 0, verdict: "no-baseline", sha: "" });
      expect(gated.output).toMatch(how === 404 ? /^::notice/m : /^::warning.*cannot be read/m);
    },
    60_000,
  );

  test("an upload that fails leaves the verdict, and is a warning", async () => {
    const { mainJob, service } = await world();
    service.fail({ how: 400 });
    const finished = await mainJob(1);
    expect(finished).toMatchObject({ code: 0 });
    expect(finished.output).toMatch(/^::warning.*This job is not remembered/m);
  }, 60_000);

  test("an expired artifact is a warning that says so, not a notice", async () => {
    const { actions, mainJob, pullRequest } = await world();
    await mainJob(3);
    actions.artifacts[0] = { ...actions.artifacts[0]!, expired: true };
    const gated = await pullRequest();
    expect(outcomeOf(gated)).toMatchObject({ code: 0, verdict: "no-baseline" });
    expect(gated.output).toMatch(/^::warning.*expired/m);
    expect(gated.summary).not.toMatch(/main runs?, newest/);
  }, 60_000);
});
