// Console: what the commands share of standard output, standard error, colours and the job around them.

import { systemClock } from "../clock.ts";
import { jobFrom, readText, stopSignal, type World } from "../ports.ts";
import { createLog } from "../terminal.ts";
import { toSeconds } from "../time.ts";

const plain = (name: string) => {
  const value = process.env[name];
  return value !== undefined && value !== "" && value !== "false";
};

/** A person at a terminal: live lines and colours. Neither in CI nor where NO_COLOR asks for none. */
function isLive(): boolean {
  return process.stderr.isTTY === true && !plain("CI");
}

export function page(): { colour: boolean; width: number } {
  const colour = process.stdout.isTTY === true && !plain("NO_COLOR") && !plain("CI");
  return { colour, width: process.stdout.columns ?? 100 };
}

export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** The checked-out commit, read from the repository's own files; null outside of one. */
function headCommit(): string | null {
  const head = readText(".git/HEAD")?.trim();
  if (head === undefined) return null;
  const reference = /^ref: (\S+)$/.exec(head)?.[1];
  return reference === undefined ? head : (readText(`.git/${reference}`)?.trim() ?? null);
}

export interface Commits {
  readonly commit?: string | undefined;
  readonly baseCommit?: string | undefined;
}

/** The world of a command: flags first, then the workflow's environment, then the checkout. */
export function commandWorld({ commit, baseCommit }: Commits): World {
  const environment = process.env;
  const log = createLog({
    stream: process.stderr,
    live: isLive(),
    seconds: () => toSeconds(systemClock.now()),
  });
  const known = commit ?? environment["GITHUB_SHA"] ?? headCommit();
  return {
    log,
    environment,
    job: jobFrom(environment, { commit: known ?? null, baseCommit }),
    signal: stopSignal(() => log.warn("Stopping: what was seen is kept.")),
  };
}
