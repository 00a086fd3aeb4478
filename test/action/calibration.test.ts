// `mode: calibrate` in a workflow: which events may, and what a step leaves behind.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { calibrateMain } from "../../src/action/calibration.ts";
import { parseJudgeConfig } from "../../src/config/parse.ts";
import { documentOf, mainRun } from "../support/fake-github/main-history.ts";
import { anAct, capturedLines, pullRequest, type Setting } from "./an-act.ts";

const main = { repository: { full_name: "acme/app", default_branch: "main" } };
const on = (event: string, ref = "refs/heads/main") => ({
  GITHUB_EVENT_NAME: event,
  GITHUB_REF: ref,
});

function calibrated(setting: Setting) {
  const { act, said } = anAct({
    ...setting,
    inputs: { mode: "calibrate", endpoint: "http://127.0.0.1:9/v1", ...setting.inputs },
  });
  return { done: calibrateMain(parseJudgeConfig(act.sources), act), said };
}

test.each([
  [
    "a pull request",
    on("pull_request", "refs/pull/7/merge"),
    pullRequest(),
    "a pull request is never remembered",
  ],
  [
    "a merge group",
    on("merge_group", "refs/heads/queue"),
    main,
    "a pull request is never remembered",
  ],
  [
    "another branch",
    on("workflow_dispatch", "refs/heads/topic"),
    main,
    "this run is not one of the default branch",
  ],
  ["a push to main", on("push"), main, "each push would be measured several times"],
])("%s is refused before anything is measured", async (_, environment, payload, why) => {
  const { done } = calibrated({ environment, payload });
  await expect(done).rejects.toMatchObject({
    code: "config",
    message: `Refused: mode: calibrate, as ${why}. Run it on schedule or workflow_dispatch of the default branch.`,
  });
});

async function folder(): Promise<string> {
  const place = await mkdtemp(path.join(tmpdir(), "latency-gate-calibration-"));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  for (const name of ["SUMMARY", "OUTPUT"]) {
    const file = path.join(place, name);
    await writeFile(file, "");
    vi.stubEnv(name === "SUMMARY" ? "GITHUB_STEP_SUMMARY" : "GITHUB_OUTPUT", file);
  }
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return place;
}

const night = { environment: on("schedule"), payload: main };

test("with jobs: 0 a nightly run shows what main remembers, as summary, files and outputs", async () => {
  const place = await folder();
  const baseline = path.join(place, "baseline.json");
  const results = path.join(place, "results");
  await writeFile(baseline, JSON.stringify(documentOf(mainRun(1), mainRun(2), mainRun(3))));
  capturedLines();
  const { done, said } = calibrated({ ...night, inputs: { jobs: "0", baseline, results } });
  expect(await done).toBe(0);
  vi.restoreAllMocks();
  expect(said.join("\n")).toContain("What main remembers");
  const summary = await readFile(path.join(place, "SUMMARY"), "utf8");
  expect(summary).toContain("| TTFT p50 ");
  expect(await readFile(path.join(results, "calibration.md"), "utf8")).toBe(
    summary.trimEnd().concat("\n"),
  );
  const json = JSON.parse(await readFile(path.join(results, "calibration.json"), "utf8"));
  expect(json).toMatchObject({ jobs: { asked: 0 }, workloads: [{ jobs: 3 }] });
  const outputs = await readFile(path.join(place, "OUTPUT"), "utf8");
  expect(outputs).toContain(path.join(results, "calibration.md"));
});

test("with jobs: 0 and nothing remembered there is nothing to show", async () => {
  const place = await folder();
  const { done } = calibrated({
    ...night,
    inputs: { jobs: "0", baseline: path.join(place, "none.json") },
  });
  await expect(done).rejects.toThrow("jobs: saw 0; legal: at least 1, as nothing is remembered");
});
