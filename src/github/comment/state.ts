// What a section says of itself in its mark: which run wrote it, what came out, and what had been slower before.
import { cells } from "../../metrics/catalog.ts";
import type { PastSlowdown, Slowed } from "../../report/words/resolved.ts";
import { type VerdictKind, verdictKinds } from "../../verdict/verdict.ts";
import type { RunNumber } from "./run-number.ts";

/** Remembered from the last slower commit on; `healedAt` is there once a commit was not slower. */
export type Slowdown = Omit<PastSlowdown, "healedAt"> & {
  readonly healedAt?: string | undefined;
};

export interface SectionState {
  /** Names the gate, or the leg of a matrix, whose section it is. */
  readonly name: string;
  readonly run: RunNumber;
  /** The commit that was measured. */
  readonly sha: string;
  readonly verdict: VerdictKind;
  readonly slowdown?: Slowdown | undefined;
}

/** Nothing of a name can end the HTML comment or look like the rest of the mark. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/-(?=-|$)/g, "%2D");
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A commit, or what is left of something that is none. */
function plainSha(sha: string): string {
  return sha.replace(/[^0-9a-z]/gi, "").slice(0, 64) || "unknown";
}

/** "chat/ttft.p95:310": the change in thousandths. */
function slowedMark({ workload, cell, change }: Slowed): string {
  const thousandths = change === undefined ? "" : `:${Math.round(change * 1_000)}`;
  return `${encoded(workload)}/${cell}${thousandths}`;
}

function slowdownMark({ slowed, at, healedAt }: Slowdown): string {
  const healed = healedAt === undefined ? "" : ` healed=${plainSha(healedAt)}`;
  return ` slower=${slowed.map(slowedMark).join(",")} at=${plainSha(at)}${healed}`;
}

/** One line, an HTML comment. */
export function markOf({ name, run, sha, verdict, slowdown }: SectionState): string {
  const past = slowdown === undefined ? "" : slowdownMark(slowdown);
  const head = `run=${run.id}.${run.attempt} sha=${plainSha(sha)} verdict=${verdict}`;
  return `<!-- latency-gate:section ${encoded(name)} ${head}${past} -->`;
}

function slowedFrom(mark: string): Slowed[] {
  const [, name = "", id, thousandths] = /^([^/:]+)\/([\w.]+)(?::(-?\d{1,9}))?$/.exec(mark) ?? [];
  const workload = decoded(name);
  if (!workload || id === undefined || !cells.has(id)) return [];
  return [
    {
      workload,
      cell: id,
      ...(thousandths !== undefined && { change: Number(thousandths) / 1_000 }),
    },
  ];
}

type Fields = ReadonlyMap<string, string>;

function slowdownFrom(fields: Fields): Pick<SectionState, "slowdown"> {
  const slowed = (fields.get("slower") ?? "").split(",").flatMap(slowedFrom);
  const at = fields.get("at");
  if (slowed.length === 0 || at === undefined) return {};
  const healedAt = fields.get("healed");
  return { slowdown: { slowed, at, ...(healedAt !== undefined && { healedAt }) } };
}

function runFrom(text: string | undefined): RunNumber | undefined {
  const [, id, attempt] = /^(\d{1,15})\.(\d{1,6})$/.exec(text ?? "") ?? [];
  return id === undefined ? undefined : { id: Number(id), attempt: Number(attempt) };
}

/** undefined for every line that is not a mark of ours. */
export function stateFrom(line: string): SectionState | undefined {
  const [, encodedName = "", rest = ""] =
    /^<!-- latency-gate:section (\S+)((?: [a-z]+=[^\s<>]*)*) -->$/.exec(line) ?? [];
  const fields: Fields = new Map(
    [...rest.matchAll(/ ([a-z]+)=(\S*)/g)].map(([, key = "", value = ""]) => [key, value]),
  );
  const name = decoded(encodedName);
  const run = runFrom(fields.get("run"));
  const verdict = verdictKinds.find((kind) => kind === fields.get("verdict"));
  if (!name || !run || !verdict) return undefined;
  return { name, run, sha: fields.get("sha") ?? "unknown", verdict, ...slowdownFrom(fields) };
}

export interface Outcome {
  readonly verdict: VerdictKind;
  readonly sha: string;
  /** What is slower now, the worst first. */
  readonly slowed: readonly Slowed[];
}

/** A slowdown is remembered until the pull request is over: neither noise nor a broken run makes it forgotten. */
export function slowdownAfter(
  { verdict, sha, slowed }: Outcome,
  before: Slowdown | undefined,
): Slowdown | undefined {
  if ((verdict === "regressed" || verdict === "accepted") && slowed.length > 0)
    return { slowed, at: sha };
  if (before === undefined || verdict !== "passed") return before;
  return { ...before, healedAt: before.healedAt ?? sha };
}

/** How bad it looks: a rise is worth a new comment, so that people hear of it. */
export function rankOf({ verdict }: Pick<SectionState, "verdict">): number {
  if (verdict === "regressed" || verdict === "invalid") return 2;
  return verdict === "inconclusive" ? 1 : 0;
}
