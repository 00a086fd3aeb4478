// Stores: where a job in a workflow keeps its baseline, and which commit its change was made on.
import { createFileStore } from "./baseline/file-store.ts";
import type { BaselineStore } from "./baseline/store.ts";
import type { JudgeConfig } from "./config/config.ts";
import { configError } from "./errors.ts";
import type { Patience } from "./github/api/patience.ts";
import { restOf } from "./github/api/rest.ts";
import { createArtifactStore } from "./github/artifact-store.ts";
import { entryName } from "./github/artifacts/name.ts";
import { createBranchStore } from "./github/branch-store.ts";
import { type Lineage, lineageOf } from "./github/lineage.ts";
import { type MainLine, mainLineOf } from "./github/main-line.ts";
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
  /** With GitHub; the usual one unless said. */
  readonly patience?: Patience | undefined;
}

/** Without a repository to ask there is nothing to read, and that must be said. */
function nowhere(source: string): BaselineStore {
  const why = "the runner names no repository, branch or workflow";
  return {
    read: async () => ({ kind: "unreadable", source, why }),
    record: async () => ({ kind: "not-recorded", why }),
  };
}

interface Found {
  readonly where: Whereabouts;
  /** The commit that the change was made on. */
  readonly base: string | undefined;
  readonly line: MainLine | undefined;
}

function artifactStore(
  config: JudgeConfig,
  { environment, context, tell, redact, patience }: Job,
  { where, base, line }: Found,
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
    line,
    serverUrl,
    folder: environment["RUNNER_TEMP"] || ".",
    tell,
    redact,
    patience,
  });
}

/** A data branch that is measured itself would grow by every job, and every job by it. */
function checkBranch(branch: string, measured: string | undefined): void {
  if (branch !== measured) return;
  const legal = "a branch of its own, for nothing but baselines";
  throw configError([{ input: "baseline-branch", value: JSON.stringify(branch), legal }]);
}

function branchStore(config: JudgeConfig, job: Job, { where, line }: Omit<Found, "base">) {
  const { branch } = config.baseline;
  const { apiUrl, repository } = job.context;
  checkBranch(branch, where.branch);
  if (repository === undefined) return nowhere(`the branch ${branch}`);
  const { githubToken: token, name } = config;
  const { redact, patience } = job;
  return createBranchStore({ apiUrl, token, repository, branch, name, redact, line, patience });
}

function lineIn(
  { githubToken: token }: JudgeConfig,
  { context, patience }: Job,
  branch: string | undefined,
) {
  const { apiUrl, repository } = context;
  if (!token || !repository || branch === undefined) return undefined;
  return mainLineOf({ apiUrl, token, repository, branch, patience });
}

async function lineage(
  { githubToken: token }: JudgeConfig,
  { context, tell, patience }: Job,
  { where: { change }, line }: Omit<Found, "base">,
): Promise<Lineage> {
  if (!change) return { base: undefined, ancestors: [] };
  if (!token || !line) return { base: change.base.sha, ancestors: [] };
  return lineageOf(change, {
    rest: restOf({ apiUrl: context.apiUrl, token, patience }),
    line,
    tell,
  });
}

/** Artifacts where nobody said otherwise: they need no right to write, and no step of the workflow. */
export async function memoryOf(config: JudgeConfig, job: Job): Promise<Memory> {
  const { place = { kind: "artifact" } } = config.baseline;
  const where = whereaboutsFrom(job.environment, job.payload, job.context);
  const line = lineIn(config, job, where.branch);
  const found = { where, line };
  if (place.kind === "branch") {
    const store = branchStore(config, job, found);
    const lineageFound = await lineage(config, job, found);
    return { store, lineage: lineageFound, localPath: `${config.name}.json` };
  }
  const lineageFound = await lineage(config, job, found);
  if (place.kind === "path") {
    const { path } = place;
    const keep = config.policy.history;
    const store = createFileStore({ paths: [path], name: config.name, keep });
    return { store, lineage: lineageFound, localPath: path };
  }
  const store = artifactStore(config, job, { ...found, base: lineageFound.base });
  return { store, lineage: lineageFound, localPath: entryName };
}
