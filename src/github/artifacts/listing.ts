// Listing: the artifacts of one run that hold this gate's baseline, and what is wrong with each.
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Rest } from "../api/rest.ts";
import { type ArtifactName, entryName, readArtifactName } from "./name.ts";
import type { Origin, WorkflowRun } from "./trust.ts";
import { type Unzipped, unzipEntry } from "./unzip.ts";

/** Of the zip, and of what it holds: a document of 30 jobs and some thousand requests is well below. */
export const mostZipped = 5_000_000;
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
type Artifact = z.infer<typeof artifactSchema>;

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

/** By name, of all that the run uploaded. */
export async function artifactsOf(
  run: WorkflowRun,
  { rest, origin, name }: Library,
): Promise<readonly Listed[]> {
  const path = `repos/${origin.repository}/actions/runs/${run.id}/artifacts`;
  const found: Listed[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { per_page: perPage, page: page > 1 ? page : undefined };
    const { artifacts, total_count } = await rest.json({ path, query }, listSchema);
    for (const artifact of artifacts) {
      const called = readArtifactName(artifact.name, name);
      if (called) found.push({ artifact, called });
    }
    if (artifacts.length === 0 || page * perPage >= total_count) break;
  }
  return found.toSorted(byAttempt);
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

/** The document's text, still unread. */
export async function contentOf({ artifact }: Listed, library: Library): Promise<Unzipped> {
  const { rest, origin } = library;
  const path = `repos/${origin.repository}/actions/artifacts/${artifact.id}/zip`;
  const zip = await rest.redirected({ path, mostBytes: mostZipped });
  const why = wrongDigest(zip, artifact);
  if (why) return { kind: "refused", why };
  return unzipEntry(zip, { entry: entryName, mostBytes: mostUnzipped });
}
