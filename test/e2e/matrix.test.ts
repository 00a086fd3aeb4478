// A matrix as a workflow runs it: three legs measure, each a process, and one report job judges them; on main, then on a
// pull request that makes one of them slower.
import { expect, test } from "vitest";
import { parseBody } from "../../src/github/comment/body.ts";
import { fromMilliseconds } from "../../src/time.ts";
import { aRunner, onMain, onPullRequest } from "../action/a-runner.ts";
import { simulatedEndpoint } from "../support/simulated-endpoint.ts";
import { valid } from "./support.ts";

const legs = ["small", "medium", "large"];
const token = { "github-token": "ghs_gate" };
const report = { mode: "compare", results: "results", legs: legs.join(", "), ...token };
const load = { requests: "20", concurrency: "20", "output-tokens": "2", "warm-up": "0" };

test("three measured legs are recorded, and the one that gets slower is red by name", async () => {
  const runner = await aRunner("acme/app");
  // Slow enough for a busy machine: the client's lag is held against the shortest time that is gated.
  const pace = { ttft: fromMilliseconds(1000), tpot: fromMilliseconds(1000) };
  const endpoints = await Promise.all(legs.map(() => simulatedEndpoint(pace)));
  async function measured(on: typeof onMain, runId: number) {
    for (const [at, name] of legs.entries()) {
      const endpoint = endpoints[at]?.url ?? "";
      const inputs = { mode: "measure", name, endpoint, model: "simulated", ...load };
      const results = `results/leg-${name}`;
      const leg = await valid(async () => {
        const { code, log } = await on(runner, runId, { ...inputs, results });
        return { code, output: log };
      });
      expect(leg.code, leg.output).toBe(0);
    }
    return on(runner, runId, report);
  }

  const main = await measured(onMain, 11);
  expect(main.code, main.log).toBe(0);
  expect(main.log).toContain("Recorded in ");

  endpoints[1]?.set({ ttft: fromMilliseconds(3000) });
  const slow = await measured(onPullRequest, 31);
  expect(slow.output("verdict"), slow.log).toBe("regressed");
  expect(slow.code).toBe(1);
  expect(runner.comments).toHaveLength(1);
  const body = runner.comments[0]?.body ?? "";
  expect(body).toMatch(/^### .*`medium`/m);
  for (const name of legs) expect(body).toContain(`\`${name}\``);
  expect(parseBody(body)?.sections).toHaveLength(1);
}, 180_000);
