// Candidates: the run to judge, from one file, or put together from those that a matrix's legs left in folders.
import { type Dirent, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { parseStored } from "./baseline/codec.ts";
import type { JudgeConfig } from "./config/config.ts";
import { configError } from "./errors.ts";
import { isLegBeside, legOf, type RunFile, together } from "./metrics/run/legs.ts";
import type { Run } from "./metrics/run.ts";
import { readText } from "./ports.ts";
import { safeLine } from "./report/text/safe-text.ts";

export interface Candidate {
  /** Undefined where not one leg left a run. */
  readonly run: Run | undefined;
  /** What had to be measured and was not. */
  readonly declared: readonly string[];
  /** Nobody said which legs there are: what main measures has to be there. */
  readonly asMain: boolean;
}

const entry = "run.json";
/** An artifact's own folder, within one for all of them, and one to spare. */
const deepest = 3;
/** A matrix has at most 256 jobs (GitHub's limit). */
const mostRuns = 256;
const mostEntries = 10_000;
/** All of them together; a longer text than this is more than a string can hold. */
const mostBytes = 500 * 2 ** 20;

function refuse(input: string, place: string, why: string, legal: string) {
  return configError([{ input, value: `${safeLine(place)}: ${why}`, legal }]);
}

/** A file that the user names and that is not a run is wrong usage. */
export function readRun(input: string, file: string): Run {
  const legal = "a run file of this version";
  const text = readText(file);
  if (text === undefined) throw refuse(input, file, "not found", legal);
  const parsed = parseStored(text);
  if (parsed.kind === "run") return parsed.run;
  const why = parsed.kind === "unreadable" ? parsed.why : "it is a baseline document";
  throw refuse(input, file, why, legal);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return [];
    throw cause;
  }
}

function* within(folder: string, depth = 0): Generator<string> {
  for (const each of entriesOf(folder)) {
    const at = path.join(folder, each.name);
    yield each.isFile() ? at : "";
    if (each.isDirectory() && depth < deepest) yield* within(at, depth + 1);
  }
}

/** Links are not followed: whoever filled the folder may have pointed them anywhere. */
function runFilesIn(input: string, folder: string): string[] {
  const files: string[] = [];
  let seen = 0;
  for (const file of within(folder)) {
    if (path.basename(file) === entry) files.push(file);
    seen += 1;
    if (seen > mostEntries)
      throw refuse(input, folder, `more than ${mostEntries} entries`, "a folder of results");
  }
  return files.toSorted();
}

function checkBounds(input: string, folder: string, files: readonly string[]): void {
  const legal = `at most ${mostRuns} runs, of ${mostBytes / 2 ** 20} MiB in all`;
  if (files.length > mostRuns) throw refuse(input, folder, `${files.length} runs`, legal);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  if (bytes > mostBytes)
    throw refuse(input, folder, `${Math.ceil(bytes / 2 ** 20)} MiB of runs`, legal);
}

/** The whole that an earlier step put together lies above the legs that it is made of. */
function legsAmong(files: readonly RunFile[]): readonly RunFile[] {
  const legs = files.filter(({ run }) => !run.workloads.some(({ leg }) => leg));
  return legs.length > 0 ? legs : files;
}

function readFolder(input: string, folder: string): readonly RunFile[] {
  const files = runFilesIn(input, folder);
  checkBounds(input, folder, files);
  return legsAmong(files.map((file) => ({ file: safeLine(file), run: readRun(input, file) })));
}

type Expected = Pick<JudgeConfig, "name" | "legs" | "declared">;

/** What nobody measured; a workload counts as measured where any leg did so. */
function missingFrom(runs: readonly Run[], { legs = [], declared }: Expected): readonly string[] {
  const workloads = runs.flatMap((run) => run.workloads);
  const names = new Set(workloads.map(({ name }) => name));
  const here = new Set([...runs.map(legOf), ...workloads.flatMap(({ leg }) => leg?.name ?? [])]);
  return [
    ...declared.filter((name) => !names.has(name)),
    ...legs.filter((leg) => !here.has(leg)).map((leg) => `leg ${leg}`),
  ];
}

function isFile(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** A file that an earlier job left, or that the pull request brought along, is not this commit's. */
function checkCommit(input: string, { file, run }: RunFile, commit: string | undefined): void {
  if (run.commit === null || commit === undefined || run.commit === commit) return;
  throw refuse(input, file, `of commit ${run.commit}`, "what was measured for this commit");
}

export interface CandidateRequest {
  /** The input that names the places. */
  readonly input: string;
  /** A run file, or several; or folders, in which each `run.json` is that of a leg. */
  readonly places: readonly string[];
  /** The one that is judged, where it is known. */
  readonly commit?: string | undefined;
  readonly expected: Expected;
}

/**
 * The one run where it is judged as it is: a file that is named, or `run.json` right in a folder. A leg that is left alone
 * of several may lie there too: actions/download-artifact makes a folder for each artifact only where there are more.
 */
function aloneIn(
  places: readonly string[],
  files: readonly RunFile[],
  gate: string,
): Run | undefined {
  const [place = "", ...otherPlaces] = places;
  const [first, ...others] = files;
  if (!first || others.length + otherPlaces.length > 0) return undefined;
  if (first.file === safeLine(place)) return first.run;
  const direct = first.file === safeLine(path.join(place, entry));
  return direct && !isLegBeside(first.run, gate) ? first.run : undefined;
}

/**
 * One file, or one `run.json` right in a folder, is judged as it is; anything else is put together. Throws a
 * configuration error where there is nothing and nobody said that there should be legs, and where a file is not a run of
 * this commit or does not go with the others.
 */
export function candidateFrom({ input, places, commit, expected }: CandidateRequest): Candidate {
  const files = places.flatMap((place) =>
    isFile(place)
      ? { file: safeLine(place), run: readRun(input, place) }
      : readFolder(input, place),
  );
  for (const file of files) checkCommit(input, file, commit);
  const [place = "."] = places;
  if (files.length === 0 && expected.legs === undefined)
    throw refuse(input, place, "no run is there", "a folder or file that measuring wrote");
  const alone = aloneIn(places, files, expected.name);
  return {
    run: alone ?? together(files, input),
    declared: missingFrom(
      files.map(({ run }) => run),
      expected,
    ),
    asMain: !alone && expected.legs === undefined,
  };
}
