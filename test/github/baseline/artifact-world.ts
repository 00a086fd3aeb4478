// The artifact store in a fake GitHub: three servers, the runner's environment, and what the store said.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import type { Patience } from "../../../src/github/api/patience.ts";
import {
  type ArtifactStoreOptions,
  createArtifactStore,
} from "../../../src/github/artifact-store.ts";
import { mainLineOf } from "../../../src/github/main-line.ts";
import {
  actionsRoutes,
  actionsState,
  blobRoutes,
  ourRepository,
  workflowPath,
} from "../../support/fake-github/actions.ts";
import { artifactServiceRoutes, runtimeToken } from "../../support/fake-github/artifact-service.ts";
import type { Edition } from "../../support/fake-github/described.ts";
import { gitRoutes, gitState } from "../../support/fake-github/git.ts";
import { serveGitHub, workflowToken } from "../../support/fake-github/github.ts";
import { shaOf } from "../../support/fake-github/main-history.ts";

/** So short that tests of faults do not wait, and long enough for a busy machine's honest answers. */
export const impatient: Patience = { call: 2_000, total: 20_000, pauses: [1, 1], longestWait: 5 };

export async function artifactWorld(described: Edition = "github") {
  const state = actionsState();
  const blobs = await serveGitHub(blobRoutes(state));
  const git = gitState();
  git.addLine("main", ...Array.from({ length: 12 }, (_, n) => shaOf(n + 1)));
  const github = await serveGitHub([...actionsRoutes(state, blobs.apiUrl), ...gitRoutes(git)], {
    described,
  });
  const service = await serveGitHub(artifactServiceRoutes(state, state.runs));
  const folder = await mkdtemp(path.join(tmpdir(), "latency-gate-"));
  const said: string[] = [];
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    expect(github.violations).toEqual([]);
    await Promise.all([blobs, github, service].map((server) => server.close()));
    await rm(folder, { recursive: true, force: true });
  });

  function storeFor(overrides: Partial<ArtifactStoreOptions> = {}) {
    const { apiUrl } = github;
    const { patience = impatient } = overrides;
    const repository = ourRepository.full_name;
    const line = mainLineOf({ apiUrl, token: workflowToken, repository, branch: "main", patience });
    return createArtifactStore({
      apiUrl,
      line,
      token: workflowToken,
      origin: {
        repository,
        repositoryId: ourRepository.id,
        branch: "main",
        workflow: workflowPath,
      },
      name: "default",
      run: { id: 999, attempt: 1 },
      recording: false,
      serverUrl: "https://github.com",
      folder,
      tell: (line) => said.push(line),
      redact: (text) => text,
      patience,
      ...overrides,
    });
  }

  /** What a runner gives to the steps of a run. */
  function onRunner(runId: number) {
    vi.stubEnv("ACTIONS_RESULTS_URL", service.apiUrl);
    vi.stubEnv("ACTIONS_RUNTIME_TOKEN", runtimeToken(runId));
    vi.stubEnv("GITHUB_SERVER_URL", "https://github.com");
    vi.stubEnv("GITHUB_WORKSPACE", folder);
  }

  return { state, git, github, blobs, service, said, folder, storeFor, onRunner };
}
export type ArtifactWorld = Awaited<ReturnType<typeof artifactWorld>>;
