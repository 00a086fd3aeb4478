// An act as the runner would set it up: inputs, event and environment, a fake GitHub, and what was printed.
import { vi } from "vitest";
import type { Act } from "../../src/action/act.ts";
import { thisMachine } from "../../src/action/machine.ts";
import { contextFrom } from "../../src/github/runner/context.ts";
import { redactor } from "../../src/report/text/redact.ts";
import { HastyClock } from "../support/hasty-clock.ts";

export interface Setting {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly payload?: unknown;
}

/** What is written to stdout by the runner's own functions, as lines. */
export function capturedLines(): string[] {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    lines.push(String(chunk).trimEnd());
    return true;
  });
  return lines;
}

export function anAct({ inputs = {}, files = {}, environment = {}, payload }: Setting = {}) {
  const said: string[] = [];
  const env = { GITHUB_REPOSITORY: "acme/app", GITHUB_RUN_ID: "100", ...environment };
  const say = (line: string) => void said.push(line);
  const act: Act = {
    sources: { read: (name) => inputs[name], file: (path) => files[path] },
    payload,
    context: contextFrom(env, payload),
    world: {
      environment: env,
      log: { info: say, warn: say, progress: () => {} },
      signal: new AbortController().signal,
      job: {
        commit: "a".repeat(40),
        baseCommit: undefined,
        repository: "acme/app",
        runId: "100",
        attempt: 1,
        runner: { image: null, architecture: "x64", cores: 4 },
        entropy: "e",
      },
    },
    machine: { ...thisMachine, clock: new HastyClock() },
    redact: redactor([]),
    print: say,
  };
  return { act, said };
}

export const head = "abc".padEnd(40, "0");

export function pullRequest(repo = "acme/app", more: object = {}) {
  return {
    pull_request: {
      number: 7,
      head: { sha: head, repo: { full_name: repo } },
      base: { sha: "b".repeat(40), ref: "main" },
      ...more,
    },
  };
}
