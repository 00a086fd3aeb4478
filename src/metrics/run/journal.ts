// Journal: what a measurement has seen so far as lines of JSON and back, so that it can be on disk while it runs.
import { z } from "zod";
import { micros } from "../../time.ts";
import type { Side } from "../../workload/duet/order.ts";
import { definitionSchema, type Run, runSchema } from "../run.ts";
import type { DigestedRecord } from "../values/digest.ts";
import type { Measured } from "./measured.ts";

const instant = z.number().transform(micros);

const pieceSchema = z.object({
  at: instant,
  bytes: z.number(),
  kind: z.enum(["text", "reasoning", "refusal", "tool-call"]),
});

const planned = {
  id: z.int(),
  round: z.int().exactOptional(),
  phase: z.enum(["warm-up", "measure"]),
  scheduledAt: instant,
};

const attempted = {
  ...planned,
  sentAt: instant.exactOptional(),
  status: z.int().exactOptional(),
  streamed: z.boolean(),
  arrivals: z.object({
    ttft: instant.exactOptional(),
    ttfvt: instant.exactOptional(),
    lastOutput: instant.exactOptional(),
    outputReads: z.int(),
  }),
  pieceCount: z.int(),
  firstPieceAt: instant.exactOptional(),
  pieces: z.array(pieceSchema).exactOptional(),
  endedAt: instant,
  tokens: z.object({
    source: z.enum(["usage", "estimate", "unknown"]),
    input: z.number().exactOptional(),
    output: z.number().exactOptional(),
    reasoning: z.number().exactOptional(),
    cached: z.number().exactOptional(),
    estimatedOutput: z.number().exactOptional(),
  }),
  finishReason: z.string().exactOptional(),
  freshConnection: z.boolean(),
  connect: instant.exactOptional(),
  resent: z.boolean(),
  text: z.string(),
  reasoning: z.string(),
  toolCallText: z.string().exactOptional(),
  servedBy: z.object({
    model: z.string().exactOptional(),
    fingerprint: z.string().exactOptional(),
    server: z.string().exactOptional(),
  }),
  oddities: z.array(z.string()),
};

const failures = [
  "connect",
  "http_status",
  "rejected",
  "in_stream_error",
  "truncated",
  "timeout",
  "bad_response",
  "empty_output",
  "short_output",
] as const;

const requestSchema = z.discriminatedUnion("outcome", [
  z.object({ ...planned, outcome: z.literal("dropped") }),
  z.object({ ...attempted, outcome: z.literal("completed") }),
  z.object({ ...attempted, outcome: z.literal("interrupted") }),
  z.object({
    ...attempted,
    outcome: z.literal("failed"),
    failure: z.enum(failures),
    detail: z.string(),
    retryAfter: z.number().exactOptional(),
  }),
]);

const loadSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("closed"), concurrency: z.int() }),
  z.object({
    kind: z.literal("open"),
    arrival: z.enum(["constant", "poisson"]),
    ratePerSecond: z.number(),
    maxInFlight: z.int(),
  }),
]);

const workloadSchema = z.object({
  workload: z.object({
    name: z.string(),
    load: loadSchema,
    objectives: z.array(
      z.object({ metric: z.enum(["ttft", "ttfvt", "tpot", "e2e"]), max: instant }),
    ),
  }),
  key: z.string(),
  definition: definitionSchema,
  scheduleDigest: z.string(),
  planned: z.int().exactOptional(),
  wallZeroMs: z.number(),
  saveResponses: z.boolean(),
  baseEndpoint: z.string().exactOptional(),
});

const lineSchema = z.union([
  z.object({ run: runSchema.omit({ workloads: true }) }),
  z.object({ workload: workloadSchema }),
  z.object({ request: requestSchema, side: z.literal("base").exactOptional() }),
]);

export type RunHead = Omit<Run, "workloads">;
export type WorkloadHead = Pick<
  Measured,
  | "workload"
  | "key"
  | "definition"
  | "scheduleDigest"
  | "planned"
  | "wallZeroMs"
  | "saveResponses"
  | "baseEndpoint"
>;

export type JournalEntry =
  | { readonly run: RunHead }
  | { readonly workload: WorkloadHead }
  /** `side`: of a duet's base endpoint. */
  | { readonly request: DigestedRecord; readonly side?: "base" };

export function runLine(run: RunHead): string {
  return JSON.stringify({ run });
}

export function workloadLine(head: WorkloadHead): string {
  const { name, load, objectives } = head.workload;
  return JSON.stringify({ workload: { ...head, workload: { name, load, objectives } } });
}

export function requestLine(request: DigestedRecord, side: Side = "candidate"): string {
  return JSON.stringify(side === "base" ? { request, side } : { request });
}

/** Undefined for what is no line of a journal: the last one may have been cut. */
export function readLine(line: string): JournalEntry | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
