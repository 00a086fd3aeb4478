// The extracts that a run left behind: one for each of its gates, of its newest attempt that has one.
import { parseExtract } from "../../report/extract/extract.ts";
import type { Extract } from "../../report/extract/schema.ts";
import { type Artifact, artifactsIn, entryIn, type Shelf } from "../artifacts/listing.ts";
import { reasonOf } from "../sink.ts";
import { type ExtractName, extractEntry, readExtractName } from "./name.ts";

export interface Found {
  /** The gate's, by the artifact and by its content. */
  readonly name: string;
  readonly attempt: number;
  readonly extract: Extract;
}

export interface Finds {
  readonly found: readonly Found[];
  /** Sentences: what was there and is not used. */
  readonly troubles: readonly string[];
}

/** An extract of a hundred workloads is well below. */
const mostZipped = 1_000_000;
const mostUnzipped = 4_000_000;
/** Gates of one run that are told of. */
const mostGates = 20;

interface Listed extends ExtractName {
  readonly artifact: Artifact;
}

/** The newest attempt first, and its copies in order; each gate by itself. */
function byGate(artifacts: readonly Artifact[], attempt: number): Listed[][] {
  const ours = artifacts.flatMap((artifact) => {
    const called = readExtractName(artifact.name);
    return called && called.attempt <= attempt ? [{ ...called, artifact }] : [];
  });
  return [...Map.groupBy(ours, ({ name }) => name).values()].map((listed) =>
    listed.toSorted((a, b) => b.attempt - a.attempt || b.copy - a.copy),
  );
}

async function contentOf({ artifact, name }: Listed, shelf: Shelf): Promise<Extract | string> {
  if (artifact.expired) return "it has expired";
  if (artifact.size_in_bytes > mostZipped)
    return `it has ${artifact.size_in_bytes} bytes, allowed are ${mostZipped}`;
  const bounds = { entry: extractEntry, mostZipped, mostUnzipped };
  try {
    const content = await entryIn(artifact, { ...shelf, ...bounds });
    if (content.kind === "refused") return content.why;
    const extract = parseExtract(content.bytes.toString("utf8"));
    if (extract === undefined) return "it is not what this version writes";
    return extract.name === name ? extract : `it says that it is of ${extract.name}`;
  } catch (error) {
    return reasonOf(error);
  }
}

interface Run {
  readonly id: number;
  readonly attempt: number;
}

interface Stocked extends Shelf {
  /** All that the run uploaded. */
  readonly artifacts: readonly Artifact[];
}

/** Of one gate, the newest; a clause says why there is none. Never rejects. */
export async function extractOf(name: string, run: Run, shelf: Stocked): Promise<Extract | string> {
  const gates = byGate(shelf.artifacts, run.attempt);
  const [newest] = gates.find(([first]) => first?.name === name) ?? [];
  return newest === undefined ? "there is none" : contentOf(newest, shelf);
}

/** Rejects where the run's artifacts cannot be listed. */
export async function extractsOf(run: Run, shelf: Shelf): Promise<Finds> {
  const gates = byGate(await artifactsIn(run.id, shelf), run.attempt);
  const found: Found[] = [];
  const troubles: string[] = [];
  for (const listed of gates.slice(0, mostGates)) {
    const [newest] = listed;
    if (newest === undefined) continue;
    const content = await contentOf(newest, shelf);
    const { name, attempt } = newest;
    if (typeof content === "string")
      troubles.push(
        `The artifact ${newest.artifact.name} of run ${run.id} is not used: ${content}.`,
      );
    else found.push({ name, attempt, extract: content });
  }
  return { found, troubles };
}
