// Versioned JSON → what it holds, refusing what it cannot read with the reason.
import { z } from "zod";
import { type Run, runSchema, runSchemaVersion, type WorkloadRun } from "../metrics/run.ts";
import { type BaselineDocument, baselineSchema, baselineSchemaVersion } from "./history.ts";

export type Parsed =
  | { readonly kind: "baseline"; readonly document: BaselineDocument }
  | { readonly kind: "run"; readonly run: Run }
  | { readonly kind: "unreadable"; readonly why: string };

const headSchema = z.looseObject({ schema: z.int(), kind: z.string().optional() });

/** Versions that this program reads; every past one stays in the list. */
const knownVersions = new Set<number>([baselineSchemaVersion, runSchemaVersion]);

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return "does not fit its schema";
  const place = issue.path.map(String).join(".");
  return `${place === "" ? "the document" : place}: ${issue.message}`;
}

/** A name in it may be as long as the file. */
const longestWhy = 300;

function unreadable(why: string): Parsed {
  const cut = why.length > longestWhy ? `${why.slice(0, longestWhy)}…` : why;
  return { kind: "unreadable", why: cut };
}

/** Spelled out or escaped: JSON.parse makes a property of it that some code would take for the prototype. */
const suspect = /__proto__|\\u005f/i;

function refusePrototype(key: string, value: unknown): unknown {
  if (key === "__proto__")
    throw new RangeError("it has a key __proto__, which no file of ours has");
  return value;
}

function parseJson(text: string): { value: unknown } | { why: string } {
  try {
    return { value: suspect.test(text) ? JSON.parse(text, refusePrototype) : JSON.parse(text) };
  } catch (cause) {
    if (cause instanceof RangeError) return { why: cause.message };
    return { why: `it is not valid JSON (${text.length} characters)` };
  }
}

function parseKind(value: unknown, kind: string | undefined): Parsed {
  if (kind === "latency-gate-run") {
    const parsed = runSchema.safeParse(value);
    return parsed.success
      ? { kind: "run", run: parsed.data }
      : unreadable(firstIssue(parsed.error));
  }
  if (kind === "latency-gate-baseline" || kind === undefined) {
    const parsed = baselineSchema.safeParse(value);
    return parsed.success
      ? { kind: "baseline", document: parsed.data }
      : unreadable(firstIssue(parsed.error));
  }
  return unreadable(`it is a ${kind}, neither a baseline nor a run`);
}

/** Reads a baseline document or a run file, told apart by their `kind`. */
export function parseStored(text: string): Parsed {
  const json = parseJson(text);
  if ("why" in json) return unreadable(json.why);
  const head = headSchema.safeParse(json.value);
  if (!head.success) return unreadable("it has no schema version; it is not a file of ours");
  const { schema, kind } = head.data;
  if (!knownVersions.has(schema)) {
    return unreadable(
      `it has schema ${schema}; this version reads ${[...knownVersions].join(", ")}`,
    );
  }
  return parseKind(json.value, kind);
}

/** A run as JSON in pieces, each of which holds its strings whole: a record a line. */
export function* storedLines({ workloads, ...head }: Run): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"workloads":[`;
  for (const [index, workload] of workloads.entries()) {
    yield index === 0 ? "\n" : ",\n";
    yield* workloadLines(workload);
  }
  yield "\n]}\n";
}

function* workloadLines({ duet, ...own }: WorkloadRun): Generator<string> {
  yield* soloLines(own, duet ? "" : "}");
  if (!duet) return;
  const { base, ...rounds } = duet;
  yield `,\n"duet":${JSON.stringify(rounds).slice(0, -1)},"base":`;
  yield* soloLines(base, "}");
  yield "}}";
}

/** `end`: closes it, or leaves it open for more. */
function* soloLines(
  { records, ...solo }: Omit<WorkloadRun, "duet">,
  end: "}" | "",
): Generator<string> {
  yield `${JSON.stringify(solo).slice(0, -1)},"records":[`;
  for (const [nth, record] of records.entries())
    yield `${nth === 0 ? "" : ","}\n${JSON.stringify(record)}`;
  yield `\n]${end}`;
}

/** Stable, readable, newline-terminated JSON. */
export function formatStored(value: Run | BaselineDocument): string {
  return `${JSON.stringify(value)}\n`;
}
