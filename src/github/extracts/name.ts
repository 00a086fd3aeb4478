// How the artifact is called in which a gate leaves its extract: by its name and the attempt.

/** The one file of the artifact. */
export const extractEntry = "extract.json";

const prefix = "latency-gate-report-";

/** "latency-gate-report-default-a1", and "….2" for the second copy. */
export function extractArtifactName(name: string, attempt: number, copy: number): string {
  return `${prefix}${name}-a${attempt}${copy > 1 ? `.${copy}` : ""}`;
}

export interface ExtractName {
  readonly name: string;
  readonly attempt: number;
  readonly copy: number;
}

/** undefined where an artifact is none of ours. */
export function readExtractName(text: string): ExtractName | undefined {
  const [, name, attempt, copy = "1"] =
    /^latency-gate-report-([A-Za-z0-9][A-Za-z0-9._-]{0,63})-a([1-9]\d{0,5})(?:\.([2-9]))?$/.exec(
      text,
    ) ?? [];
  if (name === undefined) return undefined;
  return { name, attempt: Number(attempt), copy: Number(copy) };
}
