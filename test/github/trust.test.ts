// Which runs may be a baseline: each field alone is enough to be none.
import { expect, test } from "vitest";
import { distrust, type WorkflowRun, workflowRunSchema } from "../../src/github/artifacts/trust.ts";
import { aWorkflowRun, ourRepository, workflowPath } from "../support/fake-github/actions.ts";

const origin = {
  repository: "acme/app",
  repositoryId: 42,
  branch: "main",
  workflow: workflowPath,
};
const honest: WorkflowRun = workflowRunSchema.parse(aWorkflowRun({ id: 1 }));
const fork = { id: 666, full_name: "mallory/app" };

test.each<Partial<WorkflowRun>>([
  {},
  { event: "schedule" },
  { event: "workflow_dispatch" },
  { path: `${workflowPath}@refs/heads/main` },
  { repository: { ...ourRepository, full_name: "Acme/App" } },
])("%o is one of ours", (fields) => {
  expect(distrust({ ...honest, ...fields }, origin)).toBeUndefined();
});

test.each<[Partial<WorkflowRun>, string]>([
  [{ head_repository: fork }, "its commit is of the repository mallory/app"],
  [{ head_repository: null }, "its commit is of a repository that is gone"],
  [{ head_repository: undefined }, "its commit is of a repository that is gone"],
  [{ repository: fork, head_repository: fork }, "it is of the repository mallory/app"],
  [{ repository: { id: 7, full_name: "acme/app" } }, "it is of the repository acme/app"],
  [{ event: "pull_request" }, "its event is pull_request"],
  [{ event: "" }, "its event is "],
  [{ head_branch: "Main" }, "its branch is Main"],
  [{ head_branch: null }, "its branch is unknown"],
  [{ path: `${workflowPath}.yml` }, `its workflow is ${workflowPath}.yml`],
  [{ path: "perf.yml" }, "its workflow is perf.yml"],
  [{ status: "queued" }, "it is queued"],
  [{ status: null }, "it is of unknown status"],
])("%o is not: %s", (fields, why) => {
  expect(distrust({ ...honest, ...fields }, origin)).toBe(why);
});

test("where the runner does not tell the repository's id its name must do", () => {
  const unnumbered = { ...origin, repositoryId: undefined };
  expect(distrust(honest, unnumbered)).toBeUndefined();
  expect(distrust({ ...honest, head_repository: fork }, unnumbered)).toMatch(/mallory/);
});
