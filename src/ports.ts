// The real world as ports: clocks, files, environment, entropy and the HTTP endpoint.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { systemClock } from "./clock.ts";
import type { Target } from "./config/config.ts";
import { apiKeyVariable } from "./config/parse.ts";
import { fetchText } from "./endpoint/fetch-text.ts";
import { createHttpEndpoint } from "./endpoint/http.ts";
import { watchHealth } from "./load/watch/health.ts";
import { TurnWatch } from "./load/watch/turns.ts";
import type { Log } from "./log.ts";
import type { Job } from "./measure/job.ts";
import type { Journal } from "./measure/journal/journal.ts";
import { JournalFile } from "./measure/journal/journal-file.ts";
import type { MeasurePorts } from "./measure/task.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The text of a file; undefined where it does not exist, other trouble is thrown. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw cause;
  }
}

/** A reader of settings that also answers for the key's environment variable. */
export function withKeyVariable(
  read: (name: string) => string | undefined,
  environment: Environment,
): (name: string) => string | undefined {
  return (name) => (name === apiKeyVariable ? environment[apiKeyVariable] : read(name));
}

function present(value: string | undefined): string | null {
  return value === undefined || value === "" ? null : value;
}

function imageOf(environment: Environment): string | null {
  const image = present(environment["ImageOS"]);
  const version = present(environment["ImageVersion"]);
  return image === null ? present(environment["RUNNER_OS"]) : [image, version].join(" ").trim();
}

/** What the environment of a workflow says of the job; outside of one most of it is not known. */
export function jobFrom(
  environment: Environment,
  commits: Pick<Job, "commit" | "baseCommit">,
): Job {
  return {
    ...commits,
    repository: present(environment["GITHUB_REPOSITORY"]),
    runId: present(environment["GITHUB_RUN_ID"]),
    attempt: Number.parseInt(environment["GITHUB_RUN_ATTEMPT"] ?? "", 10) || 1,
    runner: {
      image: imageOf(environment),
      architecture: `${process.platform} ${process.arch}`,
      cores: availableParallelism(),
    },
    entropy: randomUUID(),
  };
}

/** Milliseconds since 1970, for people. */
export function wallClock(): number {
  return Date.now();
}

function proxyFrom(environment: Environment) {
  const either = (name: string) => environment[name.toLowerCase()] ?? environment[name];
  return { http: either("HTTP_PROXY"), https: either("HTTPS_PROXY"), except: either("NO_PROXY") };
}

/**
 * A journal beside the result while that is made, `RESULT.partial.jsonl`, left there only where the work failed; without
 * a result it is nobody's and goes in any case.
 */
export async function withJournal<T>(
  result: string | undefined,
  work: (journal: Journal) => Promise<T>,
): Promise<T> {
  const nobodys = path.join(tmpdir(), `latency-gate-${randomUUID()}.jsonl`);
  const journal = new JournalFile(result === undefined ? nobodys : `${result}.partial.jsonl`);
  const done = await work(journal).catch(async (error: unknown) => {
    if (result === undefined) await journal.discard();
    throw error;
  });
  await journal.discard();
  return done;
}

export interface World {
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly job: Job;
  readonly environment: Environment;
}

export function measurePorts({ log, signal, job, environment }: World): MeasurePorts {
  const proxy = proxyFrom(environment);
  const turns = new TurnWatch();
  const onRead = turns.noteRead;
  return {
    clock: systemClock,
    log,
    signal,
    job,
    wallClock,
    watchHealth: (tally) => watchHealth(turns, tally),
    fetchText: (url, until, insecureTls) => fetchText(url, { signal: until, proxy, insecureTls }),
    openEndpoint: ({ endpoint, insecureTls }: Target) =>
      createHttpEndpoint({ origin: endpoint, clock: systemClock, insecureTls, proxy, onRead }),
  };
}

/** Aborted by the first SIGINT or SIGTERM; a second one ends the process as usual. */
export function stopSignal(onStop: () => void): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => {
      onStop();
      controller.abort();
    });
  }
  return controller.signal;
}
