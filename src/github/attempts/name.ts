// How the artifact is called in which a gate leaves its run for later attempts at the same commit.

/** The one file of the artifact: a run, as the results folder has it. */
export const attemptEntry = "run.json";

/** "latency-gate-run-default-a1", and "….2" for the second copy. */
export function attemptArtifactName(name: string, attempt: number, copy: number): string {
  return `latency-gate-run-${name}-a${attempt}${copy > 1 ? `.${copy}` : ""}`;
}

export interface AttemptName {
  readonly attempt: number;
  readonly copy: number;
}

/** undefined where an artifact is not one of this gate's. */
export function readAttemptName(text: string, name: string): AttemptName | undefined {
  const prefix = `latency-gate-run-${name}-a`;
  if (!text.startsWith(prefix)) return undefined;
  const rest = /^([1-9]\d{0,5})(?:\.([2-9]))?$/.exec(text.slice(prefix.length));
  return rest ? { attempt: Number(rest[1]), copy: Number(rest[2] ?? 1) } : undefined;
}
