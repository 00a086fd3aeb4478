// How a baseline's artifact is called: by the gate, and by the attempt, as a run's artifacts never change.

export interface ArtifactName {
  /** The gate's. */
  readonly name: string;
  readonly attempt: number;
  /** From 1; more where the attempt already has one of the name. */
  readonly copy: number;
}

/** Nothing of a gate's name is special here: it holds letters, digits, dots, dashes and underscores. */
function prefixOf(name: string): string {
  return `latency-gate-baseline-${name}-a`;
}

/** "latency-gate-baseline-default-a1", and "….2" for the second copy. */
export function artifactNameOf({ name, attempt, copy }: ArtifactName): string {
  return `${prefixOf(name)}${attempt}${copy > 1 ? `.${copy}` : ""}`;
}

/** Undefined where the artifact is not one of this gate's baselines. */
export function readArtifactName(text: string, name: string): ArtifactName | undefined {
  if (!text.startsWith(prefixOf(name))) return undefined;
  const rest = /^([1-9]\d{0,5})(?:\.([2-9]))?$/.exec(text.slice(prefixOf(name).length));
  return rest ? { name, attempt: Number(rest[1]), copy: Number(rest[2] ?? 1) } : undefined;
}

/** The one file of the artifact. */
export const entryName = "baseline.json";
