// Origin: what the runner says of where this job's baselines come from, and of the change that it tests.
import type { Origin } from "./artifacts/trust.ts";
import { payloadFrom } from "./event/payload.ts";
import type { Change } from "./lineage.ts";
import type { Context, Env } from "./runner/context.ts";

export interface Whereabouts {
  /** The branch whose jobs are remembered: the default branch; a change's base where that is not told. */
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
  const main = payloadFrom(payload).repository?.default_branch;
  return main ?? base?.ref ?? (role === "main" ? branch : undefined);
}

function changeOf(env: Env, context: Context, main: string): Change | undefined {
  const { repository, role, event, headSha: head, base } = context;
  if (repository === undefined || role === "main") return undefined;
  const tested = env["GITHUB_SHA"] || undefined;
  const onto = { ref: base?.ref || main, sha: base?.sha };
  return { repository, event, tested, head, base: onto, main };
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
