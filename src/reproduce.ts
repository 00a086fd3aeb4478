// The command that repeats a measurement on a laptop: every setting that was given, as a flag.

import { flagsOf, settings } from "./config/settings/settings.ts";
import type { Sources } from "./config/sources/given.ts";

/** Never shown, or of no use on a laptop. */
const unshown: ReadonlySet<string> = new Set([settings.apiKey.name, settings.headers.name]);

const endpoints: ReadonlySet<string> = new Set([
  settings.endpoint.name,
  settings.baselineEndpoint.name,
]);

/** A longer text (a body, inline YAML) would bury the command; the reader has it in the workflow. */
const longestValue = 200;

/** Only what is safe to paste: anything else is quoted for a shell. */
function quoted(value: string): string {
  return /^[\w./:@%+=,-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** Query and user information may hold a key. */
function bareUrl(text: string): string {
  const url = URL.parse(text);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : text;
}

function flagOf(name: string, isSwitch: boolean, given: string): string[] {
  if (isSwitch) return [given === "true" ? `--${name}` : `--no-${name}`];
  if (endpoints.has(name)) return [`--${name} ${quoted(bareUrl(given))}`];
  return given.length > longestValue ? [`--${name} …`] : [`--${name} ${quoted(given)}`];
}

export interface Reproduction {
  readonly read: Sources["read"];
  /** Where the baseline lies, given or not. */
  readonly baseline: string;
  readonly baseCommit?: string | undefined;
}

/** What was not given comes from the same configuration file and defaults as here. */
export function reproduceCommand({ read, baseline, baseCommit }: Reproduction): string {
  const flags = flagsOf("gate").flatMap(({ name, isSwitch }) => {
    const given = name === settings.baseline.name ? baseline : read(name)?.trim();
    return given && !unshown.has(name) ? flagOf(name, isSwitch, given) : [];
  });
  const base = baseCommit === undefined ? [] : [`--base-commit ${baseCommit}`];
  return ["latency-gate gate", ...flags, ...base].join(" ");
}
