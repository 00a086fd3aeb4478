// Extract: the numbers and words of our own that a report can be told from again, by a job that trusts nothing else.
import { z } from "zod";
import { cells } from "../../metrics/catalog.ts";
import { verdictKinds } from "../../verdict/verdict.ts";

export const extractVersion = 1;

const count = z.int().min(0);
const number = z.number();
const sha = z.string().regex(/^[0-9a-f]{7,64}$/i);
const time = z.iso.datetime();
const cellId = z.string().refine((id) => cells.has(id));
/** As the configuration allows them, a leg's and a workload's together: they are the only names that go through. */
const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,128}$/);
const code = z.string().regex(/^[a-z][a-z-]{0,39}$/);

const reasons = z.enum([
  "exceeds-within-noise",
  "underpowered",
  "unproven",
  "no-baseline",
  "insufficient-samples",
  "not-comparable",
  "environment-changed",
  "new",
  "no-number",
]);

const absoluteSchema = z.object({
  bound: z.enum(["max", "min"]),
  limit: number,
  finding: z.enum(["broken", "over-within-noise", "kept", "kept-unproven"]),
  p: z.exactOptional(number),
});

const comparisonSchema = z.object({
  cell: cellId,
  gating: z.boolean(),
  finding: z.enum(["regressed", "improved", "unchanged", "inconclusive"]),
  reason: z.exactOptional(reasons),
  baseline: z.exactOptional(number),
  candidate: z.exactOptional(number),
  change: z.exactOptional(number),
  lower: z.exactOptional(number),
  upper: z.exactOptional(number),
  limit: z.exactOptional(number),
  p: z.exactOptional(number),
  pHolm: z.exactOptional(number),
  pExact: z.exactOptional(number),
  mde: z.exactOptional(number),
  confirmation: z.exactOptional(number),
  jobs: count,
  n: z.exactOptional(count),
  smallSlowdownLikely: z.boolean(),
  absolute: z.exactOptional(absoluteSchema),
});

const historySchema = z.object({
  /** Older extracts know no other. */
  kind: z.literal("history").default("history"),
  sha: z.union([sha, z.literal("unknown")]),
  time,
  match: z.enum(["exact", "ancestor", "approximate"]),
  distance: z.exactOptional(count),
  jobs: count,
});

/** Without its endpoint: that is text from outside. */
const duetSchema = z.object({ kind: z.literal("duet"), rounds: count, placementDuets: count });

const baselineSchema = z.union([duetSchema, historySchema]);

const failureKinds = z.enum([
  "connect",
  "http_status",
  "rejected",
  "in_stream_error",
  "truncated",
  "timeout",
  "bad_response",
  "empty_output",
  "short_output",
]);

const loadSchema = z.union([
  z.object({ concurrency: count }),
  z.object({ rate: z.number().min(0), arrival: z.enum(["constant", "poisson"]) }),
]);

const partsSchema = z.object({ e2e: number, waiting: number, pace: number, tail: number });

const workloadSchema = z.object({
  name,
  comparisons: z.array(comparisonSchema).max(200),
  baseline: z.exactOptional(baselineSchema),
  notCompared: z.exactOptional(reasons),
  calibrating: z.exactOptional(z.object({ jobs: count, needed: count })),
  parts: z.exactOptional(z.object({ before: partsSchema, after: partsSchema })),
  attempted: count,
  completed: count,
  failures: z.partialRecord(failureKinds, count),
  load: z.exactOptional(loadSchema),
  /** Means. */
  tokens: z.exactOptional(z.object({ input: z.exactOptional(number), output: number })),
  invalid: z.array(code).max(20),
  /** Of a duet's base endpoint. */
  baseInvalid: z.exactOptional(z.array(code).max(20)),
});

/** What was tested: of which pull request, onto what. Compared, never told. */
const changeSchema = z.object({
  pullRequest: z.int().positive(),
  base: z.object({ ref: z.string().min(1).max(255), sha }),
});
export type ChangeExtract = z.infer<typeof changeSchema>;

/** Everything else in a file of this kind is left unread. */
export const extractSchema = z.object({
  schema: z.literal(extractVersion),
  kind: z.literal("latency-gate-extract"),
  name,
  verdict: z.enum(verdictKinds),
  confirmation: z.enum(["not-needed", "measured", "none"]),
  alpha: z.number().min(0).max(1),
  minHistory: count,
  onRegression: z.enum(["fail", "warn"]),
  createdAt: time,
  head: z.exactOptional(sha),
  base: z.exactOptional(sha),
  /** Extracts of before it was kept have none. */
  change: z.exactOptional(changeSchema),
  workloads: z.array(workloadSchema).max(100),
});
export type Extract = z.infer<typeof extractSchema>;
export type WorkloadExtract = Extract["workloads"][number];
