// The one suite, for a path, for workflow artifacts and for a data branch.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { createFileStore } from "../../src/baseline/file-store.ts";
import { artifactWorld } from "../github/baseline/artifact-world.ts";
import { branchWorld } from "../github/baseline/branch-world.ts";
import {
  artifactName,
  mainWorkflowRun,
  runIdOf,
  zipped,
} from "../support/fake-github/main-history.ts";
import { storeSuite } from "./store-suite.ts";

storeSuite("a path", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "latency-gate-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "base.json");
  const store = createFileStore({ paths: [file], name: "default", keep: 30 });
  return { main: () => store, reader: () => store, spoil: (text) => writeFile(file, text) };
});

storeSuite("a data branch", async () => {
  const { git, storeFor } = await branchWorld();
  return {
    main: () => storeFor(),
    reader: () => storeFor(),
    async spoil(text) {
      const tree = git.addTree({ "default.json": text });
      const parents = [git.branches.get("latency-gate-data") ?? ""];
      git.branches.set("latency-gate-data", git.addCommit({ tree, parents, message: "spoilt" }));
    },
  };
});

storeSuite("workflow artifacts", async () => {
  const { state, storeFor, onRunner } = await artifactWorld();
  state.addRun(mainWorkflowRun(0));
  return {
    main(n) {
      const at = state.runs.push(mainWorkflowRun(n, { status: "in_progress" })) - 1;
      const store = storeFor({ recording: true, run: { id: runIdOf(n), attempt: 1 } });
      return {
        read: store.read,
        async record(recording) {
          onRunner(runIdOf(n));
          const recorded = await store.record(recording);
          state.runs[at] = mainWorkflowRun(n);
          return recorded;
        },
      };
    },
    reader: () => storeFor(),
    async spoil(text) {
      const run = state.addRun(mainWorkflowRun(12));
      state.addArtifact(run, { name: artifactName, zip: zipped(text) });
    },
  };
});
