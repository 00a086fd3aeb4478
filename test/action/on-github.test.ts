// The action on GitHub from end to end: main hands its history on, a pull request is held against its exact parent.
import { describe, expect, test } from "vitest";
import type { How } from "../support/fake-github/faults.ts";
import { aRepository, expectCode, outcomeOf, shaOf } from "./whole-action.ts";

describe.each([
  ["artifact", {}, /Recorded in the artifact latency-gate-baseline-default-a1/],
  ["branch", { baseline: "branch" }, /Recorded in default\.json on the branch latency-gate-data/],
])("baseline: %s", (_, inputs, recorded) => {
  test("three main jobs, then a pull request in at most twelve calls", async () => {
    const { mainJob, pullRequest } = await aRepository();
    const first = await mainJob(1, { inputs });
    expectCode(first, 0);
    expect(outcomeOf(first)).toEqual({ code: 0, verdict: "no-baseline", sha: "" });
    expect(first.output).toMatch(recorded);
    for (const n of [2, 3]) expectCode(await mainJob(n, { inputs }), 0);

    const gated = await pullRequest({ inputs });
    expect(outcomeOf(gated)).toEqual({ code: 0, verdict: "passed", sha: shaOf(3) });
    expect(gated.summary).toMatch(/exact parent/);
    expect(gated.calls).toBeLessThanOrEqual(12);
  });
});

test("with its comment a quiet pull request takes three calls more", async () => {
  const { mainJob, pullRequest, comments } = await aRepository();
  for (const n of [1, 2, 3]) await mainJob(n);
  const silent = await pullRequest();
  const { calls } = await pullRequest({ runId: 901, inputs: { comment: "true" } });
  expect(comments).toHaveLength(1);
  // What the silent one left is looked through too: its artifacts, and where each of two zips lies.
  expect(calls - silent.calls).toBeLessThanOrEqual(3 + 3);
});

test("six main jobs: an unchanged pull request is green, a slower one red, in one comment", async () => {
  const { mainJob, pullRequest, comments, git } = await aRepository();
  git.addLine("main", ...[1, 2, 3, 4, 5, 6].map(shaOf));
  for (const n of [1, 2, 3, 4, 5, 6]) expectCode(await mainJob(n), 0);
  expect(comments).toEqual([]);
  const inputs = { comment: "true" };
  const unchanged = await pullRequest({ inputs });
  expect(outcomeOf(unchanged)).toMatchObject({ code: 0, verdict: "passed" });
  expect(comments[0]?.body).toMatch(/### ✅/);

  const payload = { action: "opened" };
  const slower = await pullRequest({ runId: 901, inputs, payload, behaviour: { ttft: 480 } });
  expect(outcomeOf(slower)).toMatchObject({ code: 1, verdict: "regressed" });
  expect(slower.output).toMatch(/^::error/m);
  expect(slower.summary).toMatch(/slower/i);
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toMatch(/slower/i);
});

describe("a slower pull request", () => {
  const slow = { behaviour: { ttft: 420 } };

  async function red() {
    const world = await aRepository();
    for (const n of [1, 2, 3]) await world.mainJob(n);
    const first = await world.pullRequest(slow);
    expect(outcomeOf(first)).toEqual({ code: 1, verdict: "regressed", sha: shaOf(3) });
    return world;
  }

  test("that is run again is judged with its first attempt, and says so", async () => {
    const { pullRequest } = await red();
    const again = await pullRequest({ attempt: 2 });
    expect(again.summary).toMatch(/attempt 2 at this commit: all of them are judged together/);
    const third = await pullRequest({ attempt: 3, ...slow });
    expect(third.summary).toMatch(/attempt 3 at this commit/);
    expect(outcomeOf(third)).toMatchObject({ code: 1, verdict: "regressed" });
  });

  test("that is closed and opened again is judged with the run before", async () => {
    const { pullRequest } = await red();
    const again = await pullRequest({ runId: 901, payload: { action: "reopened" } });
    expect(again.summary).toMatch(/attempt 2 at this commit/);
  });

  test("whose first attempt is gone is judged by itself, with a warning", async () => {
    const { pullRequest, actions } = await red();
    actions.artifacts.splice(3);
    const again = await pullRequest({ attempt: 2 });
    expect(outcomeOf(again)).toMatchObject({ code: 0, verdict: "passed" });
    expect(again.summary).toMatch(/earlier attempt of this job left no numbers/);
  });

  test("is accepted by the label, without a request to the endpoint", async () => {
    const { pullRequest } = await red();
    const label = { name: "latency-accepted" };
    const payload = { action: "labeled", label, sender: { login: "octocat" } };
    const judged = await pullRequest({ runId: 901, payload });
    expect(outcomeOf(judged)).toMatchObject({ code: 0, verdict: "accepted" });
    expect(judged.asked).toBe(0);
  });
});

describe("another workload than main's is inconclusive, and says what differs", () => {
  const other = { "prompt-tokens": "65" };

  test("with a warning", async () => {
    const { mainJob, pullRequest } = await aRepository();
    await mainJob(3);
    const { code, output, outputs, summary } = await pullRequest({ inputs: other });
    expect([code, outputs["verdict"]]).toEqual([0, "inconclusive"]);
    expect(output).toMatch(/^::warning/m);
    expect(summary).toMatch(/prompt-tokens.*64.*65/);
  });

  test("red, when the inconclusive is to fail", async () => {
    const { mainJob, pullRequest } = await aRepository();
    await mainJob(3);
    const inputs = { ...other, "on-inconclusive": "fail" };
    expectCode(await pullRequest({ inputs }), 1);
  });
});

describe("a GitHub in trouble", () => {
  test.each<How>([403, 404, 409, 410, 422, 429, 500, "reset", "hang"])(
    "%s at every call of a pull request is no baseline, green and told",
    async (how) => {
      const hasty = { call: 100, total: 1_000, pauses: [1], longestWait: 5 };
      const { mainJob, pullRequest, github } = await aRepository(hasty);
      await mainJob(3);
      github.fail({ how });
      const gated = await pullRequest();
      expect(outcomeOf(gated)).toEqual({ code: 0, verdict: "no-baseline", sha: "" });
      expect(gated.output).toMatch(/^::warning.*cannot be read/m);
    },
  );

  test("an upload that fails leaves the verdict, and is a warning", async () => {
    const { mainJob, service } = await aRepository();
    service.fail({ how: 400 });
    const finished = await mainJob(1);
    expectCode(finished, 0);
    expect(finished.output).toMatch(/^::warning.*This job is not remembered/m);
  });

  test("an expired artifact is a warning that says so, not a notice", async () => {
    const { actions, mainJob, pullRequest } = await aRepository();
    await mainJob(3);
    actions.artifacts[0] = { ...actions.artifacts[0]!, expired: true };
    const gated = await pullRequest();
    expect(outcomeOf(gated)).toMatchObject({ code: 0, verdict: "no-baseline" });
    expect(gated.output).toMatch(/^::warning.*expired/m);
    expect(gated.summary).not.toMatch(/main runs?, newest/);
  });
});
