// History: what main remembers of its past jobs, one record per job and workload key.
import { z } from "zod";
import { definitionSchema, soloRunSchema } from "../metrics/run.ts";

const cellValueSchema = z.object({
  /** ln of the value, negated where higher is better: larger is always worse. */
  y: z.number(),
  /** Standard error of y within the run. */
  w: z.number().min(0),
  /** Requests behind it. */
  n: z.int().min(1),
});

/** Failed of attempted requests. */
const sharesSchema = z
  .object({ x: z.int().min(0), n: z.int().min(0) })
  .refine(({ x, n }) => x <= n, "x is more than n");

export const historyRecordSchema = z.object({
  v: z.literal(1),
  sha: z.string(),
  runId: z.union([z.string(), z.int().transform(String)]).optional(),
  attempt: z.int().min(1).default(1),
  time: z.string(),
  key: z.string(),
  /** What a pull request cannot change: runner, hardware, region. A change starts a new epoch. */
  where: z.string(),
  /** What it can change, or what only informs: shown, never compared for equality. */
  subject: z.record(z.string(), z.string()).default({}),
  epoch: z.int().min(0).default(0),
  newEpoch: z.boolean().default(false),
  /** A reference for slow drift, as long as no newer job is one. */
  pinned: z.boolean().optional(),
  repeats: z.int().min(1).default(1),
  cells: z.record(z.string(), cellValueSchema),
  err: sharesSchema.default({ x: 0, n: 0 }),
  /** Of the failed ones those that were refused for load; absent where that is not known. */
  rej: z.int().min(0).optional(),
  outTokMean: z.number().min(0).nullable().default(null),
  clientLagP99: z.number().min(0).nullable().default(null),
  tokenSource: z.string().optional(),
  cachedShare: z.number().min(0).max(1).nullable().optional(),
  /** Cells of this job's own re-measurement, where there was one. */
  confirmation: z.record(z.string(), cellValueSchema).nullish(),
  /** Its failed of attempted requests. */
  confirmationErr: sharesSchema.optional(),
  confirmationRej: z.int().min(0).optional(),
});
export type HistoryRecord = z.infer<typeof historyRecordSchema>;

/** A duet of one version with itself: what its two endpoints differ by is their placement. */
const placementDuetSchema = z.object({
  time: z.string(),
  key: z.string(),
  /** As of a history record: a duet measured elsewhere tells nothing of here. */
  where: z.string(),
  /** By cell, how much worse the candidate was round by round: differences of logs, at least two. */
  cells: z.record(z.string(), z.array(z.number())),
});
export type PlacementDuet = z.infer<typeof placementDuetSchema>;

export const baselineSchemaVersion = 1;

const workloadBaselineSchema = z.object({
  key: z.string(),
  definition: definitionSchema,
  history: z.array(historyRecordSchema),
  /** The newest job that was pinned, however old it is. */
  pinned: historyRecordSchema.optional(),
  /** The raw records of the newest job. */
  newest: soloRunSchema,
  /** Oldest first, at most 30; absent where nothing was measured against itself. */
  duets: z.array(placementDuetSchema).optional(),
});
export type WorkloadBaseline = z.infer<typeof workloadBaselineSchema>;

export const baselineSchema = z.object({
  schema: z.literal(baselineSchemaVersion),
  kind: z.literal("latency-gate-baseline"),
  repository: z.string().nullable(),
  workloads: z.record(z.string(), workloadBaselineSchema),
});
export type BaselineDocument = z.infer<typeof baselineSchema>;
