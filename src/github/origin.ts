// Origin: what the runner says of where this job's baselines come from, and of the change that it tests.
import type { Origin } from "./artifacts/trust.ts";
import { payloadFrom } from "./event/payload.ts";
import type { Change } from "./lineage.ts";
import type { Context, Env } from "./runner/context.ts";

export interface Whereabouts {
  /** The branch whose jobs are remembered: a change's base, else the default branch. */
  readonly branch: string | undefined;
  /** Undefined where the runner does not say which workflow of which repository this is. */
  readonly origin: Origin | undefined;
  /** Undefined on main itself, whose newest job is its baseline. */
  readonly change: Change | undefined;
  readonly serverUrl: string;
}

/** Digits alone: anything else is no id. */
function idOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function branchOf({ base, role, branch }: Context, payload: unknown): string | undefined {
  if (base) return base.ref;
  return payloadFrom(payload).repository?.default_branch ?? (role === "main" ? branch : undefined);
}

function changeOf(env: Env, context: Context, branch: string): Change | undefined {
  const { repository, role, event, headSha, base } = context;
  if (repository === undefined || role === "main") return undefined;
  const tested = env["GITHUB_SHA"] || undefined;
  return { repository, event, tested, head: headSha, base: { ref: branch, sha: base?.sha } };
}

export function whereaboutsFrom(env: Env, payload: unknown, context: Context): Whereabouts {
  const { repository, workflow } = context;
  const branch = branchOf(context, payload);
  const repositoryId = idOf(env["GITHUB_REPOSITORY_ID"]);
  const known = repository !== undefined && workflow !== undefined && branch !== undefined;
  return {
    branch,
    origin: known ? { repository, repositoryId, branch, workflow } : undefined,
    change: branch === undefined ? undefined : changeOf(env, context, branch),
    serverUrl: env["GITHUB_SERVER_URL"] || "https://github.com",
  };
}
