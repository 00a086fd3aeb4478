// What an acceptance does: green with its reason, red where nobody can be asked, and a new epoch when it lands.
import { afterEach, describe, expect, test } from "vitest";
import { agreed, landing } from "../../src/action/agreement.ts";
import type { Conclusion } from "../../src/conclude.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { reportFrom } from "../../src/report/report.ts";
import { exitCodeOf } from "../../src/verdict/policy.ts";
import { scenes } from "../report/scenes.ts";
import type { Fault } from "../support/fake-github/faults.ts";
import { gitRoutes, gitState } from "../support/fake-github/git.ts";
import { serveGitHub, workflowToken } from "../support/fake-github/github.ts";
import { type FakeIssueEvent, pullsRoutes } from "../support/fake-github/pulls.ts";
import { anAct, head, pullRequest } from "./an-act.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

function concluded(scene: string): Conclusion {
  const told = scenes[scene]?.();
  if (!told) throw new Error(`no scene ${scene}`);
  const { run, verdict, policy } = told;
  const exitCode = exitCodeOf(verdict.kind, policy);
  return { run, verdict, policy, told, report: reportFrom(told), exitCode };
}

interface Given {
  readonly message?: string;
  readonly events?: FakeIssueEvent[];
  readonly faults?: Fault[];
  readonly environment?: Record<string, string>;
}

async function world({ message = "work", events = [], faults = [], environment = {} }: Given) {
  const git = gitState();
  git.addCommit({ sha: head, parents: [], message });
  const runs = [{ head_sha: head, created_at: "2026-12-01T12:10:00Z" }];
  const routes = [...pullsRoutes({ pulls: [], events, runs }), ...gitRoutes(git)];
  const github = await serveGitHub(routes);
  closing.push(github.close);
  for (const fault of faults) github.fail(fault);
  const setting = { GITHUB_EVENT_NAME: "pull_request", GITHUB_API_URL: github.apiUrl };
  const inputs = { endpoint: "https://h.test/v1", "github-token": workflowToken };
  const payload = { ...pullRequest(), repository: { default_branch: "main" } };
  const { act, said } = anAct({ inputs, environment: { ...setting, ...environment }, payload });
  return { act, said, config: parseConfig(act.sources), github };
}

const accepting = "feat\n\nLatency-Accepted: worth it";

describe("a regression", () => {
  test("that the head commit accepts is green, with its reason", async () => {
    const { act, config } = await world({ message: accepting });
    const { conclusion, warnings } = await agreed(concluded("regressed"), config, act);
    expect(conclusion).toMatchObject({ exitCode: 0, verdict: { kind: "accepted" } });
    expect(conclusion.report.annotations.map(({ level }) => level)).toEqual(["notice"]);
    expect(conclusion.told.acceptance?.reason).toBe("worth it");
    expect(warnings).toEqual([]);
  });

  test("with a label of an earlier commit stays red, and the label is explained", async () => {
    const label = { name: "latency-accepted" };
    const old = { issue: 7, event: "labeled", created_at: "2026-12-01T12:00:00Z", label };
    const { act, config } = await world({ events: [old] });
    const { conclusion, warnings } = await agreed(concluded("regressed"), config, act);
    expect(conclusion.exitCode).toBe(1);
    expect(warnings.map(({ code }) => code)).toEqual(["acceptance-stale"]);
  });

  test.each([403, 404, 500])(
    "stays red where GitHub answers %s, and a warning says so",
    async (how) => {
      const { act, config } = await world({ message: accepting, faults: [{ how }] });
      const { conclusion, warnings } = await agreed(concluded("regressed"), config, act);
      expect(conclusion.exitCode).toBe(1);
      expect(warnings.map(({ code }) => code)).toEqual(["acceptance-unknown"]);
    },
  );
});

test.each(["passed", "invalid", "inconclusive", "no-baseline"])(
  "%s is nothing to accept, and nobody is asked",
  async (scene) => {
    const { act, config, github } = await world({ message: accepting });
    const before = concluded(scene);
    expect((await agreed(before, config, act)).conclusion).toBe(before);
    expect(github.calls).toEqual([]);
  },
);

describe("a push to main", () => {
  const push = { GITHUB_EVENT_NAME: "push", GITHUB_REF: "refs/heads/main", GITHUB_SHA: head };
  const check = async (given: Given, reset: boolean) => {
    const { act, config, said } = await world({ environment: push, ...given });
    expect((await landing(config, act)).baseline.reset).toBe(reset);
    return said;
  };
  test("that brings an accepted slowdown starts a new epoch", () =>
    check({ message: accepting }, true));
  test("that brings none does not", () => check({}, false));
  test("of which GitHub cannot be asked does not, and the log says so", async () => {
    const said = await check({ message: accepting, faults: [{ how: 403 }] }, false);
    expect(said.join("\n")).toMatch(/could not be found out: HTTP 403/);
  });
});
