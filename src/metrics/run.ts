// Run: what one measurement found, in the public format of run.json; the zod schema is its one source.
import { z } from "zod";

export const runSchemaVersion = 1;

const share = z.number().min(0).max(1);
const milliseconds = z.number().min(0);
const count = z.int().min(0);
const code = z.object({ code: z.string(), message: z.string() });
const better = z.enum(["lower", "higher"]);

const distributionSchema = z.object({
  unit: z.string(),
  better,
  scope: z.string(),
  n: z.int().min(1),
  mean: z.number().min(0),
  p50: z.number().min(0),
  p90: z.number().min(0),
  p95: z.number().min(0),
  p99: z.number().min(0),
  /** Absent in old files. */
  min: z.number().min(0).optional(),
  max: z.number().min(0),
  /** Percentiles that n cannot support: n·(1−q) < 5. */
  weak: z.array(z.string()),
  /** HDR histogram V2, base64, of whole microseconds (of millitokens/s for rates), 3 significant digits. */
  histogram: z.string(),
});
export type Distribution = z.infer<typeof distributionSchema>;

const scalarSchema = z.object({
  unit: z.string(),
  better,
  scope: z.string(),
  value: z.number().min(0),
});
export type Scalar = z.infer<typeof scalarSchema>;

/** Times in ms. `scheduledMs` and `sentMs` count from `window.start`, the others from the request boundary. */
const recordSchema = z.object({
  id: count,
  /** Of a duet, counted from 0. */
  round: count.optional(),
  outcome: z.enum(["completed", "failed", "interrupted", "dropped"]),
  failure: z.string().nullable(),
  detail: z.string().nullable(),
  status: z.int().nullable(),
  scheduledMs: z.number(),
  sentMs: z.number().nullable(),
  ttftMs: milliseconds.nullable(),
  ttfvtMs: milliseconds.nullable(),
  lastOutputMs: milliseconds.nullable(),
  e2eMs: milliseconds.nullable(),
  /** Distinct arrivals that carried output; 1 means that no pace can be told. */
  outputReads: count.nullable(),
  outputPieces: count.nullable(),
  inputTokens: count.nullable(),
  outputTokens: count.nullable(),
  reasoningTokens: count.nullable(),
  cachedTokens: count.nullable(),
  estimatedOutputTokens: count.nullable(),
  tokenSource: z.enum(["usage", "estimate", "unknown"]).nullable(),
  finishReason: z.string().nullable(),
  freshConnection: z.boolean().nullable(),
  connectMs: milliseconds.nullable(),
  resent: z.boolean(),
  text: z.string().optional(),
  reasoning: z.string().optional(),
});
export type RunRecord = z.infer<typeof recordSchema>;

const lengthsSchema = z.object({
  n: count,
  total: count,
  mean: z.number().min(0),
  min: count,
  p50: z.number().min(0),
  p95: z.number().min(0),
  max: count,
});

const clientSchema = z.object({
  /** p99 of how late stamps were: the larger of the wait for a turn and the loop's delay less a timer's 1 ms. */
  lagP99Ms: milliseconds,
  /** p99 of the event loop's delay beyond its 1 ms resolution. */
  loopDelayP99Ms: milliseconds.nullable().default(null),
  /** p99 of stamp − arrival, reckoned from the turns of the loop; null where it was not watched. */
  turnWaitP99Ms: milliseconds.nullable().default(null),
  /** Half of all reads came in turns of so many reads or more; far above 1 where streams are in step. */
  readsTogether: count.nullable().default(null),
  lagMaxMs: milliseconds,
  /** Open loop: actual send − due time. Null in a closed loop. */
  scheduleLatenessP99Ms: milliseconds.nullable(),
  gcPauses: count,
  gcMaxMs: milliseconds,
  gcTotalMs: milliseconds,
  /** Process CPU time ÷ wall time of the measure phase; over 1 when several cores were busy. */
  cpuShare: z.number().min(0),
  eventLoopUtilization: share,
  freshConnections: count,
  resent: count,
  connectP50Ms: milliseconds.nullable(),
});
export type ClientHealth = z.infer<typeof clientSchema>;

/** What the endpoint's own metrics page told, where `metrics-url` names it; times are means over the measurement, ms. */
const serverSchema = z.object({
  engine: z.string(),
  /** The most that ran and waited at any look at the page. */
  runningMax: z.number().min(0),
  waitingMax: z.number().min(0),
  /** Sent by this job while the server was watched, warm-up and probe included. */
  sent: count,
  /** Finished by the server meanwhile; null where it does not count. */
  finished: z.number().min(0).nullable(),
  queueMeanMs: milliseconds.nullable(),
  prefillMeanMs: milliseconds.nullable(),
});
export type ServerReading = z.infer<typeof serverSchema>;

/** Everything the key is a hash of, flat, as people would write it; differences are listed by these names. */
export const definitionSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()]),
);
export type Definition = z.infer<typeof definitionSchema>;

/** One endpoint measured. */
export const soloRunSchema = z.object({
  name: z.string(),
  key: z.string(),
  /** Whether requests carried a key; absent in old files. */
  authenticated: z.boolean().optional(),
  definition: definitionSchema,
  scheduleDigest: z.string(),
  window: z.object({
    /** ISO 8601, wall clock, for people. */
    start: z.string(),
    /** The same instant on the client's monotonic clock, ms. */
    startMonotonicMs: z.number(),
    /** In a duet the sum of its stretches. */
    durationMs: milliseconds,
    /** In a duet: when each round was measured here, counted from `start`; the other endpoint had the time between. */
    stretches: z.array(z.object({ startMs: milliseconds, endMs: milliseconds })).optional(),
    /** Where the window ended: when sending ended, or with the last completion (too few requests). */
    end: z.enum(["end-of-sending", "last-completion"]),
  }),
  counts: z.object({
    planned: count.nullable(),
    attempted: count,
    completed: count,
    failed: count,
    interrupted: count,
    dropped: count,
    failures: z.record(z.string(), count),
    /** Failures by which the endpoint refused for load: `rejected`, and what an API calls overloaded; old files lack it. */
    refused: count.optional(),
    /** Up to three examples of failures: one per kind. */
    examples: z.array(
      z.object({ failure: z.string(), status: z.int().nullable(), detail: z.string() }),
    ),
    warmUp: z.object({ attempted: count, completed: count }),
  }),
  metrics: z.record(z.string(), z.union([distributionSchema, scalarSchema])),
  tokens: z.object({
    source: z.enum(["usage", "estimate", "mixed", "unknown"]),
    encoding: z.string().nullable(),
    input: lengthsSchema.nullable(),
    output: lengthsSchema.nullable(),
    reasoningTotal: count.nullable(),
    /** Cached ÷ input tokens as the server reported them; null if it reported none. */
    cachedShare: share.nullable(),
    finishReasons: z.record(z.string(), count),
  }),
  client: clientSchema.nullable(),
  /** Null where it was not asked for or could not be read. */
  server: serverSchema.nullable().default(null),
  servedBy: z.object({
    models: z.array(z.string()),
    fingerprints: z.array(z.string()),
    servers: z.array(z.string()),
  }),
  warnings: z.array(code),
  /** Why this measurement cannot be trusted; empty means valid. */
  invalid: z.array(code),
  records: z.array(recordSchema),
});

/** What one endpoint showed in one round of a duet: y = ln of the value, larger is worse; w its standard error. */
const sideSchema = z.object({
  cells: z.record(z.string(), z.object({ y: z.number(), w: z.number().min(0), n: z.int().min(1) })),
  err: z.object({ x: count, n: count }),
  /** Of the failures those that refused for load; absent where that is not known. */
  rej: count.optional(),
});

/** As the user states them; null means not stated. */
const environmentSchema = z.object({
  model: z.string().nullable(),
  precision: z.string().nullable(),
  hardware: z.string().nullable(),
  engine: z.string().nullable(),
  replicas: z.string().nullable(),
  region: z.string().nullable(),
  /** What the client's own machine is: image, architecture, cores. */
  runner: z.object({
    image: z.string().nullable(),
    architecture: z.string(),
    cores: z.int().min(1),
  }),
});
export type Environment = z.infer<typeof environmentSchema>;

/** As the configuration allows it: it becomes part of names. */
const gateName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);

/** Which job measured a workload, and where, in a run that was put together from those of several jobs. */
const legSchema = z.object({
  name: gateName,
  tool: z.string(),
  createdAt: z.string(),
  attempt: z.int().min(1),
  endpoint: z.string(),
  environment: environmentSchema,
});
export type Leg = z.infer<typeof legSchema>;

const workloadRunSchema = soloRunSchema.extend({
  /** Where it is there it holds instead of what the run itself says of endpoint and environment. */
  leg: legSchema.optional(),
  /** Where a second endpoint was measured in alternating rounds; the run itself is the candidate's over all of them. */
  duet: z
    .object({
      /** The base endpoint: scheme, host and path. */
      endpoint: z.string(),
      /** Who was measured first, round by round. */
      first: z.array(z.enum(["base", "candidate"])),
      rounds: z.array(z.object({ base: sideSchema, candidate: sideSchema })),
      /** The base endpoint over all rounds. */
      base: soloRunSchema,
    })
    .optional(),
});
export type WorkloadRun = z.infer<typeof workloadRunSchema>;

export const runSchema = z.object({
  schema: z.literal(runSchemaVersion),
  kind: z.literal("latency-gate-run"),
  tool: z.string(),
  /** The `name` of the gate or of a matrix's leg; files of other makers may lack it. */
  name: gateName.optional(),
  createdAt: z.string(),
  /** null where it is not known. */
  commit: z.string().nullable(),
  runId: z.string().nullable(),
  attempt: z.int().min(1),
  repository: z.string().nullable(),
  /** "first", "confirmation". */
  measurement: z.string(),
  /** Scheme, host and path of the endpoint; no query, no user information. */
  endpoint: z.string(),
  environment: environmentSchema,
  /** Clock boundaries other than ours are stated by the importers; runs that differ in it are not compared. */
  boundaries: z.string(),
  workloads: z.array(workloadRunSchema),
});
export type Run = z.infer<typeof runSchema>;
