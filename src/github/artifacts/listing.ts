// Listing: the artifacts of one run that hold this gate's baseline, and what is wrong with each.
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Rest } from "../api/rest.ts";
import { type ArtifactName, entryName, readArtifactName } from "./name.ts";
import type { Origin, WorkflowRun } from "./trust.ts";
import { type Unzipped, unzipEntry } from "./unzip.ts";

/** Of the zip, and of what it holds: a document of 30 jobs and some thousand requests is well below. */
const mostZipped = 5_000_000;
export const mostUnzipped = 8_000_000;

const artifactSchema = z.object({
  id: z.int().positive(),
  name: z.string(),
  size_in_bytes: z.number(),
  expired: z.boolean(),
  digest: z.string().nullish(),
  workflow_run: z
    .object({
      id: z.int().nullish(),
      head_sha: z.string().nullish(),
      repository_id: z.int().nullish(),
      head_repository_id: z.int().nullish(),
    })
    .nullish(),
});
export type Artifact = z.infer<typeof artifactSchema>;

const listSchema = z.object({ total_count: z.int(), artifacts: z.array(artifactSchema) });

const perPage = 100;
/** A job may upload 500. */
const mostPages = 5;

export interface Listed {
  readonly artifact: Artifact;
  readonly called: ArtifactName;
}

/** The newest attempt first, and its copies in order. */
function byAttempt(a: Listed, b: Listed): number {
  return b.called.attempt - a.called.attempt || a.called.copy - b.called.copy;
}

export interface Library {
  readonly rest: Rest;
  readonly origin: Origin;
  /** The gate's name. */
  readonly name: string;
}

export interface Shelf {
  readonly rest: Rest;
  /** "owner/name". */
  readonly repository: string;
}

/** All that a run uploaded. */
export async function artifactsIn(
  runId: number,
  { rest, repository }: Shelf,
): Promise<readonly Artifact[]> {
  const path = `repos/${repository}/actions/runs/${runId}/artifacts`;
  const found: Artifact[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { per_page: perPage, page: page > 1 ? page : undefined };
    const { artifacts, total_count } = await rest.json({ path, query }, listSchema);
    found.push(...artifacts);
    if (artifacts.length === 0 || page * perPage >= total_count) break;
  }
  return found;
}

/** By name, of all that the run uploaded. */
export async function artifactsOf(
  run: WorkflowRun,
  { rest, origin, name }: Library,
): Promise<readonly Listed[]> {
  const all = await artifactsIn(run.id, { rest, repository: origin.repository });
  return all
    .flatMap((artifact) => {
      const called = readArtifactName(artifact.name, name);
      return called ? [{ artifact, called }] : [];
    })
    .toSorted(byAttempt);
}

function foreignIn({ workflow_run: told }: Artifact, run: WorkflowRun): boolean {
  const differs = (a: unknown, b: unknown) => a !== undefined && a !== null && a !== b;
  return (
    differs(told?.id, run.id) ||
    differs(told?.head_sha, run.head_sha) ||
    differs(told?.repository_id, run.repository.id) ||
    differs(told?.head_repository_id, run.repository.id)
  );
}

/** Why it is not worth downloading, a clause. */
export function objectionTo({ artifact, called }: Listed, run: WorkflowRun): string | undefined {
  if (foreignIn(artifact, run)) return "it is of another run";
  if (called.attempt > run.run_attempt)
    return `it is of attempt ${called.attempt}, the run had ${run.run_attempt}`;
  if (artifact.size_in_bytes > mostZipped)
    return `it has ${artifact.size_in_bytes} bytes, allowed are ${mostZipped}`;
  return undefined;
}

function wrongDigest(zip: Buffer, { digest }: Artifact): string | undefined {
  if (!digest) return undefined;
  const actual = `sha256:${createHash("sha256").update(zip).digest("hex")}`;
  return actual === digest.toLowerCase() ? undefined : "its digest is wrong";
}

export interface Wanted extends Shelf {
  /** The one file of the artifact. */
  readonly entry: string;
  readonly mostZipped: number;
  readonly mostUnzipped: number;
}

/** The one file that an artifact holds, still unread. */
export async function entryIn(artifact: Artifact, wanted: Wanted): Promise<Unzipped> {
  const { rest, repository, entry, mostUnzipped: mostBytes } = wanted;
  const path = `repos/${repository}/actions/artifacts/${artifact.id}/zip`;
  const zip = await rest.redirected({ path, mostBytes: wanted.mostZipped });
  const why = wrongDigest(zip, artifact);
  if (why) return { kind: "refused", why };
  return unzipEntry(zip, { entry, mostBytes });
}

/** The document's text, still unread. */
export function contentOf({ artifact }: Listed, { rest, origin }: Library): Promise<Unzipped> {
  const { repository } = origin;
  return entryIn(artifact, { rest, repository, entry: entryName, mostZipped, mostUnzipped });
}
