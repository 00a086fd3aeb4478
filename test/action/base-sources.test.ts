import { afterEach, describe, expect, test } from "vitest";
import { judgedSources } from "../../src/action/base-sources.ts";
import type { Fault } from "../support/fake-github/faults.ts";
import { gitRoutes, gitState } from "../support/fake-github/git.ts";
import { serveGitHub, workflowToken } from "../support/fake-github/github.ts";
import { anAct, pullRequest, type Setting } from "./an-act.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const path = ".github/latency-gate.yml";
const files = { [path]: "head", "prompts.jsonl": "local" };

async function sources(setting: Setting, atBase: Record<string, string>, faults: Fault[] = []) {
  const git = gitState();
  git.branches.set("main", git.addCommit({ parents: [], message: "m", tree: git.addTree(atBase) }));
  const forged = git.addTree({ [path]: "of a tag called main" });
  git.tags.set("main", git.addCommit({ parents: [], message: "t", tree: forged }));
  const github = await serveGitHub(gitRoutes(git));
  closing.push(github.close);
  for (const fault of faults) github.fail(fault);
  const environment = { GITHUB_EVENT_NAME: "pull_request", GITHUB_API_URL: github.apiUrl };
  const { act } = anAct({ files, environment, payload: pullRequest(), ...setting });
  return judgedSources(act.sources, act.context);
}

const base = { "config-ref": "base", "github-token": workflowToken };

describe("config-ref: base", () => {
  test("reads the file of the branch that the pull request goes to", async () => {
    const { file } = await sources({ inputs: base }, { [path]: "base" });
    expect([file(path), file("prompts.jsonl")]).toEqual(["base", "local"]);
  });
  test("reads the file that config names", async () => {
    const inputs = { ...base, config: "./perf/gate.yml" };
    const { file } = await sources({ inputs }, { "perf/gate.yml": "base" });
    expect(file("./perf/gate.yml")).toBe("base");
  });
  test("takes none from the head where the base has none", async () => {
    const { file } = await sources({ inputs: base }, {});
    expect(file(path)).toBeUndefined();
  });
  test("does nothing on main", async () => {
    const { file } = await sources(
      { inputs: base, environment: { GITHUB_EVENT_NAME: "push" } },
      {},
    );
    expect(file(path)).toBe("head");
  });

  const stops = async (inputs: Record<string, string>, words: RegExp, faults: Fault[] = []) =>
    expect(sources({ inputs }, { [path]: "base" }, faults)).rejects.toThrow(words);
  test("stops without a token", () => stops({ "config-ref": "base" }, /github-token/));
  test("stops where the file cannot be read, and says which permission it needs", () =>
    stops(base, /main could not be read: HTTP 403.*contents: read/, [{ how: 403 }]));
  test.each(["../../other/x.yml", "/etc/passwd", "a//b", "."])("does not ask for %s", (config) =>
    stops({ ...base, config }, /a path inside the repository/),
  );
});

test("config-ref: head, which is the default, asks nothing", async () => {
  const { file } = await sources({ inputs: {} }, { [path]: "base" });
  expect(file(path)).toBe("head");
});
