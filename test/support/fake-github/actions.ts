// Workflow runs and their artifacts, as the fake GitHub keeps them.
import { createHash } from "node:crypto";
import { type Exchange, notFound, ok, paged, type Route, refused } from "./exchange.ts";

export interface FakeRepository {
  readonly id: number;
  readonly full_name: string;
}

export interface FakeRun {
  readonly id: number;
  readonly event: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly path: string;
  readonly head_branch: string | null;
  readonly head_sha: string;
  readonly run_attempt: number;
  readonly repository: FakeRepository;
  readonly head_repository: FakeRepository | null;
}

export interface FakeArtifact {
  readonly id: number;
  readonly name: string;
  readonly expired: boolean;
  /** Not told by servers of before it was. */
  readonly digest: string | null | undefined;
  readonly size_in_bytes: number;
  readonly workflow_run: {
    readonly id: number;
    readonly repository_id: number;
    readonly head_repository_id: number;
    readonly head_branch: string | null;
    readonly head_sha: string;
  };
  readonly zip: Buffer;
}

export const ourRepository: FakeRepository = { id: 42, full_name: "acme/app" };
export const workflowPath = ".github/workflows/perf.yml";

/** A finished push to main, unless said otherwise. */
export function aWorkflowRun(overrides: Partial<FakeRun> & { readonly id: number }): FakeRun {
  return {
    event: "push",
    status: "completed",
    conclusion: "success",
    path: workflowPath,
    head_branch: "main",
    head_sha: String(overrides.id).padStart(40, "a"),
    run_attempt: 1,
    repository: ourRepository,
    head_repository: ourRepository,
    ...overrides,
  };
}

export function actionsState() {
  const runs: FakeRun[] = [];
  const artifacts: FakeArtifact[] = [];
  return {
    runs,
    artifacts,
    addRun(run: FakeRun): FakeRun {
      runs.push(run);
      return run;
    },
    /** An artifact of a run; digest and size are the zip's unless said otherwise. */
    addArtifact(
      run: FakeRun,
      artifact: Partial<FakeArtifact> & Pick<FakeArtifact, "name" | "zip">,
    ): FakeArtifact {
      const added: FakeArtifact = {
        id: 5_000 + artifacts.length,
        expired: false,
        digest: `sha256:${createHash("sha256").update(artifact.zip).digest("hex")}`,
        size_in_bytes: artifact.zip.length,
        workflow_run: {
          id: run.id,
          repository_id: run.repository.id,
          head_repository_id: run.head_repository?.id ?? 0,
          head_branch: run.head_branch,
          head_sha: run.head_sha,
        },
        ...artifact,
      };
      artifacts.push(added);
      return added;
    },
  };
}
export type ActionsState = ReturnType<typeof actionsState>;

function matches(run: FakeRun, { query, params }: Exchange): boolean {
  const asked = (name: string, value: string | null) =>
    query.get(name) === null || query.get(name) === value;
  const status = query.get("status");
  return (
    run.path.split("/").at(-1) === params["file"] &&
    asked("branch", run.head_branch) &&
    asked("event", run.event) &&
    asked("head_sha", run.head_sha) &&
    (status === null || status === run.status || status === run.conclusion)
  );
}

const base = "/repos/:owner/:repo/actions";
const needs = ["actions:read"];

/** `blobs`: the origin of the host that the zips lie on. */
export function actionsRoutes(state: ActionsState, blobs: string): Route[] {
  const { runs, artifacts } = state;
  const runOf = ({ params }: Exchange) => runs.find(({ id }) => id === Number(params["id"]));
  const shown = ({ zip, ...artifact }: FakeArtifact) => artifact;

  function listRuns(exchange: Exchange) {
    const known = runs.some(({ path }) => path.split("/").at(-1) === exchange.params["file"]);
    if (!known) return notFound;
    const found = runs.filter((run) => matches(run, exchange)).toSorted((a, b) => b.id - a.id);
    const wrap = (page: readonly FakeRun[]) => ({ total_count: found.length, workflow_runs: page });
    return paged(exchange, found, wrap);
  }

  function listArtifacts(exchange: Exchange) {
    const run = runOf(exchange);
    if (!run) return notFound;
    const name = exchange.query.get("name");
    const found = artifacts
      .filter((one) => one.workflow_run.id === run.id && (name === null || one.name === name))
      .toSorted((a, b) => b.id - a.id);
    return paged(exchange, found, (page) => ({
      total_count: found.length,
      artifacts: page.map(shown),
    }));
  }

  function zip({ params }: Exchange) {
    const artifact = artifacts.find(({ id }) => id === Number(params["id"]));
    if (!artifact) return notFound;
    if (artifact.expired) return refused(410, "Artifact has expired");
    return { status: 302, headers: { location: `${blobs}/blobs/${artifact.id}?sig=secret` } };
  }

  return [
    { method: "GET", path: `${base}/workflows/:file/runs`, needs, answer: listRuns },
    {
      method: "GET",
      path: `${base}/runs/:id`,
      needs,
      answer: (exchange) => {
        const run = runOf(exchange);
        return run ? ok(run) : notFound;
      },
    },
    { method: "GET", path: `${base}/runs/:id/artifacts`, needs, answer: listArtifacts },
    { method: "GET", path: `${base}/artifacts/:id/zip`, needs, answer: zip },
  ];
}

/** The other host, which takes no token. */
export function blobRoutes({ artifacts }: ActionsState): Route[] {
  return [
    {
      method: "GET",
      path: "/blobs/:id",
      answer: ({ params, headers }) => {
        if (headers["authorization"]) return refused(400, "Authentication by header and by URL");
        const artifact = artifacts.find(({ id }) => id === Number(params["id"]));
        return artifact ? { status: 200, bytes: artifact.zip } : notFound;
      },
    },
  ];
}
