// Two processes as a runner starts them: the gate on a fork's pull request, then the one that comments on it.
import { expect, test } from "vitest";
import { parseBody } from "../../src/github/comment/body.ts";
import { simulatedEndpoint } from "../support/simulated-endpoint.ts";
import { aRunner, head, onPullRequest, step } from "./a-runner.ts";

test("what the gate found on a fork is told on its pull request, word for number", async () => {
  const all = await aRunner("bob/app");
  const { url } = await simulatedEndpoint();
  const gate = await onPullRequest(all, 100, {
    endpoint: url,
    model: "simulated",
    requests: "20",
    "output-tokens": "4",
    "github-token": "ghs_fork",
    results: "results",
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
