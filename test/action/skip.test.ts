// A fork without the secret: skipped where it is known, and not by what the change did, that there is a secret to miss.
import { describe, expect, test } from "vitest";
import { type ReadMain, skippedAfter, skippedBefore } from "../../src/action/skip.ts";
import type { Conclusion } from "../../src/conclude.ts";
import { parseJudgeConfig } from "../../src/config/parse.ts";
import { renderComment } from "../../src/report/faces/markdown.ts";
import { reportFrom } from "../../src/report/report.ts";
import { scenes } from "../report/scenes.ts";
import { aRecord, aRun, aWorkloadRun } from "../support/builders.ts";
import { documentOf } from "../support/fake-github/main-history.ts";
import { anAct, pullRequest, type Setting } from "./an-act.ts";

const fork = pullRequest("mallory/app");
const pull = { GITHUB_EVENT_NAME: "pull_request" };
const noKey = { ...pull, LATENCY_GATE_API_KEY: "" };
const endpoint = { endpoint: "https://h.test/v1" };
const now = "2026-12-01T12:00:00.000Z";

/** What main remembers of the one workload: whether its newest job sent a key. */
function main(authenticated: boolean | undefined): ReadMain {
  const workload = {
    ...aWorkloadRun({ name: "default" }),
    ...(authenticated !== undefined && { authenticated }),
  };
  const document = documentOf(aRun({ workloads: [workload] }));
  return async () => ({ kind: "found", source: "main", document });
}
const noMain: ReadMain = async () => ({ kind: "absent", source: "main" });
const lostMain: ReadMain = async () => ({ kind: "unreadable", source: "main", why: "HTTP 500" });

describe("before anything is sent", () => {
  const outcomeOf = (setting: Setting, readMain: ReadMain = noMain) => {
    const { act } = anAct(setting);
    const config = parseJudgeConfig(act.sources);
    return skippedBefore({ act, config, readMain }, now);
  };
  const check = async (setting: Setting, skipped: boolean, readMain?: ReadMain) => {
    const conclusion = await outcomeOf(setting, readMain);
    expect(conclusion?.verdict.kind).toBe(skipped ? "skipped" : undefined);
  };

  test("a fork whose key is an empty secret is skipped, green, and says why", async () => {
    const conclusion = await outcomeOf({ inputs: endpoint, environment: noKey, payload: fork });
    expect(conclusion?.exitCode).toBe(0);
    expect(conclusion?.report.annotations.map(({ level }) => level)).toEqual(["notice"]);
    const comment = conclusion && renderComment(conclusion.report);
    expect(comment).toMatch(/### ⚪ Skipped: nothing was measured\n\n.*comes from a fork/);
  });
  test("so is Dependabot's", () => {
    const environment = { ...noKey, GITHUB_ACTOR: "dependabot[bot]" };
    return check({ inputs: endpoint, environment, payload: pullRequest() }, true);
  });
  const nowhere = { environment: pull, payload: fork };
  test("so is a fork without an endpoint where main was measured with a key", () =>
    check(nowhere, true, main(true)));
  test("so is one where the workflow says that there is a secret to miss", () =>
    check({ ...nowhere, inputs: { "on-missing-secret": "skip" } }, true));
  test.each([
    ["main was measured without a key", main(false)],
    ["main's jobs of before do not say", main(undefined)],
    ["main remembers nothing", noMain],
    ["main cannot be read", lostMain],
  ])("a fork that deployed nowhere is not, where %s", (_, readMain) =>
    check(nowhere, false, readMain),
  );
  test("nor where main needs none, whatever the workflow says", () =>
    check({ ...nowhere, inputs: { "on-missing-secret": "skip" } }, false, main(false)));
  test("a fork without a key that nobody meant to give is measured", () =>
    check({ inputs: endpoint, environment: pull, payload: fork }, false, main(true)));
  test("a fork with a key is measured", () => {
    const inputs = { ...endpoint, "api-key": "sk-1234567890" };
    return check({ inputs, environment: noKey, payload: fork }, false);
  });
  test("nobody is skipped with on-missing-secret: fail", () => {
    const inputs = { ...endpoint, "on-missing-secret": "fail" };
    return check({ inputs, environment: noKey, payload: fork }, false);
  });
  test("our own pull request is not", () =>
    check({ inputs: endpoint, environment: noKey, payload: pullRequest() }, false));
  test("nor is main", () =>
    check({ inputs: endpoint, environment: { ...noKey, GITHUB_EVENT_NAME: "push" } }, false));
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
  const answered = (...statuses: number[]) =>
    aWorkloadRun({
      records: statuses.map((status, id) =>
        aRecord({ id, outcome: "failed", failure: "http_status", status }),
      ),
    });
  const settled = async (
    workload: ReturnType<typeof aWorkloadRun>,
    setting: Setting = {},
    readMain: ReadMain = main(true),
  ) => {
    const { act } = anAct({ inputs: endpoint, environment: pull, payload: fork, ...setting });
    const config = parseJudgeConfig(act.sources);
    const found = await skippedAfter({ act, config, readMain }, invalid(workload));
    const { conclusion, warnings } = found;
    return { kind: conclusion.verdict.kind, codes: warnings.map(({ code }) => code) };
  };
  const skipped = { kind: "skipped", codes: [] };
  const red = { kind: "invalid", codes: [] };
  const unproven = { kind: "invalid", codes: ["secret-unproven"] };

  test("a fork is skipped where main was measured with one", async () =>
    expect(await settled(refusal("HTTP 401: no key."))).toEqual(skipped));
  test("by 403 too", async () => expect(await settled(refusal("HTTP 403."))).toEqual(skipped));
  test("so it is where two endpoints are measured", async () =>
    expect(await settled(refusal("candidate endpoint: HTTP 401."))).toEqual(skipped));
  test("not where only the other one asks for it", async () =>
    expect(await settled(refusal("base endpoint: HTTP 401."))).toEqual(red));
  test("not by another refusal", async () =>
    expect(await settled(refusal("HTTP 500: no key."))).toEqual(red));
  test("without a probe it is told by what all requests were answered", async () =>
    expect(await settled(answered(401, 403, 401))).toEqual(skipped));
  test("one other answer among them, of the same kind of failure, is no missing key", async () =>
    expect(await settled(answered(401, 401, 500))).toEqual(red));
  test("nothing answered is none either", async () =>
    expect(await settled(answered())).toEqual(red));

  test.each([
    ["main was measured without a key: the change broke it", main(false)],
    ["main's jobs of before do not say", main(undefined)],
    ["main remembers nothing", noMain],
    ["main cannot be read", lostMain],
  ])("a fork stays red, and is told why, where %s", async (_, readMain) =>
    expect(await settled(refusal("HTTP 401."), {}, readMain)).toEqual(unproven),
  );

  const stated = { inputs: { ...endpoint, "on-missing-secret": "skip" } };
  test("the workflow may say that there is a secret to miss", async () =>
    expect(await settled(refusal("HTTP 401."), stated, noMain)).toEqual(skipped));
  test("and is not believed where main needed none", async () =>
    expect(await settled(refusal("HTTP 401."), stated, main(false))).toEqual(unproven));

  test("with a key it is a wrong key, and red", async () => {
    const inputs = { ...endpoint, "api-key": "sk-1234567890" };
    expect(await settled(refusal("HTTP 401."), { inputs })).toEqual(red);
  });
  test("our own pull request stays red", async () =>
    expect(await settled(refusal("HTTP 401."), { payload: pullRequest() })).toEqual(red));
});
