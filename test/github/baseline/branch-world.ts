// The branch store in a fake GitHub whose main has one commit.
import { expect, onTestFinished } from "vitest";
import { type BranchStoreOptions, createBranchStore } from "../../../src/github/branch-store.ts";
import { gitRoutes, gitState } from "../../support/fake-github/git.ts";
import type { FakeOptions } from "../../support/fake-github/github.ts";
import { serveGitHub } from "../../support/fake-github/github.ts";
import { impatient } from "./artifact-world.ts";

const writer = "ghs_writer";
export const reader = "ghs_reader";

export async function branchWorld(options: FakeOptions = {}) {
  const git = gitState();
  git.addLine("main", "m1");
  const github = await serveGitHub(gitRoutes(git), {
    tokens: { [writer]: { contents: "write" }, [reader]: { contents: "read" } },
    described: "github",
    ...options,
  });
  onTestFinished(() => {
    expect(github.violations).toEqual([]);
    return github.close();
  });
  const storeFor = (overrides: Partial<BranchStoreOptions> = {}) =>
    createBranchStore({
      apiUrl: github.apiUrl,
      token: writer,
      repository: "acme/app",
      branch: "latency-gate-data",
      name: "default",
      redact: (text) => text,
      patience: impatient,
      backOff: () => 30,
      ...overrides,
    });
  return { git, github, storeFor };
}
