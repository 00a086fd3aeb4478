// A BaselineStore in a path: a document, a directory of documents, or run files.
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { configError } from "../errors.ts";
import type { Run } from "../metrics/run.ts";
import { formatStored, parseStored } from "./codec.ts";
import { documentFromRuns, emptyDocument, joined, withRecording } from "./document.ts";
import type { BaselineDocument } from "./history.ts";
import type { BaselineRead, BaselineStore, Recorded, Recording } from "./store.ts";

const legal = "a baseline document, a directory of them, or run files of this version";

function refuse(file: string, why: string): Error {
  return configError([{ input: "baseline", value: `${file}: ${why}`, legal }]);
}

type Kind = "file" | "directory" | "absent";

async function kindOf(place: string): Promise<Kind> {
  try {
    return (await stat(place)).isDirectory() ? "directory" : "file";
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return "absent";
    throw refuse(place, cause instanceof Error ? cause.message : String(cause));
  }
}

async function filesOf(place: string): Promise<string[]> {
  const kind = await kindOf(place);
  if (kind === "absent") return [];
  if (kind === "file") return [place];
  const names = await readdir(place);
  return names
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => path.join(place, name));
}

interface Contents {
  readonly documents: readonly BaselineDocument[];
  readonly runs: readonly Run[];
}

async function contentsOf(files: readonly string[]): Promise<Contents> {
  const documents: BaselineDocument[] = [];
  const runs: Run[] = [];
  for (const file of files) {
    const parsed = parseStored(await readFile(file, "utf8"));
    if (parsed.kind === "unreadable") throw refuse(file, parsed.why);
    if (parsed.kind === "baseline") documents.push(parsed.document);
    else runs.push(parsed.run);
  }
  return { documents, runs };
}

/** A reader sees the old document or the new one, never half of it. */
async function replace(file: string, document: BaselineDocument): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, formatStored(document));
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw cause;
  }
}

export interface FileStoreOptions {
  /** One path, or several whose contents are joined (reading only). */
  readonly paths: readonly string[];
  /** Names the document inside a directory. */
  readonly name: string;
  /** Jobs kept when run files are made a history. */
  readonly keep: number;
}

async function read({ paths, keep }: FileStoreOptions): Promise<BaselineRead> {
  const source = paths.join(", ");
  const files = (await Promise.all(paths.map(filesOf))).flat();
  if (files.length === 0) return { kind: "absent", source };
  const { documents, runs } = await contentsOf(files);
  const fromRuns = runs.length > 0 ? [documentFromRuns(runs, keep)] : [];
  return { kind: "found", source, document: joined([...documents, ...fromRuns]) };
}

async function targetOf(place: string, name: string): Promise<string> {
  const isDirectory = (await kindOf(place)) === "directory" || !place.endsWith(".json");
  return isDirectory ? path.join(place, `${name}.json`) : place;
}

async function existing(file: string): Promise<BaselineDocument> {
  if ((await kindOf(file)) === "absent") return emptyDocument;
  const { documents, runs } = await contentsOf([file]);
  if (runs.length > 0) throw refuse(file, "it is a run file; recording would overwrite it");
  return documents[0] ?? emptyDocument;
}

async function record(place: string, name: string, recording: Recording): Promise<Recorded> {
  const file = await targetOf(place, name);
  await replace(file, withRecording(await existing(file), recording));
  return { kind: "recorded", at: file };
}

/** Throws a configuration error, naming the file, where one is there and cannot be read. */
export function createFileStore(options: FileStoreOptions): BaselineStore {
  const [place = "."] = options.paths;
  return {
    read: () => read(options),
    record: (recording) => record(place, options.name, recording),
  };
}
