// A BaselineStore in workflow artifacts: each main job uploads the whole history, readers join the newest of them.
import { emptyDocument, joined, withRecording } from "../baseline/document.ts";
import type { BaselineDocument } from "../baseline/history.ts";
import type { BaselineRead, BaselineStore, Recorded, Recording } from "../baseline/store.ts";
import { type Warning, warning } from "../warning.ts";
import type { Patience } from "./api/patience.ts";
import { type Rest, restOf } from "./api/rest.ts";
import { mostUnzipped } from "./artifacts/listing.ts";
import { artifactNameOf, entryName } from "./artifacts/name.ts";
import { newestRuns, type RunSearch, runByNumber, runsOfCommit } from "./artifacts/runs.ts";
import { type Finds, noFinds, type Search, searchRun, searchRuns } from "./artifacts/search.ts";
import { distrust, type Origin, type WorkflowRun } from "./artifacts/trust.ts";
import { uploadText } from "./artifacts/upload.ts";
import type { MainLine } from "./main-line.ts";
import { explained } from "./permission.ts";
import { remoteText } from "./runner/remote-text.ts";
import { reasonOf } from "./sink.ts";

export interface ArtifactStoreOptions {
  readonly apiUrl: string;
  readonly token: string | undefined;
  readonly origin: Origin;
  /** The gate's. */
  readonly name: string;
  readonly run: { readonly id: number | undefined; readonly attempt: number };
  /** Main reads more of its own past: what it leaves out of its document may be lost. */
  readonly recording: boolean;
  /** The commit that the change was made on, where it is known. */
  readonly base?: string | undefined;
  /** Of the branch that is measured; undefined without a token. */
  readonly line: MainLine | undefined;
  /** "https://github.com". */
  readonly serverUrl: string;
  /** A folder that the runner empties. */
  readonly folder: string;
  /** One line for the log; outside words in it are not yet safe. */
  readonly tell: (line: string) => void;
  readonly redact: (text: string) => string;
  readonly patience?: Patience | undefined;
  /** Milliseconds for the upload. */
  readonly uploadPatience?: number | undefined;
}

/** Jobs at once of which none is lost; each costs two calls, of the twelve that a quiet job may make. */
const documentsWanted = { reading: 3, recording: 4 };
const usualUploadPatience = 120_000;

function sourceOf({ origin }: ArtifactStoreOptions): string {
  return `the artifacts of ${origin.workflow} on ${origin.branch}`;
}

/** At most so many lines of runs that are not ours. */
const mostTold = 20;

function runSearch(rest: Rest, options: ArtifactStoreOptions): RunSearch {
  const told = new Set<number>();
  const refuse = ({ id }: WorkflowRun, why: string) => {
    if (told.has(id)) return;
    told.add(id);
    if (told.size <= mostTold) options.tell(`Run ${id} is no baseline: ${why}.`);
    if (told.size === mostTold + 1) options.tell("More runs are no baseline.");
  };
  return { rest, origin: options.origin, ownRun: options.run.id, refuse };
}

/** What this very job recorded before it was run again; it is running, so that the lists leave it out. */
async function searchOwn(
  search: Search,
  runs: RunSearch,
  { run, recording }: ArtifactStoreOptions,
) {
  if (!recording || run.attempt < 2 || run.id === undefined) return;
  const own = { ...(await runByNumber(runs, run.id)), status: "completed" };
  const why = distrust(own, runs.origin);
  if (why === undefined) await searchRun(own, search);
  else runs.refuse(own, why);
}

function holds({ documents }: Finds, sha: string): boolean {
  return documents.some(({ workloads }) =>
    Object.values(workloads).some(({ history }) => history.some((record) => record.sha === sha)),
  );
}

/** Its run may have left the history already, or have finished side by side with newer ones. */
async function searchBase(search: Search, runs: RunSearch, base: string | undefined) {
  if (base === undefined || holds(search.finds, base)) return;
  const before = search.finds.documents.length;
  await searchRuns(await runsOfCommit(runs, base), before + 1, search);
}

/** A run that a tag called as the branch set off looks like one of the branch in every field but its commit. */
function vouching({ origin, line }: ArtifactStoreOptions, { refuse }: RunSearch) {
  return async (run: WorkflowRun): Promise<boolean> => {
    const held = (await line?.holds(run.head_sha)) ?? false;
    if (!held) refuse(run, `its commit is not on the branch ${origin.branch}`);
    return held;
  };
}

async function find(options: ArtifactStoreOptions, rest: Rest): Promise<Finds> {
  const { origin, name, recording, base } = options;
  const runs = runSearch(rest, options);
  const search = {
    library: { rest, origin, name },
    finds: noFinds(),
    looked: new Set<number>(),
    vouch: vouching(options, runs),
  };
  const wanted = documentsWanted[recording ? "recording" : "reading"];
  await besides("What this job's earlier attempts recorded", search, () =>
    searchOwn(search, runs, options),
  );
  await searchRuns(await newestRuns(runs, wanted), wanted, search);
  await besides("The run of the base commit", search, () => searchBase(search, runs, base));
  return search.finds;
}

/** What fails here is told; it takes nothing from what is found otherwise. */
async function besides(what: string, { finds }: Search, look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch (cause) {
    finds.troubles.push(`${what} is unknown: ${reasonOf(cause)}.`);
  }
}

function warningsOf({ troubles }: Finds): readonly Warning[] {
  return troubles.map((trouble) => warning("baseline-skipped", trouble));
}

function listOf([first = "", ...rest]: readonly string[]): string {
  const clause = first.replace(/\.$/, "");
  return rest.length === 0 ? clause : `${clause}, and ${rest.length} more like it`;
}

function resultOf(finds: Finds, source: string): BaselineRead {
  const { documents, troubles, expired } = finds;
  if (documents.length > 0)
    return { kind: "found", source, document: joined(documents), warnings: warningsOf(finds) };
  if (troubles.length > 0) return { kind: "unreadable", source, why: listOf(troubles) };
  if (expired.length > 0) return { kind: "absent", source, why: listOf(expired), lost: true };
  return { kind: "absent", source, why: "none of its finished runs recorded one" };
}

async function read(options: ArtifactStoreOptions): Promise<BaselineRead> {
  const source = sourceOf(options);
  const { token, apiUrl, patience, tell } = options;
  if (token === undefined) return { kind: "unreadable", source, why: "there is no github-token" };
  try {
    const finds = await find(options, restOf({ apiUrl, token, patience }));
    for (const line of [...finds.troubles, ...finds.expired]) tell(line);
    return resultOf(finds, source);
  } catch (cause) {
    return { kind: "unreadable", source, why: explained(cause, "actions: read") };
  }
}

const instead =
  "set `baseline: branch`, for which main's job needs contents: write, or let `baseline` be a path and keep the file by the server's own means, such as its upload action";

async function record(
  before: BaselineDocument,
  recording: Recording,
  options: ArtifactStoreOptions,
): Promise<Recorded> {
  const { name, run, folder, serverUrl, redact } = options;
  const patience = options.uploadPatience ?? usualUploadPatience;
  const text = redact(remoteText(withRecording(before, recording), mostUnzipped));
  const called = (copy: number) => artifactNameOf({ name, attempt: run.attempt, copy });
  const upload = { text, entry: entryName, called, serverUrl, folder, patience };
  const uploaded = await uploadText(upload);
  if (uploaded.kind === "uploaded")
    return { kind: "recorded", at: `the artifact ${uploaded.name}` };
  const { kind, why } = uploaded;
  return { kind: "not-recorded", why: kind === "unsupported" ? `${why}; ${instead}` : why };
}

/** Neither verb rejects: what goes wrong is a result. Reads once; the job that is recorded grows what was read. */
export function createArtifactStore(options: ArtifactStoreOptions): BaselineStore {
  let reading: Promise<BaselineRead> | undefined;
  const readOnce = () => {
    reading ??= read(options);
    return reading;
  };
  return {
    read: readOnce,
    async record(recording) {
      const known = await readOnce();
      const before = known.kind === "found" ? known.document : emptyDocument;
      return record(before, recording, options);
    },
  };
}
