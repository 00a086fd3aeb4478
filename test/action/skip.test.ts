import { describe, expect, test } from "vitest";
import { skippedAfter, skippedBefore } from "../../src/action/skip.ts";
import type { Conclusion } from "../../src/conclude.ts";
import { parseJudgeConfig } from "../../src/config/parse.ts";
import { renderComment } from "../../src/report/faces/markdown.ts";
import { reportFrom } from "../../src/report/report.ts";
import { scenes } from "../report/scenes.ts";
import { aRun, aWorkloadRun } from "../support/builders.ts";
import { anAct, pullRequest, type Setting } from "./an-act.ts";

const fork = pullRequest("mallory/app");
const pull = { GITHUB_EVENT_NAME: "pull_request" };
const noKey = { ...pull, LATENCY_GATE_API_KEY: "" };
const endpoint = { endpoint: "https://h.test/v1" };
const now = "2026-12-01T12:00:00.000Z";

describe("before anything is sent", () => {
  const check = (setting: Setting, skipped: boolean) => {
    const { act } = anAct(setting);
    const conclusion = skippedBefore(act, parseJudgeConfig(act.sources), now);
    expect(conclusion?.verdict.kind).toBe(skipped ? "skipped" : undefined);
    return conclusion;
  };

  test("a fork whose key is an empty secret is skipped, green, and says why", () => {
    const conclusion = check({ inputs: endpoint, environment: noKey, payload: fork }, true);
    expect(conclusion?.exitCode).toBe(0);
    expect(conclusion?.report.annotations.map(({ level }) => level)).toEqual(["notice"]);
    const comment = conclusion && renderComment(conclusion.report);
    expect(comment).toMatch(/### ⚪ Skipped: nothing was measured\n\n.*comes from a fork/);
  });
  test("so is Dependabot's", () => {
    const environment = { ...noKey, GITHUB_ACTOR: "dependabot[bot]" };
    check({ inputs: endpoint, environment, payload: pullRequest() }, true);
  });
  test("so is a fork whose endpoint is an empty secret", () =>
    void check({ environment: pull, payload: fork }, true));
  test("a fork without a key that nobody meant to give is measured", () =>
    void check({ inputs: endpoint, environment: pull, payload: fork }, false));
  test("a fork with a key is measured", () => {
    const inputs = { ...endpoint, "api-key": "sk-1234567890" };
    check({ inputs, environment: noKey, payload: fork }, false);
  });
  test("nobody is skipped with on-missing-secret: fail", () => {
    const inputs = { ...endpoint, "on-missing-secret": "fail" };
    check({ inputs, environment: noKey, payload: fork }, false);
  });
  test("our own pull request is not", () =>
    void check({ inputs: endpoint, environment: noKey, payload: pullRequest() }, false));
  test("nor is main", () =>
    void check({ inputs: endpoint, environment: { ...noKey, GITHUB_EVENT_NAME: "push" } }, false));
  test("a fork that is wrongly configured is told so", () => {
    const { act } = anAct({
      inputs: { requests: "many" },
      environment: noKey,
      payload: fork,
    });
    expect(() => parseJudgeConfig(act.sources)).toThrow(/requests/);
  });
});

function invalid(workload: ReturnType<typeof aWorkloadRun>): Conclusion {
  const told = scenes["invalid"]?.();
  if (!told) throw new Error("no scene");
  const run = aRun({ workloads: [workload] });
  const { verdict, policy } = told;
  return { run, verdict, policy, told, report: reportFrom(told), exitCode: 3 };
}

describe("after the endpoint asked for the key", () => {
  const refusal = (message: string) =>
    aWorkloadRun({ records: [], invalid: [{ code: "refused", message }] });
  const check = (workload: ReturnType<typeof aWorkloadRun>, setting: Setting, kind: string) => {
    const { act } = anAct({ inputs: endpoint, environment: pull, payload: fork, ...setting });
    const config = parseJudgeConfig(act.sources);
    expect(skippedAfter(act, config, invalid(workload)).verdict.kind).toBe(kind);
  };

  test("a fork is skipped", () => check(refusal("HTTP 401: no key."), {}, "skipped"));
  test("by 403 too", () => check(refusal("HTTP 403."), {}, "skipped"));
  test("not by another refusal", () => check(refusal("HTTP 500: no key."), {}, "invalid"));
  test("without a probe it is told by what all requests were answered", () => {
    const workload = aWorkloadRun({ records: [] });
    const examples = [{ failure: "http_status", status: 401, detail: "" }];
    check({ ...workload, counts: { ...workload.counts, examples } }, {}, "skipped");
  });
  test("with a key it is a wrong key, and red", () =>
    check(
      refusal("HTTP 401."),
      { inputs: { ...endpoint, "api-key": "sk-1234567890" } },
      "invalid",
    ));
  test("our own pull request stays red", () =>
    check(refusal("HTTP 401."), { payload: pullRequest() }, "invalid"));
});
