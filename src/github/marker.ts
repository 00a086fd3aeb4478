// The marker: how a comment is known as ours, and which run wrote it.

/** Run ids grow with time, and attempts within a run. */
export interface RunNumber {
  readonly id: number;
  readonly attempt: number;
}

/** Nothing of a name can end the HTML comment or look like the rest of the marker. */
function encodedName(name: string): string {
  return encodeURIComponent(name).replace(/-(?=-|$)/g, "%2D");
}

/** What a comment of ours begins with, whoever's run wrote it; names differ before the space. */
export function markerPrefix(name: string): string {
  return `<!-- latency-gate:v1:${encodedName(name)} `;
}

export interface Marker {
  readonly name: string;
  readonly run: RunNumber;
  readonly headSha: string;
}

export function markerOf({ name, run, headSha }: Marker): string {
  const sha = headSha.replace(/[^0-9a-z]/gi, "");
  return `${markerPrefix(name)}run=${run.id}.${run.attempt} sha=${sha} -->`;
}

/** The run that wrote this body; undefined if the marker is not one that we write. */
export function writerOf(body: string): RunNumber | undefined {
  const [first = ""] = body.split("\n", 1);
  const [, id, attempt] = / run=(\d{1,15})\.(\d{1,6}) sha=/.exec(first) ?? [];
  return id === undefined ? undefined : { id: Number(id), attempt: Number(attempt) };
}

export function isNewer(a: RunNumber, b: RunNumber): boolean {
  return a.id === b.id ? a.attempt > b.attempt : a.id > b.id;
}
