// From an extract back to a report: sentences are made anew from numbers, so that nobody else's words are told.
import { cells } from "../../metrics/catalog.ts";
import type { Run, WorkloadRun } from "../../metrics/run.ts";
import { explanationOf } from "../../verdict/explain.ts";
import { defaultPolicy } from "../../verdict/policy.ts";
import type {
  BaselineIdentity,
  Comparison,
  InconclusiveReason,
  Verdict,
  WorkloadVerdict,
} from "../../verdict/verdict.ts";
import { allMetricsFold } from "../folds/all-metrics.ts";
import type { ReportInput } from "../input.ts";
import { type Report, reportFrom } from "../report.ts";
import { text } from "../text/text.ts";
import type { Extract, WorkloadExtract } from "./schema.ts";

const invalidWords: Readonly<Record<string, string>> = {
  "client-lag": "the client itself lagged too much",
  "not-alone": "others used the endpoint during the measurement",
  "client-saturated": "the client itself was too busy",
  "missed-schedule": "the achieved rate missed the drawn schedule",
  "nothing-measured": "no measured request completed",
  "too-many-failures": "too many requests failed",
  "too-many-cut": "too many requests had not ended when draining was over",
  "too-few-measured": "too few of the planned requests were measured",
  "not-ready": "the endpoint was not ready in time",
  "wrong-version": "the endpoint served another version",
  refused: "the endpoint refused the first request",
  cancelled: "the job was cancelled",
  hopeless: "the first requests all failed",
};

const notComparedWords: Readonly<Partial<Record<InconclusiveReason, string>>> = {
  "no-baseline": "main has recorded nothing that fits",
  "not-comparable": "what was measured differs from what main measured",
  "environment-changed": "main was measured in another environment",
  "insufficient-samples": "too few requests were measured",
};

/** Of a duet. */
const notPairedWords: typeof notComparedWords = {
  "not-comparable": "the two endpoints have nothing in common that gates",
  "insufficient-samples": "too few rounds were measured",
};

type Told = WorkloadExtract["comparisons"][number];
type ToldBaseline = NonNullable<WorkloadExtract["baseline"]>;

function comparisonFrom(workload: string, { cell: id, ...told }: Told): Comparison[] {
  const cell = cells.get(id);
  return cell ? [{ ...told, workload, cell }] : [];
}

/** Where it is and what it is called was told by whoever wrote the extract. */
function identityFrom(baseline: ToldBaseline): BaselineIdentity {
  return baseline.kind === "duet" ? { ...baseline, endpoint: "" } : { ...baseline, source: "main" };
}

function notComparedMessage(
  reason: InconclusiveReason,
  baseline: ToldBaseline | undefined,
): string {
  const words = baseline?.kind === "duet" ? notPairedWords : notComparedWords;
  return words[reason] ?? "it could not be compared";
}

function workloadVerdictFrom(told: WorkloadExtract): WorkloadVerdict {
  const { name, comparisons, baseline, notCompared, calibrating, parts } = told;
  return {
    workload: name,
    comparisons: comparisons.flatMap((each) => comparisonFrom(name, each)),
    ...(baseline && { baseline: identityFrom(baseline) }),
    ...(notCompared && {
      notCompared: {
        reason: notCompared,
        message: notComparedMessage(notCompared, baseline),
      },
    }),
    ...(calibrating && { calibrating }),
    ...(parts && { explanation: explanationOf(parts.before, parts.after) }),
    warnings: [],
  };
}

function becauseOf({ verdict, workloads }: Extract): string[] {
  if (verdict === "skipped") return ["The secrets that the endpoint needs are not given to forks."];
  if (verdict !== "invalid") return [];
  return workloads.flatMap(({ name, invalid, baseInvalid = [] }) => [
    ...invalid.map((code) => `${name}: ${invalidityOf(code)}.`),
    ...baseInvalid.map((code) => `${name}: base endpoint: ${invalidityOf(code)}.`),
  ]);
}

function invalidityOf(code: string): string {
  return invalidWords[code] ?? "for a reason that is not told here";
}

function verdictFrom(extract: Extract): Verdict {
  return {
    kind: extract.verdict,
    because: becauseOf(extract),
    workloads: extract.workloads.map(workloadVerdictFrom),
    confirmation: extract.confirmation,
    alpha: extract.alpha,
    warnings: [],
  };
}

function loadText(load: WorkloadExtract["load"]): Record<string, string> {
  if (load === undefined) return {};
  return "concurrency" in load
    ? { load: `closed loop, concurrency ${load.concurrency}` }
    : { load: `open loop, rate ${load.rate}/s, ${load.arrival}` };
}

function lengthsOf(mean: number | undefined): WorkloadRun["tokens"]["output"] {
  if (mean === undefined) return null;
  return { n: 0, total: 0, mean, min: 0, p50: mean, p95: mean, max: 0 };
}

function sumOf(failures: WorkloadExtract["failures"]): number {
  return Object.values(failures).reduce((sum, n) => sum + n, 0);
}

/** As much of a run as headlines, tables and footers ask for. */
function workloadRunFrom(told: WorkloadExtract): WorkloadRun {
  const { name, attempted, completed, failures, tokens } = told;
  return {
    name,
    key: "",
    definition: loadText(told.load),
    scheduleDigest: "",
    window: { start: "", startMonotonicMs: 0, durationMs: 0, end: "end-of-sending" },
    counts: {
      planned: null,
      attempted,
      completed,
      failed: sumOf(failures),
      interrupted: 0,
      dropped: 0,
      failures,
      examples: [],
      warmUp: { attempted: 0, completed: 0 },
    },
    metrics: {},
    tokens: {
      source: "unknown",
      encoding: null,
      input: lengthsOf(tokens?.input),
      output: lengthsOf(tokens?.output),
      reasoningTotal: null,
      cachedShare: null,
      finishReasons: {},
    },
    client: null,
    server: null,
    servedBy: { models: [], fingerprints: [], servers: [] },
    warnings: [],
    invalid: [],
    records: [],
  };
}

const nowhere = {
  model: null,
  precision: null,
  hardware: null,
  engine: null,
  replicas: null,
  region: null,
  runner: { image: null, architecture: "", cores: 1 },
};

function runFrom({ createdAt, head, workloads }: Extract): Run {
  return {
    schema: 1,
    kind: "latency-gate-run",
    tool: "latency-gate",
    createdAt,
    commit: head ?? null,
    runId: null,
    attempt: 1,
    repository: null,
    measurement: "first",
    endpoint: "",
    environment: nowhere,
    boundaries: "client",
    workloads: workloads.map(workloadRunFrom),
  };
}

/** What a report is drawn from, as far as an extract knows it. */
export function inputFrom(extract: Extract): ReportInput {
  const { minHistory, onRegression, name, head, base } = extract;
  return {
    name,
    verdict: verdictFrom(extract),
    run: runFrom(extract),
    policy: { ...defaultPolicy, minHistory, onRegression },
    commit: { head, base },
    history: new Map(),
    reproduce: "",
    baselineSource: "main",
  };
}

/**
 * A report of such an input, with the tables and their statistics; what was measured and how is told where it was
 * measured. `origin` says whose numbers these are, in a sentence of ours.
 */
export function retold(input: ReportInput, origin: string): Report {
  const report = reportFrom(input);
  const statistics = allMetricsFold({ ...input, run: { ...input.run, workloads: [] } });
  return {
    ...report,
    notes: [...report.notes, text`${origin}`],
    folds: statistics.blocks.length > 0 ? [statistics] : [],
  };
}
