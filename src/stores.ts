// Stores: where a job in a workflow keeps its baseline, and which commit its change was made on.
import { createFileStore } from "./baseline/file-store.ts";
import type { BaselineStore } from "./baseline/store.ts";
import type { JudgeConfig } from "./config/config.ts";
import { configError } from "./errors.ts";
import { restOf } from "./github/api/rest.ts";
import { createArtifactStore } from "./github/artifact-store.ts";
import { entryName } from "./github/artifacts/name.ts";
import { createBranchStore } from "./github/branch-store.ts";
import { type Lineage, lineageOf } from "./github/lineage.ts";
import { type Whereabouts, whereaboutsFrom } from "./github/origin.ts";
import type { Context, Env } from "./github/runner/context.ts";

export interface Memory {
  readonly store: BaselineStore;
  readonly lineage: Lineage;
  /** What a laptop would name it: the path, or the file that a download gives. */
  readonly localPath: string;
}

export interface Job {
  readonly environment: Env;
  readonly payload: unknown;
  readonly context: Context;
  /** One line for the log. */
  readonly tell: (line: string) => void;
  readonly redact: (text: string) => string;
}

/** Without a repository to ask there is nothing to read, and that must be said. */
function nowhere(source: string): BaselineStore {
  const why = "the runner names no repository, branch or workflow";
  return {
    read: async () => ({ kind: "unreadable", source, why }),
    record: async () => ({ kind: "not-recorded", why }),
  };
}

function artifactStore(
  config: JudgeConfig,
  { environment, context, tell, redact }: Job,
  { where, base }: { readonly where: Whereabouts; readonly base: string | undefined },
): BaselineStore {
  const { origin, serverUrl } = where;
  const { apiUrl, runId, attempt, role } = context;
  if (!origin) return nowhere("workflow artifacts");
  return createArtifactStore({
    apiUrl,
    token: config.githubToken,
    origin,
    name: config.name,
    run: { id: runId === undefined ? undefined : Number(runId), attempt },
    recording: role === "main",
    base,
    serverUrl,
    folder: environment["RUNNER_TEMP"] || ".",
    tell,
    redact,
  });
}

/** A data branch that is measured itself would grow by every job, and every job by it. */
function checkBranch(branch: string, measured: string | undefined): void {
  if (branch !== measured) return;
  const legal = "a branch of its own, for nothing but baselines";
  throw configError([{ input: "baseline-branch", value: JSON.stringify(branch), legal }]);
}

function branchStore(config: JudgeConfig, job: Job, { branch: measured }: Whereabouts) {
  const { branch } = config.baseline;
  const { apiUrl, repository } = job.context;
  checkBranch(branch, measured);
  if (repository === undefined) return nowhere(`the branch ${branch}`);
  const { githubToken: token, name } = config;
  return createBranchStore({ apiUrl, token, repository, branch, name, redact: job.redact });
}

async function lineage(config: JudgeConfig, job: Job, { change }: Whereabouts): Promise<Lineage> {
  const { githubToken: token } = config;
  if (!change) return { base: undefined, ancestors: [] };
  if (!token) return { base: change.base.sha, ancestors: [] };
  return lineageOf(restOf({ apiUrl: job.context.apiUrl, token }), change, job.tell);
}

/** Artifacts where nobody said otherwise: they need no right to write, and no step of the workflow. */
export async function memoryOf(config: JudgeConfig, job: Job): Promise<Memory> {
  const { place = { kind: "artifact" } } = config.baseline;
  const where = whereaboutsFrom(job.environment, job.payload, job.context);
  if (place.kind === "branch") {
    const store = branchStore(config, job, where);
    const line = await lineage(config, job, where);
    return { store, lineage: line, localPath: `${config.name}.json` };
  }
  const line = await lineage(config, job, where);
  if (place.kind === "path") {
    const { path } = place;
    const keep = config.policy.history;
    const store = createFileStore({ paths: [path], name: config.name, keep });
    return { store, lineage: line, localPath: path };
  }
  const store = artifactStore(config, job, { where, base: line.base });
  return { store, lineage: line, localPath: entryName };
}
