// Upload: one file as an artifact of this run, by GitHub's own package, which takes a while to load.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { reasonOf } from "../sink.ts";

export type Uploaded =
  | { readonly kind: "uploaded"; readonly name: string }
  /** No action can on this server or runner, whatever it tries. */
  | { readonly kind: "unsupported"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string };

export interface Upload {
  readonly text: string;
  /** The file's name inside the artifact. */
  readonly entry: string;
  /** The artifact's name, for the first copy, the second and so on. */
  readonly called: (copy: number) => string;
  /** "https://github.com". */
  readonly serverUrl: string;
  /** A folder that is the runner's to empty. */
  readonly folder: string;
  /** Milliseconds for all of it. */
  readonly patience: number;
}

const mostCopies = 9;

function isTaken(cause: unknown): boolean {
  return cause instanceof Error && /\(409\)|already exists/i.test(cause.message);
}

/** As the package itself tells them apart; on other servers each of its functions throws. */
function isGitHubs(serverUrl: string): boolean {
  const { hostname } = new URL(serverUrl);
  return /(^github\.com|\.ghe\.com|\.localhost)$/i.test(hostname);
}

function failure(cause: unknown): Uploaded {
  const why = reasonOf(cause);
  return /ACTIONS_(RUNTIME_TOKEN|RESULTS_URL)/.test(why)
    ? { kind: "unsupported", why: "this runner offers no artifact service" }
    : { kind: "failed", why };
}

/** Two jobs of one attempt may use the same name: the second gets the next copy. */
async function uploadFree(file: string, { called, folder }: Upload): Promise<string> {
  const { DefaultArtifactClient } = await import("@actions/artifact");
  const client = new DefaultArtifactClient();
  for (let copy = 1; ; copy += 1) {
    try {
      await client.uploadArtifact(called(copy), [file], folder);
      return called(copy);
    } catch (cause) {
      if (!isTaken(cause) || copy === mostCopies) throw cause;
    }
  }
}

function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const late = AbortSignal.timeout(milliseconds);
  const lateness = new Promise<never>((_, reject) => {
    late.addEventListener("abort", () => reject(new Error("no answer in time")), { once: true });
  });
  return Promise.race([work, lateness]);
}

/** Never rejects. */
export async function uploadText(upload: Upload): Promise<Uploaded> {
  if (!isGitHubs(upload.serverUrl)) {
    const why = "actions can upload artifacts only on github.com and *.ghe.com";
    return { kind: "unsupported", why };
  }
  try {
    const folder = await mkdtemp(path.join(upload.folder, "latency-gate-"));
    try {
      const file = path.join(folder, upload.entry);
      await writeFile(file, upload.text);
      const name = await inTime(uploadFree(file, { ...upload, folder }), upload.patience);
      return { kind: "uploaded", name };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (cause) {
    return failure(cause);
  }
}
