// A file on a branch, by the part of Git that the API shows: read at a commit, written as a commit upon it.
import { z } from "zod";
import type { BaselineDocument } from "../../baseline/history.ts";
import { type Rest, RestError } from "../api/rest.ts";
import { readDocument } from "../artifacts/document.ts";
import { mostUnzipped } from "../artifacts/listing.ts";
import { statusOf } from "../sink.ts";

const objectSchema = z.object({ sha: z.string() });
const refSchema = z.object({ object: objectSchema });
const commitSchema = z.object({ tree: objectSchema });
const treeSchema = z.object({ tree: z.array(z.object({ path: z.string() })) });
const anything = z.unknown();

/** Which file of which branch, and who asks. */
export interface Place {
  readonly rest: Rest;
  /** "owner/name". */
  readonly repository: string;
  readonly branch: string;
  readonly file: string;
}

function below({ repository }: Place, path: string): string {
  return `repos/${repository}/${path}`;
}

/** Undefined where GitHub says that there is none. */
async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (cause) {
    if (statusOf(cause) === 404) return undefined;
    throw cause;
  }
}

export async function tipOf(place: Place): Promise<string | undefined> {
  const path = below(place, `git/ref/heads/${place.branch}`);
  const ref = await unlessMissing(place.rest.json({ path }, refSchema));
  return ref?.object.sha;
}

type Content =
  | { readonly kind: "document"; readonly document: BaselineDocument }
  | { readonly kind: "none" }
  | { readonly kind: "refused"; readonly why: string };

/** Of one commit, so that what is read and what is written upon are the same. */
export async function contentAt(tip: string, place: Place): Promise<Content> {
  const ask = {
    path: below(place, `contents/${place.file}`),
    query: { ref: tip },
    accept: "application/vnd.github.raw+json",
    mostBytes: mostUnzipped,
  };
  const bytes = await unlessMissing(place.rest.bytes(ask));
  if (bytes === undefined) return { kind: "none" };
  return readDocument(bytes.toString("utf8"), place);
}

/** Where the branch stands: a commit and its tree. */
interface Tip {
  readonly sha: string;
  readonly tree: string;
}

interface Change {
  readonly tip: Tip | undefined;
  readonly text: string;
  readonly message: string;
}

async function treeOf(sha: string, place: Place): Promise<Tip> {
  const path = below(place, `git/commits/${sha}`);
  return { sha, tree: (await place.rest.json({ path }, commitSchema)).tree.sha };
}

/** A file that is said to be missing would be written anew: its tree must say so too. */
async function confirmMissing({ tree }: Tip, place: Place): Promise<void> {
  const path = below(place, `git/trees/${tree}`);
  const listed = await place.rest.json({ path }, treeSchema);
  if (listed.tree.some((entry) => entry.path === place.file))
    throw new RestError("GitHub does not give the file that the branch has");
}

async function commitOf({ tip, text, message }: Change, place: Place): Promise<string> {
  const { rest } = place;
  const file = { path: place.file, mode: "100644", type: "blob", content: text };
  const body = { ...(tip && { base_tree: tip.tree }), tree: [file] };
  const posted = { method: "POST", path: below(place, "git/trees"), body } as const;
  const tree = (await rest.json(posted, objectSchema)).sha;
  const commit = { message, tree, parents: tip === undefined ? [] : [tip.sha] };
  const ask = { method: "POST", path: below(place, "git/commits"), body: commit } as const;
  return (await rest.json(ask, objectSchema)).sha;
}

/** GitHub refuses what does not come upon the branch's tip, and a branch that is there already. */
async function advance(sha: string, tip: Tip | undefined, place: Place): Promise<void> {
  const { branch } = place;
  const ask =
    tip === undefined
      ? {
          method: "POST" as const,
          path: below(place, "git/refs"),
          body: { ref: `refs/heads/${branch}`, sha },
        }
      : {
          method: "PATCH" as const,
          path: below(place, `git/refs/heads/${branch}`),
          body: { sha, force: false },
        };
  await place.rest.json(ask, anything);
}

/** The document to grow, and what it lies in. */
export async function present(place: Place): Promise<{ tip: Tip | undefined; content: Content }> {
  const sha = await tipOf(place);
  if (sha === undefined) return { tip: undefined, content: { kind: "none" } };
  const tip = await treeOf(sha, place);
  const content = await contentAt(sha, place);
  if (content.kind === "none") await confirmMissing(tip, place);
  return { tip, content };
}

/** A commit upon what `present` found; rejects where another one came upon it in the meantime. */
export async function put(change: Change, place: Place): Promise<void> {
  await advance(await commitOf(change, place), change.tip, place);
}
