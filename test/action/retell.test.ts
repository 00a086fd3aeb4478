// mode: comment, after a run of a fork: the pull request is GitHub's word, the numbers are checked, the words are ours.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { retell } from "../../src/action/retell.ts";
import { parseJudgeConfig } from "../../src/config/parse.ts";
import { parseBody } from "../../src/github/comment/body.ts";
import { extractFrom } from "../../src/report/extract/extract.ts";
import { scenes } from "../report/scenes.ts";
import {
  actionsRoutes,
  actionsState,
  aWorkflowRun,
  blobRoutes,
} from "../support/fake-github/actions.ts";
import { commentsApi } from "../support/fake-github/comments.ts";
import type { Permissions } from "../support/fake-github/exchange.ts";
import type { Fault } from "../support/fake-github/faults.ts";
import { serveGitHub, workflowToken } from "../support/fake-github/github.ts";
import { aPull, type FakePull, pullsRoutes } from "../support/fake-github/pulls.ts";
import { zipOf } from "../support/zip.ts";
import { anAct, capturedLines, head } from "./an-act.ts";

const closing: (() => Promise<unknown>)[] = [];
let lines: string[];
beforeEach(() => {
  lines = capturedLines();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(closing.splice(0).map((close) => close()));
});

function extractText(changes: object = {}): string {
  const input = scenes["regressed"]?.();
  if (!input) throw new Error("no scene");
  return JSON.stringify({
    ...extractFrom({ ...input, commit: { head } }),
    name: "default",
    ...changes,
  });
}

interface Leaves {
  readonly artifact?: string;
  readonly text?: string;
  readonly entry?: string;
  readonly pulls?: FakePull[];
  readonly run?: object;
  readonly faults?: Fault[];
  readonly rights?: Permissions;
  readonly event?: string;
}

const allRights = { actions: "read", "pull-requests": "write" } as const;

async function tell(leaves: Leaves = {}) {
  const state = actionsState();
  const blobs = await serveGitHub(blobRoutes(state));
  const { comments, routes } = commentsApi();
  const pulls = leaves.pulls ?? [aPull({ sha: head })];
  const github = await serveGitHub(
    [
      ...routes,
      ...pullsRoutes({ pulls, events: [], runs: [] }),
      ...actionsRoutes(state, blobs.apiUrl),
    ],
    { tokens: { [workflowToken]: leaves.rights ?? allRights } },
  );
  closing.push(github.close, blobs.close);
  for (const fault of leaves.faults ?? []) github.fail(fault);
  const run = state.addRun(aWorkflowRun({ id: 9, event: "pull_request", head_sha: head }));
  const { artifact = "latency-gate-report-default-a1", text = extractText() } = leaves;
  const entry = { name: leaves.entry ?? "extract.json", bytes: Buffer.from(text) };
  if (artifact !== "") state.addArtifact(run, { name: artifact, zip: zipOf(entry) });
  const workflow_run = {
    id: 9,
    run_attempt: 1,
    event: "pull_request",
    head_sha: head,
    head_branch: "patch-1",
    head_repository: { full_name: "bob/app" },
    pull_requests: [],
    ...leaves.run,
  };
  const environment = {
    GITHUB_EVENT_NAME: leaves.event ?? "workflow_run",
    GITHUB_API_URL: github.apiUrl,
    GITHUB_SERVER_URL: "https://github.com",
  };
  const inputs = { mode: "comment", "github-token": workflowToken };
  const { act } = anAct({ inputs, environment, payload: { workflow_run } });
  const code = await retell(parseJudgeConfig(act.sources), act);
  const notes = lines.filter((line) => /^::(notice|warning)/.test(line)).join("\n");
  return { code, comments, notes, calls: github.calls };
}

describe("a report of a fork", () => {
  test("is told on its pull request, from numbers, with the run's own number and link", async () => {
    const { code, comments, notes } = await tell();
    expect({ code, notes }).toEqual({ code: 0, notes: "" });
    expect(comments.map(({ issue }) => issue)).toEqual([7]);
    const [section] = parseBody(comments[0]?.body ?? "")?.sections ?? [];
    expect(section?.state).toMatchObject({
      name: "default",
      run: { id: 9, attempt: 1 },
      sha: head,
      verdict: "regressed",
    });
    expect(section?.text).toMatch(/^### 🔴 Slower: time to first token p95 \+31 %/);
    expect(section?.text).toContain("(https://github.com/acme/app/actions/runs/9)");
  });

  test("is asked for in nine calls", async () => {
    expect((await tell()).calls.length).toBeLessThanOrEqual(9);
  });

  test("of several gates stands in one comment", async () => {
    const { comments } = await tell({
      artifact: "latency-gate-report-nightly-a1",
      text: extractText({ name: "nightly" }),
    });
    expect(parseBody(comments[0]?.body ?? "")?.sections.map(({ state }) => state.name)).toEqual([
      "nightly",
    ]);
  });
});

describe("nothing is told, nothing is red, and a sentence says why", () => {
  const cases: [string, Leaves, RegExp][] = [
    ["the run was of a push", { run: { event: "push" } }, /its event is push/],
    [
      "the pull request moved on",
      { pulls: [aPull({ sha: "d".repeat(40) })] },
      /closed, or moved on/,
    ],
    ["the fork is gone", { run: { head_repository: null } }, /is gone/],
    ["the run left nothing", { artifact: "" }, /left no report/],
    ["the artifact is somebody else's", { artifact: "results" }, /left no report/],
    [
      "the artifact is of a later attempt",
      { artifact: "latency-gate-report-default-a2" },
      /left no report/,
    ],
    ["it is no JSON", { text: "# hello" }, /not what this version writes/],
    [
      "it is of another schema",
      { text: extractText({ schema: 9 }) },
      /not what this version writes/,
    ],
    [
      "it says that it is another gate",
      { text: extractText({ name: "other" }) },
      /says that it is of other/,
    ],
    [
      "it says that it is of another commit",
      { text: extractText({ head: "d".repeat(40) }) },
      /another commit/,
    ],
    [
      "it says that it is of another pull request",
      { text: extractText({ change: { pullRequest: 8, base: { ref: "main", sha: head } } }) },
      /another commit or pull request/,
    ],
    ["its file is called otherwise", { entry: "../extract.json" }, /not extract\.json/],
    ["it unpacks to megabytes", { text: `${" ".repeat(5_000_000)}{}` }, /allowed are 4000000/],
    ["artifacts may not be read", { rights: { "pull-requests": "write" } }, /actions: read/],
    [
      "comments may not be written",
      { rights: { actions: "read", "pull-requests": "read" } },
      /pull-requests: write/,
    ],
    ["GitHub does not answer", { faults: [{ how: 500, path: /pulls$/ }] }, /HTTP 500/],
  ];
  test.each(cases)("if %s", async (_, leaves, words) => {
    const { code, comments, notes } = await tell(leaves);
    expect(code).toBe(0);
    expect(comments).toEqual([]);
    expect(notes).toMatch(words);
  });
});

test.each(["pull_request", "push", "issue_comment"])("on %s the mode is refused", async (event) => {
  await expect(tell({ event })).rejects.toThrow(/belongs into a workflow on workflow_run/);
});
