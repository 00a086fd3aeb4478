// The config file as the base branch has it: a pull request cannot edit its own judge.
import { configError, GateError } from "../errors.ts";
import type { Rest } from "./api/rest.ts";
import { explained } from "./permission.ts";
import { statusOf } from "./sink.ts";

export interface BaseConfig {
  /** "owner/name". */
  readonly repository: string;
  /** Of the config file in the repository. */
  readonly path: string;
  /** Of the branch that the change goes to: refs/heads/… or a commit. */
  readonly ref: string;
}

const mostBytes = 1_000_000;

/** Dots would lead out of the route that is asked. */
function inRepository(path: string): string {
  const parts = path.replace(/^(\.\/)+/, "").split("/");
  if (parts.some((part) => /^\.{0,2}$/.test(part)))
    throw configError([
      { input: "config", value: path, legal: "a path inside the repository with config-ref: base" },
    ]);
  return parts.map(encodeURIComponent).join("/");
}

/** undefined where the branch has no such file. Anything else that goes wrong stops the program: no other file will do. */
export async function baseConfig(
  { repository, path, ref }: BaseConfig,
  rest: Rest,
): Promise<string | undefined> {
  const ask = {
    path: `repos/${repository}/contents/${inRepository(path)}`,
    query: { ref },
    accept: "application/vnd.github.raw+json",
    mostBytes,
  };
  try {
    return (await rest.bytes(ask)).toString("utf8");
  } catch (cause) {
    if (statusOf(cause) === 404) return undefined;
    const message = `config-ref: base: ${path} of ${ref} could not be read: ${explained(cause, "contents: read")}`;
    throw new GateError("config", message, { cause });
  }
}
