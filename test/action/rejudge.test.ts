// An event that changes nothing: the stored result of this very change is judged again, and nothing is measured.
import { afterEach, describe, expect, test } from "vitest";
import { rejudged } from "../../src/action/rejudge.ts";
import { parseJudgeConfig } from "../../src/config/parse.ts";
import { extractFrom } from "../../src/report/extract/extract.ts";
import type { ChangeExtract } from "../../src/report/extract/schema.ts";
import { renderComment } from "../../src/report/faces/markdown.ts";
import { scenes } from "../report/scenes.ts";
import {
  actionsRoutes,
  actionsState,
  aWorkflowRun,
  blobRoutes,
  type FakeRun,
  workflowPath,
} from "../support/fake-github/actions.ts";
import type { Fault } from "../support/fake-github/faults.ts";
import { gitRoutes, gitState } from "../support/fake-github/git.ts";
import { serveGitHub, workflowToken } from "../support/fake-github/github.ts";
import { pullsRoutes } from "../support/fake-github/pulls.ts";
import { zipOf } from "../support/zip.ts";
import { anAct, head, pullRequest } from "./an-act.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const label = "latency-accepted";
const fork = { id: 666, full_name: "mallory/app" };

interface Stored {
  /** A scene of the report, or its extract's text; undefined: nothing is stored. */
  readonly scene?: string | undefined;
  readonly run?: Partial<FakeRun>;
  readonly action?: string;
  readonly label?: string;
  readonly message?: string;
  readonly inputs?: Record<string, string>;
  readonly faults?: Fault[];
  /** What the extract says of it; undefined: as before it said so. */
  readonly change?: ChangeExtract | undefined;
  readonly payload?: object;
}

const change: ChangeExtract = { pullRequest: 7, base: { ref: "main", sha: "b".repeat(40) } };

function artifactOf(scene: string, of: ChangeExtract | undefined): Buffer {
  const input = scenes[scene]?.();
  if (!input) throw new Error(`no scene ${scene}`);
  const extract = extractFrom({ ...input, name: "default", commit: { head }, change: of });
  return zipOf({ name: "extract.json", bytes: Buffer.from(JSON.stringify(extract)) });
}

async function judge({ scene = "regressed", ...stored }: Stored = {}) {
  const state = actionsState();
  const git = gitState();
  git.addCommit({ sha: head, parents: [], message: stored.message ?? "work" });
  const blobs = await serveGitHub(blobRoutes(state));
  const pulls = pullsRoutes({ pulls: [], events: [], runs: [] });
  const github = await serveGitHub([
    ...pulls,
    ...gitRoutes(git),
    ...actionsRoutes(state, blobs.apiUrl),
  ]);
  closing.push(github.close, blobs.close);
  for (const fault of stored.faults ?? []) github.fail(fault);
  const own = { event: "pull_request", head_sha: head, head_branch: "feature" };
  const run = state.addRun(aWorkflowRun({ id: 9, ...own, ...stored.run }));
  const zip = scene !== "" && artifactOf(scene, "change" in stored ? stored.change : change);
  if (zip) state.addArtifact(run, { name: "latency-gate-report-default-a1", zip });
  const environment = {
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_API_URL: github.apiUrl,
    GITHUB_HEAD_REF: "feature",
    GITHUB_WORKFLOW_REF: `acme/app/${workflowPath}@refs/pull/7/merge`,
  };
  const payload = {
    ...pullRequest(),
    action: stored.action ?? "labeled",
    label: { name: stored.label ?? label },
    sender: { login: "octocat" },
    ...stored.payload,
  };
  const inputs = { "github-token": workflowToken, ...stored.inputs };
  const { act, said } = anAct({ inputs, environment, payload });
  return { again: await rejudged(act, parseJudgeConfig(act.sources)), said };
}

describe("the label that accepts", () => {
  test("makes a stored regression accepted and green", async () => {
    const { again } = await judge();
    expect(again?.conclusion.verdict.kind).toBe("accepted");
    expect(again?.conclusion.exitCode).toBe(0);
    expect(again?.worthTelling).toBe(true);
    const comment = again && renderComment(again.conclusion.report);
    expect(comment).toMatch(/^### 🟣 Accepted: time to first token p95 \+31 %/);
    expect(comment).toMatch(/Label `latency-accepted`: “agreed to by octocat”/);
    expect(comment).toMatch(/Judged again by the numbers of run 9; nothing was measured for it\./);
  });

  test("taken away makes it red again", async () => {
    const { again } = await judge({ scene: "accepted", action: "unlabeled" });
    expect(again?.conclusion.verdict.kind).toBe("regressed");
    expect(again?.conclusion.exitCode).toBe(1);
  });

  test.each([
    ["passed", "passed", 0],
    ["invalid", "invalid", 3],
    ["no-baseline", "no-baseline", 0],
  ])("leaves %s as it was", async (scene, kind, exitCode) => {
    const { again } = await judge({ scene });
    expect(again?.conclusion.verdict.kind).toBe(kind);
    expect(again?.conclusion.exitCode).toBe(exitCode);
  });

  test("keeps this job's own settings of what turns red", async () => {
    const { again } = await judge({ scene: "no-baseline", inputs: { "on-no-baseline": "fail" } });
    expect(again?.conclusion.exitCode).toBe(1);
  });

  test("is called otherwise where accept-label says so", async () => {
    const { again } = await judge({ label: "ok", inputs: { "accept-label": "ok" } });
    expect(again?.conclusion.verdict.kind).toBe("accepted");
  });
});

test("another label changes neither verdict nor comment", async () => {
  const { again } = await judge({ label: "bug" });
  expect(again?.conclusion.verdict.kind).toBe("regressed");
  expect(again?.worthTelling).toBe(false);
});

test("another label does not undo a trailer", async () => {
  const message = "feat\n\nLatency-Accepted: worth it";
  const { again } = await judge({ label: "bug", scene: "accepted", message });
  expect(again?.conclusion.verdict.kind).toBe("accepted");
});

/** The title or the description; a new base comes as the same event. */
const edited = (changes: object) => ({ action: "edited", payload: { label: undefined, changes } });

test("an edited title changes neither verdict nor comment", async () => {
  const { again } = await judge(edited({ title: { from: "wip" } }));
  expect(again?.conclusion.verdict.kind).toBe("regressed");
  expect(again?.worthTelling).toBe(false);
});

describe("it is measured", () => {
  const other = "d".repeat(40);
  const onto = (base: Partial<ChangeExtract["base"]>) => ({
    change: { ...change, base: { ...change.base, ...base } },
  });
  const cases: [string, Stored][] = [
    ["the event is about no label", { action: "synchronize" }],
    ["nothing is stored", { scene: "" }],
    ["what is stored is of another commit", { run: { head_sha: other } }],
    ["it is of another branch with the same commit", { run: { head_branch: "elsewhere" } }],
    ["it is of a fork's branch of the same name", { run: { head_repository: fork } }],
    ["its repository is gone", { run: { head_repository: null } }],
    ["it is of another pull request", { change: { ...change, pullRequest: 8 } }],
    ["it was onto another branch", onto({ ref: "release/1.x" })],
    ["it was onto another commit", onto({ sha: other })],
    ["it does not say what it was onto", { change: undefined }],
    ["the base was changed", edited({ base: { ref: { from: "lower" }, sha: { from: other } } })],
    ["the base may have been changed", edited({ base: null })],
    ["it is of another workflow", { run: { path: ".github/workflows/other.yml" } }],
    ["it is of a push", { run: { event: "push" } }],
    ["it is of this very run", { run: { id: 100 } }],
    ["there is no token", { inputs: { "github-token": "" } }],
    ["GitHub does not answer", { faults: [{ how: 403, path: /runs$/ }] }],
    ["the artifact cannot be had", { faults: [{ how: 410, path: /zip$/ }] }],
  ];
  test.each(cases)("where %s", async (_, stored) => {
    expect((await judge(stored)).again).toBeUndefined();
  });
});
