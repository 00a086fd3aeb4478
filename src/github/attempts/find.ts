// The runs that a gate's attempts left behind in one workflow run, each held against what GitHub says of that run.
import { parseStored } from "../../baseline/codec.ts";
import type { Run } from "../../metrics/run.ts";
import { type Artifact, entryIn, type Shelf } from "../artifacts/listing.ts";
import { sameName } from "../artifacts/trust.ts";
import { reasonOf } from "../sink.ts";
import { type AttemptName, attemptEntry, readAttemptName } from "./name.ts";

/** As for a baseline, which holds a run as well. */
const mostZipped = 5_000_000;
const mostUnzipped = 8_000_000;

export interface Sought {
  /** The gate's. */
  readonly name: string;
  readonly run: { readonly id: number };
  /** The commit that was measured. */
  readonly headSha: string | undefined;
  /** Attempts after this one do not count: the newest of another run, or the one before the job's own. */
  readonly upTo: number;
}

export interface Attempts {
  readonly runs: readonly Run[];
  /** The attempts that `runs` are of. */
  readonly read: ReadonlySet<number>;
  /** Sentences: what is there and is not used. */
  readonly troubles: readonly string[];
}

interface Listed extends AttemptName {
  readonly artifact: Artifact;
}

function listedIn(artifacts: readonly Artifact[], { name, upTo }: Sought): Listed[] {
  return artifacts.flatMap((artifact) => {
    const called = readAttemptName(artifact.name, name);
    return called && called.attempt <= upTo ? [{ ...called, artifact }] : [];
  });
}

export function hasAttempts(artifacts: readonly Artifact[], sought: Sought): boolean {
  return listedIn(artifacts, sought).length > 0;
}

function wrongIn(found: Run, { attempt }: Listed, sought: Sought, repository: string) {
  if (!sameName(found.repository ?? "", repository)) return "it is of another repository";
  if (found.runId !== String(sought.run.id)) return "it is of another run";
  // An earlier one's is judged again where only the job that compares is run again.
  if (found.attempt > attempt) return "it is of a later attempt";
  return found.commit === sought.headSha ? undefined : "it is of another commit";
}

async function runIn(listed: Listed, sought: Sought, shelf: Shelf): Promise<Run | string> {
  const { artifact } = listed;
  if (artifact.expired) return "it has expired";
  if (artifact.size_in_bytes > mostZipped)
    return `it has ${artifact.size_in_bytes} bytes, allowed are ${mostZipped}`;
  const wanted = { ...shelf, entry: attemptEntry, mostZipped, mostUnzipped };
  try {
    const content = await entryIn(artifact, wanted);
    if (content.kind === "refused") return content.why;
    const parsed = parseStored(content.bytes.toString("utf8"));
    if (parsed.kind === "unreadable") return parsed.why;
    if (parsed.kind === "baseline") return "it is a baseline, not a run";
    return wrongIn(parsed.run, listed, sought, shelf.repository) ?? parsed.run;
  } catch (cause) {
    return reasonOf(cause);
  }
}

/** Jobs of one name in one attempt measured who knows what: none of them is an attempt of the others. */
function onlyOf(copies: readonly Listed[]): Listed | string {
  const [only, other] = copies;
  if (only !== undefined && other === undefined) return only;
  return "several jobs of that attempt had the same `name`";
}

/** Of the artifacts that the run is said to have. Never rejects. */
export async function attemptsIn(
  artifacts: readonly Artifact[],
  sought: Sought,
  shelf: Shelf,
): Promise<Attempts> {
  const runs: Run[] = [];
  const read = new Set<number>();
  const troubles: string[] = [];
  const byAttempt = Map.groupBy(listedIn(artifacts, sought), ({ attempt }) => attempt);
  for (const [attempt, copies] of byAttempt) {
    const only = onlyOf(copies);
    const found = typeof only === "string" ? only : await runIn(only, sought, shelf);
    if (typeof found === "string") {
      const where = `attempt ${attempt} of run ${sought.run.id}`;
      troubles.push(`What ${where} measured is not used: ${found}.`);
    } else {
      runs.push(found);
      read.add(attempt);
    }
  }
  return { runs, read, troubles };
}
