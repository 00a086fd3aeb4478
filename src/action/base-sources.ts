// The sources with the config file of the base branch, where `config-ref: base` asks for it.

import { defaultConfigPath } from "../config/settings/job-settings.ts";
import { settings } from "../config/settings/settings.ts";
import type { Sources } from "../config/sources/given.ts";
import { configError } from "../errors.ts";
import { baseConfig } from "../github/base-config.ts";
import type { Context } from "../github/runner/context.ts";
import { restFor } from "./act.ts";

/** Outside of pull requests and merge groups there is no base, and nothing to guard against. */
export async function judgedSources(sources: Sources, context: Context): Promise<Sources> {
  const { base, repository } = context;
  const asked = (name: string) => sources.read(name)?.trim() ?? "";
  if (asked(settings.configRef.name) !== "base" || !base || !repository) return sources;
  const rest = restFor(context, asked(settings.githubToken.name));
  if (!rest)
    throw configError([
      { input: "config-ref", value: "base", legal: "a github-token that may read contents" },
    ]);
  const path = asked(settings.config.name) || defaultConfigPath;
  // By its full name: a tag may be called like the branch.
  const ref = base.ref ? `refs/heads/${base.ref}` : base.sha;
  const text = await baseConfig({ repository, path, ref }, rest);
  return { ...sources, file: (file) => (file === path ? text : sources.file(file)) };
}
