// Which store a job in a workflow uses, by its settings and by what the runner says.
import { expect, test } from "vitest";
import { parseJudgeConfig } from "../src/config/parse.ts";
import { contextFrom } from "../src/github/runner/context.ts";
import { memoryOf } from "../src/stores.ts";
import { mainRun, recordingOf } from "./support/fake-github/main-history.ts";

const runner = {
  GITHUB_EVENT_NAME: "push",
  GITHUB_REPOSITORY: "acme/app",
  GITHUB_REF: "refs/heads/main",
  GITHUB_REF_NAME: "main",
  GITHUB_RUN_ID: "7",
  GITHUB_WORKFLOW_REF: "acme/app/.github/workflows/perf.yml@refs/heads/main",
};
const payload = { repository: { default_branch: "main" } };

/** Without a token, so that nothing is asked. */
function memory(inputs: Record<string, string>, environment: Record<string, string> = runner) {
  const config = parseJudgeConfig({ read: (name) => inputs[name], file: () => undefined });
  const context = contextFrom(environment, payload);
  const tell = () => {};
  return memoryOf(config, { environment, payload, context, tell, redact: (text) => text });
}

test.each([
  [{}, "the artifacts of .github/workflows/perf.yml on main", "baseline.json"],
  [
    { baseline: "artifact" },
    "the artifacts of .github/workflows/perf.yml on main",
    "baseline.json",
  ],
  [{ baseline: "branch", name: "gpu" }, "gpu.json on the branch latency-gate-data", "gpu.json"],
  [{ baseline: "./artifact" }, "./artifact", "./artifact"],
])("%o", async (inputs, source, localPath) => {
  const found = await memory(inputs);
  expect(found.localPath).toBe(localPath);
  expect(await found.store.read()).toMatchObject({ source });
});

test("main itself has no base: its newest job is what it is held against", async () => {
  expect((await memory({})).lineage).toEqual({ base: undefined, ancestors: [] });
});

test("without a token the base is what the event says", async () => {
  const pull_request = {
    number: 3,
    head: { sha: "h1", repo: { full_name: "acme/app" } },
    base: { sha: "b1", ref: "main" },
  };
  const environment = { ...runner, GITHUB_EVENT_NAME: "pull_request" };
  const config = parseJudgeConfig({ read: () => undefined, file: () => undefined });
  const context = contextFrom(environment, { ...payload, pull_request });
  const job = { environment, payload, context, tell: () => {}, redact: (text: string) => text };
  expect((await memoryOf(config, job)).lineage).toEqual({ base: "b1", ancestors: [] });
});

test("a runner that names no workflow has nothing to read and says so", async () => {
  const { store } = await memory({}, { GITHUB_EVENT_NAME: "push" });
  expect(await store.read()).toMatchObject({
    kind: "unreadable",
    why: expect.stringContaining("names no"),
  });
  expect(await store.record(recordingOf(mainRun(1)))).toMatchObject({ kind: "not-recorded" });
});

test("the branch that is measured is not taken for baselines", async () => {
  const inputs = { baseline: "branch", "baseline-branch": "main" };
  await expect(memory(inputs)).rejects.toThrow(/baseline-branch.*a branch of its own/);
});
