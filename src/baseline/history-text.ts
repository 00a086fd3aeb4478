// Past jobs out of a text: a baseline document, or JSON lines of history records.
import { z } from "zod";
import { parseStored } from "./codec.ts";
import { type BaselineDocument, type HistoryRecord, historyRecordSchema } from "./history.ts";

/** A job of main with what its document says of its workload; lines say nothing of it. */
export interface StoredJob {
  readonly record: HistoryRecord;
  readonly name?: string;
  readonly openLoop?: boolean;
}

/** What could not be read, and where. */
interface TextProblem {
  /** Counted from 1; absent where the whole text is meant. */
  readonly line?: number;
  readonly value: string;
  readonly legal: string;
}

export interface HistoryText {
  readonly jobs: readonly StoredJob[];
  readonly problems: readonly TextProblem[];
}

const legalText = "a baseline document, or history records as JSON, one on each line";
/** Order is time, so that a record whose time cannot be read has no place. */
const legalTime = 'a time such as "2026-11-30T10:00:00Z"';

/** A document is one JSON object over the whole text; anything else is read line by line. */
export function readHistoryText(text: string): HistoryText {
  const whole = parsed(text);
  return isDocument(whole) ? readDocument(text) : readLines(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const documentSchema = z.looseObject({ workloads: z.unknown() });
const kindSchema = z.looseObject({ kind: z.string() });

function isDocument(value: unknown): boolean {
  return documentSchema.safeParse(value).success || kindSchema.safeParse(value).success;
}

function readDocument(text: string): HistoryText {
  const stored = parseStored(text);
  if (stored.kind === "baseline") {
    const jobs = jobsOf(stored.document);
    return { jobs, problems: jobs.flatMap(({ record }) => timeProblem(record) ?? []) };
  }
  const why = stored.kind === "run" ? "a run file" : `a file of which ${stored.why}`;
  return { jobs: [], problems: [{ value: why, legal: legalText }] };
}

function jobsOf({ workloads }: BaselineDocument): StoredJob[] {
  return Object.entries(workloads).flatMap(([name, { history, definition }]) => {
    const openLoop = String(definition["load"]).startsWith("open");
    return history.map((record) => ({ record, name, openLoop }));
  });
}

function readLines(text: string): HistoryText {
  const jobs: StoredJob[] = [];
  const problems: TextProblem[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const found = readLine(line);
    if ("record" in found) jobs.push(found);
    else problems.push({ line: index + 1, ...found });
  }
  if (jobs.length === 0 && problems.length === 0)
    problems.push({ value: "no record", legal: legalText });
  return { jobs, problems };
}

function readLine(line: string): StoredJob | Omit<TextProblem, "line"> {
  const value = parsed(line);
  if (value === undefined) return { value: shown(line), legal: "a history record as JSON" };
  const record = historyRecordSchema.safeParse(value);
  if (!record.success) return issueOf(record.error, value);
  return timeProblem(record.data) ?? { record: record.data };
}

function timeProblem({ time }: HistoryRecord): TextProblem | undefined {
  if (!Number.isNaN(Date.parse(time))) return undefined;
  return { value: `time ${shown(time)}`, legal: legalTime };
}

/** The first thing wrong with a record: where, what was seen there and what may be there. */
function issueOf(error: z.ZodError, value: unknown): Omit<TextProblem, "line"> {
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  const place = path.length === 0 ? "" : `${path.map(String).join(".")} `;
  const legal = issue?.message.replace(/^Invalid input: expected /, "") ?? "a history record";
  return { value: `${place}${shown(valueAt(value, path))}`, legal };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

const longest = 60;

/** On one line, cut, and without control characters: texts come from outside. */
function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut.replaceAll(/\p{Cc}/gu, "\uFFFD");
}
