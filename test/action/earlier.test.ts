// What a job that is run again is judged with: the runs of earlier attempts at the very same change.
import { afterEach, describe, expect, test } from "vitest";
import { besides, earlierOf } from "../../src/action/earlier.ts";
import { formatStored } from "../../src/baseline/codec.ts";
import { parseJudgeConfig } from "../../src/config/parse.ts";
import type { Run } from "../../src/metrics/run.ts";
import { extractFrom } from "../../src/report/extract/extract.ts";
import type { ChangeExtract } from "../../src/report/extract/schema.ts";
import { scenes } from "../report/scenes.ts";
import { aRun, aWorkloadRun, someRecords } from "../support/builders.ts";
import {
  actionsRoutes,
  actionsState,
  aWorkflowRun,
  blobRoutes,
  type FakeRun,
  workflowPath,
} from "../support/fake-github/actions.ts";
import type { Fault } from "../support/fake-github/faults.ts";
import { serveGitHub, workflowToken } from "../support/fake-github/github.ts";
import { zipOf } from "../support/zip.ts";
import { anAct, head, pullRequest } from "./an-act.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const change: ChangeExtract = { pullRequest: 7, base: { ref: "main", sha: "b".repeat(40) } };
const other = "d".repeat(40);

/** One attempt that left its run, of this workflow run unless said otherwise. */
interface Left {
  readonly attempt?: number;
  readonly in?: Partial<FakeRun> & { readonly id: number };
  readonly run?: Partial<Run>;
  /** What its report says of it; null: it left no report. */
  readonly change?: ChangeExtract | null;
  readonly name?: string;
  readonly text?: string;
}

interface Setting {
  readonly left?: readonly Left[];
  readonly attempt?: number;
  readonly action?: string;
  readonly event?: string;
  readonly faults?: readonly Fault[];
  readonly token?: string;
}

function runOf({ attempt = 1, in: within, run }: Left): Run {
  return aRun({
    commit: head,
    repository: "acme/app",
    runId: String(within?.id ?? 100),
    attempt,
    createdAt: `2026-12-01T12:0${attempt}:00.000Z`,
    workloads: [aWorkloadRun({ records: someRecords(20) })],
    ...run,
  });
}

function reportOf(of: ChangeExtract): string {
  const input = scenes["regressed"]?.();
  if (!input) throw new Error("no scene");
  return JSON.stringify(extractFrom({ ...input, name: "default", commit: { head }, change: of }));
}

async function earlier({ left = [], attempt = 2, action = "synchronize", ...setting }: Setting) {
  const state = actionsState();
  const blobs = await serveGitHub(blobRoutes(state));
  const github = await serveGitHub(actionsRoutes(state, blobs.apiUrl), { described: "github" });
  closing.push(github.close, blobs.close);
  const of = { event: "pull_request", head_sha: head, head_branch: "feature" };
  state.addRun(aWorkflowRun({ id: 100, ...of, run_attempt: attempt }));
  for (const one of left) {
    const id = one.in?.id ?? 100;
    const within =
      state.runs.find((known) => known.id === id) ??
      state.addRun(aWorkflowRun({ ...of, run_attempt: one.attempt ?? 1, ...one.in, id }));
    const { attempt: nth = 1, name = `latency-gate-run-default-a${nth}` } = one;
    const zipped = (entry: string, text: string) =>
      zipOf({ name: entry, bytes: Buffer.from(text) });
    const text = one.text ?? formatStored(runOf(one));
    state.addArtifact(within, { name, zip: zipped("run.json", text) });
    if (one.change === null) continue;
    const zip = zipped("extract.json", reportOf(one.change ?? change));
    state.addArtifact(within, { name: `latency-gate-report-default-a${nth}`, zip });
  }
  for (const fault of setting.faults ?? []) github.fail(fault);
  const event = setting.event ?? "pull_request";
  const environment = {
    GITHUB_EVENT_NAME: event,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_HEAD_REF: "feature",
    GITHUB_SHA: head,
    GITHUB_REF: "refs/heads/main",
    GITHUB_RUN_ATTEMPT: String(attempt),
    GITHUB_WORKFLOW_REF: `acme/app/${workflowPath}@refs/pull/7/merge`,
  };
  const payload = { ...pullRequest(), action, repository: { default_branch: "main" } };
  const inputs = { "github-token": setting.token ?? workflowToken };
  const { act } = anAct({ inputs, environment, payload });
  const { runs, warnings } = await earlierOf(act, parseJudgeConfig(act.sources));
  expect(github.violations).toEqual([]);
  const told = warnings.map(({ message }) => message);
  const attempts = runs.map((run) => `${run.runId}.${run.attempt}`);
  return { attempts, told, runs, calls: github.calls };
}

describe("a job that is run again", () => {
  test("is judged with every attempt before it", async () => {
    const left = [{ attempt: 1 }, { attempt: 2 }];
    const { attempts, told } = await earlier({ attempt: 3, left });
    expect(attempts.toSorted()).toEqual(["100.1", "100.2"]);
    expect(told).toEqual([]);
  });

  test("is not judged with itself, nor with an attempt after it", async () => {
    const left = [{ attempt: 1 }, { attempt: 2 }, { attempt: 3 }];
    expect((await earlier({ attempt: 2, left })).attempts).toEqual(["100.1"]);
  });

  test("in a merge queue too", async () => {
    const { attempts } = await earlier({ event: "merge_group", left: [{ attempt: 1 }] });
    expect(attempts).toEqual(["100.1"]);
  });

  test("on main is a record of its own, and nothing is asked", async () => {
    const { attempts, calls } = await earlier({ event: "push", left: [{ attempt: 1 }] });
    expect([attempts, calls]).toEqual([[], []]);
  });
});

describe("another run of the same pull request", () => {
  const again = { in: { id: 9 } };
  test("at the same commit and base counts as an attempt", async () => {
    const { attempts, told } = await earlier({ attempt: 1, left: [again] });
    expect([attempts, told]).toEqual([["9.1"], []]);
  });

  test("is not looked for by the first one, and costs one call where there is none", async () => {
    expect((await earlier({ attempt: 1, action: "opened" })).calls).toHaveLength(0);
    expect((await earlier({ attempt: 1 })).calls).toHaveLength(1);
  });

  test.each<[string, Left]>([
    ["of another base", { ...again, change: { ...change, base: { ref: "main", sha: other } } }],
    ["of another branch", { ...again, change: { ...change, base: { ref: "x", sha: other } } }],
    ["of another pull request", { ...again, change: { ...change, pullRequest: 8 } }],
    ["of another gate", { ...again, name: "latency-gate-run-nightly-a1" }],
    ["of another commit", { in: { id: 9, head_sha: other } }],
    ["of another event", { in: { id: 9, event: "push" } }],
    ["of a fork", { in: { id: 9, head_repository: { id: 666, full_name: "mallory/app" } } }],
  ])("%s is none, which is no trouble", async (_, left) => {
    const { attempts, told } = await earlier({ attempt: 1, left: [left] });
    expect([attempts, told]).toEqual([[], []]);
  });

  test("that does not say what it was of is told, not used", async () => {
    const { attempts, told } = await earlier({ attempt: 1, left: [{ ...again, change: null }] });
    expect(attempts).toEqual([]);
    expect(told).toEqual([expect.stringMatching(/^What run 9 measured is not used.*left out of/)]);
  });
});

describe("what cannot be read is told, and changes nothing else", () => {
  test.each<[string, Setting, RegExp]>([
    [
      "nothing was left",
      { left: [] },
      /left no numbers that could be found\. It is left out of this verdict/,
    ],
    ["there is no token", { token: "" }, /not read without a github-token/],
    ["the right is missing", { faults: [{ how: 403 }] }, /HTTP 403.*actions: read/],
    ["the right is hidden", { faults: [{ how: 404 }] }, /HTTP 404.*actions: read/],
    ["GitHub refuses", { faults: [{ how: 422 }] }, /HTTP 422/],
    ["it has expired", { faults: [{ how: 410, path: /zip$/ }] }, /attempt 1 of run 100.*HTTP 410/],
    ["it is of another commit", { left: [{ run: { commit: other } }] }, /of another commit/],
    ["it is of another run", { left: [{ run: { runId: "9" } }] }, /of another run/],
    ["it is of a later attempt", { left: [{ run: { attempt: 2 } }] }, /of a later attempt/],
    ["it is of another repository", { left: [{ run: { repository: "a/b" } }] }, /repository/],
    ["it is no JSON", { left: [{ text: "# hello" }] }, /not valid JSON/],
    ["it is too large", { left: [{ text: " ".repeat(9_000_000) }] }, /allowed are 8000000/],
    [
      "two jobs had the same name",
      { left: [{}, { name: "latency-gate-run-default-a1.2" }] },
      /several jobs of that attempt had the same `name`/,
    ],
  ])("%s", async (_, setting, words) => {
    const { attempts, told } = await earlier({ left: [{}], ...setting, action: "opened" });
    expect(attempts).toEqual([]);
    expect(told).toEqual([expect.stringMatching(words)]);
  });
});

test("a run that is compared again is no second attempt at itself", () => {
  const at = (start: string) => {
    const workload = aWorkloadRun();
    return runOf({ run: { workloads: [{ ...workload, window: { ...workload.window, start } }] } });
  };
  const [one, two] = [at("2026-12-01T12:01:00.000Z"), at("2026-12-01T12:02:00.000Z")];
  const warnings = [{ code: "attempt-unread", message: "m" }];
  expect(besides(two, { runs: [one, two], warnings })).toEqual({ earlier: [one], gaps: warnings });
});

test("a run that several attempts tell of, as where only the report was run again, is one attempt", () => {
  const at = (start: string, attempt: number) => {
    const workload = aWorkloadRun();
    const workloads = [{ ...workload, window: { ...workload.window, start } }];
    return runOf({ attempt, run: { workloads } });
  };
  const [first, told] = [1, 2].map((attempt) => at("2026-12-01T12:01:00.000Z", attempt));
  const anew = at("2026-12-01T12:03:00.000Z", 3);
  expect(besides(anew, { runs: [first!, told!], warnings: [] }).earlier).toEqual([first]);
});
