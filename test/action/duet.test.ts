// The action with a second endpoint: nothing of main is needed, and every way of telling again knows of it.
import { expect, test } from "vitest";
import { aRepository, baseHost, expectCode, outcomeOf, shaOf } from "./whole-action.ts";

const inputs = { "baseline-endpoint": `http://${baseHost}/v1`, rounds: "6", requests: "240" };
const slow = { behaviour: { tpot: 26 } };

test("a pull request of a repository without a history is compared, and green", async () => {
  const { pullRequest, actions } = await aRepository();
  const equal = await pullRequest({ inputs });
  expectCode(equal, 0);
  expect(outcomeOf(equal)).toEqual({ code: 0, verdict: "passed", sha: "" });
  expect(equal.summary).toMatch(
    /compared with `http:\/\/base\.test\/v1` over 6 rounds in this job/,
  );
  expect(equal.summary).toMatch(/--baseline-endpoint http:\/\/base\.test\/v1/);
  expect(equal.output).not.toMatch(/^::(warning|notice)/m);
  const left = actions.artifacts.map(({ name }) => name);
  expect(left.filter((name) => name.startsWith("latency-gate-baseline"))).toEqual([]);
});

test("a slower one is red, and accepted by the label without a request to either endpoint", async () => {
  const { pullRequest, comments } = await aRepository();
  const told = { ...inputs, comment: "true" };
  const red = await pullRequest({ ...slow, inputs: told, payload: { action: "opened" } });
  expect(outcomeOf(red)).toEqual({ code: 1, verdict: "regressed", sha: "" });
  expect(red.output).toMatch(/^::error.*TPOT p50 is 30 %25 slower/m);
  expect(comments[0]?.body).toMatch(/Compared with `http:\/\/base\.test\/v1` over 6 rounds/);
  const label = { name: "latency-accepted" };
  const payload = { action: "labeled", label, sender: { login: "octocat" } };
  const again = await pullRequest({ ...slow, runId: 901, inputs: told, payload });
  expect(outcomeOf(again)).toMatchObject({ code: 0, verdict: "accepted" });
  expect(again.asked).toBe(0);
  expect(comments[0]?.body).toMatch(/### 🟣 Accepted[\s\S]*with the base endpoint over 6 rounds/);
});

test("a red one that is run again is judged by the rounds of both attempts", async () => {
  const { pullRequest } = await aRepository();
  const red = await pullRequest({ ...slow, inputs, payload: { action: "opened" } });
  expect(red.summary).toMatch(/over 6 rounds/);
  const again = await pullRequest({ inputs, attempt: 2 });
  expect(again.summary).toMatch(/attempt 2 at this commit: all of them are judged together/);
  expect(again.summary).toMatch(/over 12 rounds/);
});

test("main's own job measures alone and records itself", async () => {
  const { mainJob, pullRequest } = await aRepository();
  const main = await mainJob(3, { inputs });
  expect(outcomeOf(main)).toEqual({ code: 0, verdict: "no-baseline", sha: "" });
  expect(main.output).toMatch(/Recorded in the artifact/);
  const alone = { "baseline-endpoint": "", rounds: "", requests: "240" };
  expect(outcomeOf(await pullRequest({ inputs: alone }))).toMatchObject({ sha: shaOf(3) });
});
