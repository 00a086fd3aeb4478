// A BaselineStore in a file on a branch of its own: whole commits, one upon the other, never by force.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { emptyDocument, holdsRecording, withRecording } from "../baseline/document.ts";
import type { BaselineRead, BaselineStore, Recorded, Recording } from "../baseline/store.ts";
import type { Patience } from "./api/patience.ts";
import { restOf } from "./api/rest.ts";
import { mostUnzipped } from "./artifacts/listing.ts";
import { contentAt, type Place, present, put, tipOf } from "./branch/git.ts";
import type { MainLine } from "./main-line.ts";
import { explained } from "./permission.ts";
import { remoteText } from "./runner/remote-text.ts";
import { statusOf } from "./sink.ts";

export interface BranchStoreOptions {
  readonly apiUrl: string;
  readonly token: string | undefined;
  /** "owner/name". */
  readonly repository: string;
  readonly branch: string;
  /** The gate's: its document is NAME.json. */
  readonly name: string;
  readonly redact: (text: string) => string;
  /** Tells a branch that is not there from one that is hidden; undefined without a token. */
  readonly line?: MainLine | undefined;
  readonly patience?: Patience | undefined;
  /** Milliseconds before the nth try after a lost race, of which a random share is waited. */
  readonly backOff?: ((tries: number) => number) | undefined;
}

const mostTries = 10;
const usualBackOff = (tries: number) => Math.min(8_000, 200 * 2 ** tries);

function fileOf({ name }: BranchStoreOptions): string {
  return `${name}.json`;
}

function sourceOf(options: BranchStoreOptions): string {
  return `${fileOf(options)} on the branch ${options.branch}`;
}

/** Its patience begins anew. */
function placeOf(options: BranchStoreOptions, token: string): Place {
  const { repository, branch } = options;
  return { rest: restOf({ ...options, token }), repository, branch, file: fileOf(options) };
}

async function read(options: BranchStoreOptions): Promise<BaselineRead> {
  const source = sourceOf(options);
  const { token } = options;
  if (token === undefined) return { kind: "unreadable", source, why: "there is no github-token" };
  const place = placeOf(options, token);
  try {
    const tip = await tipOf(place);
    if (tip === undefined) {
      // Who may not read contents is told the same of every branch.
      await options.line?.newest();
      return { kind: "absent", source, why: "there is no such branch" };
    }
    const content = await contentAt(tip, place);
    if (content.kind === "none") return { kind: "absent", source, why: "there is no such file" };
    if (content.kind === "refused") return { kind: "unreadable", source, why: content.why };
    return { kind: "found", source, document: content.document };
  } catch (cause) {
    return { kind: "unreadable", source, why: explained(cause, "contents: read") };
  }
}

/** Undefined when it is done; the job may be there already, where the answer to an earlier try was lost. */
async function append(
  recording: Recording,
  place: Place,
  redact: (text: string) => string,
): Promise<string | undefined> {
  const { tip, content } = await present(place);
  if (content.kind === "refused")
    return `what is there cannot be read, and is not overwritten: ${content.why}`;
  const before = content.kind === "none" ? emptyDocument : content.document;
  if (holdsRecording(before, recording)) return undefined;
  const text = redact(remoteText(withRecording(before, recording), mostUnzipped));
  const message = `Record ${recording.run.commit ?? "a job"} [skip ci]`;
  await put({ tip, text, message }, place);
  return undefined;
}

/** Lost races, and answers that did not come; a missing right will be missing again. */
function mayPass(cause: unknown): boolean {
  const status = statusOf(cause);
  return status === undefined || status >= 500 || [404, 409, 422, 429].includes(status);
}

async function record(recording: Recording, options: BranchStoreOptions): Promise<Recorded> {
  const { token, backOff = usualBackOff } = options;
  if (token === undefined) return { kind: "not-recorded", why: "there is no github-token" };
  for (let tries = 1; ; tries += 1) {
    try {
      const why = await append(recording, placeOf(options, token), options.redact);
      return why === undefined
        ? { kind: "recorded", at: sourceOf(options) }
        : { kind: "not-recorded", why };
    } catch (cause) {
      if (!mayPass(cause) || tries === mostTries)
        return { kind: "not-recorded", why: explained(cause, "contents: write") };
      await sleep(randomInt(1, Math.max(2, backOff(tries))));
    }
  }
}

/** Neither verb rejects: what goes wrong is a result. */
export function createBranchStore(options: BranchStoreOptions): BaselineStore {
  return { read: () => read(options), record: (recording) => record(recording, options) };
}
