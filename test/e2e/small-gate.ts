// A gate so small that it takes a second: by the command line and as a step of a workflow.
import { fakeGitHub } from "./fake-github.ts";
import { type ActionFinished, action, cli, type Finished, type Trigger } from "./support.ts";

/** As inputs of the action; the command line takes the same names as flags. */
export type Inputs = Readonly<Record<string, string>>;

export const small: Inputs = {
  model: "m",
  requests: "10",
  concurrency: "10",
  "prompt-tokens": "16",
  "output-tokens": "4",
  "warm-up": "0",
  timeout: "5s",
  "ready-timeout": "1s",
};

export const flags = (inputs: Inputs) =>
  Object.entries(inputs).flatMap(([name, value]) => [`--${name}`, value]);

/** Writes verdict.json and verdict.md; the baseline is baseline.json. */
export function gate(
  cwd: string,
  inputs: Inputs,
  extra: readonly string[] = [],
): Promise<Finished> {
  const files = ["--json", "verdict.json", "--markdown", "verdict.md"];
  return cli(cwd, ["gate", "--baseline", "baseline.json", ...flags(inputs), ...files, ...extra]);
}

export const triggers = ["push", "pull_request"] as const;

export async function step(
  cwd: string,
  inputs: Inputs,
  event: Trigger["event"],
): Promise<ActionFinished> {
  const { api } = await fakeGitHub();
  const trigger: Trigger = { event, sha: "c".repeat(40), runId: 42, api };
  const named = { baseline: "baseline.json", "github-token": "t", ...inputs };
  return action({ cwd, inputs: named, trigger });
}
