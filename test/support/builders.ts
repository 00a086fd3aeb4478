// Builders of the values that flow through the program, so that a test names only what matters to it.
import type { HistoryRecord } from "../../src/baseline/history.ts";
import { catalog, cells, type MetricId } from "../../src/metrics/catalog.ts";
import type { Completed } from "../../src/metrics/record.ts";
import type { Distribution, Run, RunRecord, Scalar, WorkloadRun } from "../../src/metrics/run.ts";
import { fromMilliseconds, micros } from "../../src/time.ts";
import type { GatePolicy } from "../../src/verdict/policy.ts";
import type { Comparison, Verdict, WorkloadVerdict } from "../../src/verdict/verdict.ts";

/** A completed request of run.json: 128 tokens, TTFT 230 ms, 20 ms per token after it, tail 8 ms. */
export function aRecord(overrides: Partial<RunRecord> = {}): RunRecord {
  return {
    id: 0,
    outcome: "completed",
    failure: null,
    detail: null,
    status: 200,
    scheduledMs: 0,
    sentMs: 0,
    ttftMs: 230,
    ttfvtMs: 230,
    lastOutputMs: 2770,
    e2eMs: 2778,
    outputReads: 128,
    outputPieces: 128,
    inputTokens: 256,
    outputTokens: 128,
    reasoningTokens: null,
    cachedTokens: null,
    estimatedOutputTokens: null,
    tokenSource: "usage",
    finishReason: "length",
    freshConnection: false,
    connectMs: null,
    resent: false,
    ...overrides,
  };
}

/** A completed request as the load hands it on: three pieces at 100, 120 and 140 ms, end at 141 ms. */
export function aRequestRecord(overrides: Partial<Completed> = {}): Completed {
  return {
    id: 0,
    phase: "measure",
    scheduledAt: micros(0),
    sentAt: micros(0),
    outcome: "completed",
    status: 200,
    streamed: true,
    pieces: [100, 120, 140].map((at) => ({ at: fromMilliseconds(at), bytes: 4, kind: "text" })),
    endedAt: fromMilliseconds(141),
    tokens: { source: "usage", input: 10, output: 3 },
    finishReason: "stop",
    freshConnection: false,
    resent: false,
    text: "one two three",
    reasoning: "",
    servedBy: {},
    oddities: [],
    ...overrides,
  };
}

/** `n` completed requests, eight at a time; TTFT spreads from 200 to 260 ms and every 20th is slow. */
export function someRecords(n: number): RunRecord[] {
  return Array.from({ length: n }, (_, id) => {
    const ttftMs = 200 + ((id * 37) % 61) + (id % 20 === 19 ? 180 : 0);
    const lastOutputMs = ttftMs + 127 * (19.5 + ((id * 13) % 11) / 10);
    const scheduledMs = Math.floor(id / 8) * 2800 + (id % 8);
    return aRecord({
      id,
      scheduledMs,
      sentMs: scheduledMs,
      ttftMs,
      ttfvtMs: ttftMs,
      lastOutputMs,
      e2eMs: lastOutputMs + 8,
    });
  });
}

/** Hyndman-Fan type 7 of ascending values. */
function quantile(sorted: readonly number[], q: number): number {
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)]!;
  const above = sorted[Math.ceil(position)]!;
  return below + (above - below) * (position - Math.floor(position));
}

/** The histogram is left empty: nothing that uses these builders reads it. */
export function aDistribution(metric: MetricId, values: readonly number[]): Distribution {
  const { unit, better, scope } = catalog.get(metric)!;
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  return {
    unit,
    better,
    scope,
    n,
    mean: sorted.reduce((sum, value) => sum + value, 0) / n,
    p50: quantile(sorted, 0.5),
    p90: quantile(sorted, 0.9),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    max: sorted[n - 1]!,
    weak: (["p50", "p90", "p95", "p99"] as const).filter(
      (name) => n * (1 - Number(name.slice(1)) / 100) < 5 - 1e-9,
    ),
    histogram: "",
  };
}

export function aScalar(metric: MetricId, value: number): Scalar {
  const { unit, better, scope } = catalog.get(metric)!;
  return { unit, better, scope, value };
}

type Values = Partial<Record<MetricId, number[]>>;

/** What the records amount to, for the metrics that most tests look at; absent where there is none. */
export function metricsOf(records: readonly RunRecord[]): WorkloadRun["metrics"] {
  const done = records.filter((record) => record.outcome === "completed");
  const tried = records.filter((record) => record.outcome !== "dropped");
  const values: Values = { ttft: [], ttfvt: [], tpot: [], e2e: [], whole_request_rate: [] };
  for (const { ttftMs, ttfvtMs, lastOutputMs, e2eMs, outputTokens } of done) {
    if (ttftMs !== null) values.ttft?.push(ttftMs);
    if (ttfvtMs !== null) values.ttfvt?.push(ttfvtMs);
    if (e2eMs !== null) values.e2e?.push(e2eMs);
    if (ttftMs !== null && lastOutputMs !== null && outputTokens !== null && outputTokens > 1)
      values.tpot?.push((lastOutputMs - ttftMs) / (outputTokens - 1));
    if (e2eMs !== null && outputTokens !== null)
      values.whole_request_rate?.push((1000 * outputTokens) / e2eMs);
  }
  const distributions = Object.entries(values)
    .filter(([, list]) => list.length > 0)
    .map(([id, list]) => [id, aDistribution(id as MetricId, list)]);
  const failed = tried.filter((record) => record.outcome === "failed").length;
  return {
    ...Object.fromEntries(distributions),
    output_throughput: aScalar("output_throughput", 366),
    total_throughput: aScalar("total_throughput", 1098),
    request_throughput: aScalar("request_throughput", 2.86),
    error_rate: aScalar("error_rate", tried.length === 0 ? 0 : failed / tried.length),
  };
}

function countsOf(records: readonly RunRecord[]): WorkloadRun["counts"] {
  const of = (outcome: RunRecord["outcome"]) => records.filter((r) => r.outcome === outcome);
  const failures: Record<string, number> = {};
  for (const { failure } of of("failed"))
    if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1;
  return {
    planned: records.length,
    attempted: records.length - of("dropped").length,
    completed: of("completed").length,
    failed: of("failed").length,
    interrupted: of("interrupted").length,
    dropped: of("dropped").length,
    failures,
    examples: [],
    warmUp: { attempted: 16, completed: 16 },
  };
}

function lengths(values: readonly number[]) {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const total = sorted.reduce((sum, value) => sum + value, 0);
  return {
    n: sorted.length,
    total,
    mean: total / sorted.length,
    min: sorted[0]!,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: sorted[sorted.length - 1]!,
  };
}

const present = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

/** 300 completed requests; metrics, counts and lengths follow from `records` unless overridden. */
export function aWorkloadRun(overrides: Partial<WorkloadRun> = {}): WorkloadRun {
  const records = overrides.records ?? someRecords(300);
  const done = records.filter((record) => record.outcome === "completed");
  return {
    name: "chat-short",
    key: "a".repeat(64),
    definition: {
      api: "openai-chat",
      model: "llama-3.1-8b",
      stream: true,
      "prompt-tokens": 256,
      "output-tokens": 128,
      "output-exact": false,
      temperature: 0,
      load: "closed loop, concurrency 8",
      requests: 300,
      "warm-up": 16,
      timeout: "60s",
      cache: "cold",
      seed: 1,
      "metrics-version": 1,
    },
    scheduleDigest: "b".repeat(64),
    window: {
      start: "2026-11-30T12:00:00.000Z",
      startMonotonicMs: 5000,
      durationMs: 105_000,
      end: "end-of-sending",
    },
    counts: countsOf(records),
    metrics: metricsOf(records),
    tokens: {
      source: "usage",
      encoding: null,
      input: lengths(present(done.map((record) => record.inputTokens))),
      output: lengths(present(done.map((record) => record.outputTokens))),
      reasoningTotal: null,
      cachedShare: null,
      finishReasons: { length: done.length },
    },
    client: {
      lagP99Ms: 0.2,
      loopDelayP99Ms: 0.2,
      turnWaitP99Ms: 0.04,
      readsTogether: 1,
      lagMaxMs: 1.4,
      scheduleLatenessP99Ms: null,
      gcPauses: 12,
      gcMaxMs: 1.1,
      gcTotalMs: 6.2,
      cpuShare: 0.12,
      eventLoopUtilization: 0.1,
      freshConnections: 0,
      resent: 0,
      connectP50Ms: null,
    },
    server: null,
    servedBy: { models: ["llama-3.1-8b"], fingerprints: [], servers: [] },
    warnings: [],
    invalid: [],
    ...overrides,
    records,
  };
}

export function aRun(overrides: Partial<Run> = {}): Run {
  return {
    schema: 1,
    kind: "latency-gate-run",
    tool: "latency-gate 0.1.0",
    createdAt: "2026-11-30T12:02:00.000Z",
    commit: "f".repeat(40),
    runId: "1001",
    attempt: 1,
    repository: "acme/app",
    measurement: "first",
    endpoint: "https://preview-7.example.test/v1",
    environment: {
      model: "llama-3.1-8b",
      precision: null,
      hardware: null,
      engine: null,
      replicas: null,
      region: null,
      runner: { image: "ubuntu-24.04", architecture: "x64", cores: 4 },
    },
    boundaries: "latency-gate/1",
    workloads: [aWorkloadRun()],
    ...overrides,
  };
}

/** One main job, its cells given as values in the metric's own unit. */
export function aHistoryRecord(
  values: Record<string, number> = { "ttft.p50": 230 },
  overrides: Partial<HistoryRecord> = {},
): HistoryRecord {
  const y = (id: string, value: number) =>
    cells.get(id)?.metric.better === "higher" ? -Math.log(value) : Math.log(value);
  return {
    v: 1,
    sha: "c".repeat(40),
    runId: "900",
    attempt: 1,
    time: "2026-11-30T10:00:00.000Z",
    key: "a".repeat(64),
    where: "ubuntu-24.04/x64",
    subject: {},
    epoch: 0,
    newEpoch: false,
    repeats: 1,
    cells: Object.fromEntries(
      Object.entries(values).map(([id, value]) => [id, { y: y(id, value), w: 0.02, n: 300 }]),
    ),
    err: { x: 0, n: 300 },
    outTokMean: 128,
    clientLagP99: 0.2,
    ...overrides,
  };
}

export type ComparisonOverrides = Partial<Omit<Comparison, "cell">> & { readonly cell?: string };

/** TTFT p95, gating, unchanged: 412 ms on main and here; the change follows from the two values. */
export function aComparison(overrides: ComparisonOverrides = {}): Comparison {
  const { cell: id = "ttft.p95", ...rest } = overrides;
  const baseline = rest.baseline ?? 412;
  const candidate = rest.candidate ?? baseline;
  const change = id === "error_rate" ? candidate - baseline : candidate / baseline - 1;
  return {
    workload: "chat-short",
    cell: cells.get(id)!,
    gating: true,
    finding: "unchanged",
    baseline,
    candidate,
    change,
    lower: change - 0.05,
    upper: change + 0.05,
    limit: cells.get(id)!.metric.better === "higher" ? -0.1 : 0.15,
    theta: Math.log(1.15),
    p: 0.5,
    pHolm: 1,
    mde: 0.19,
    jobs: 20,
    n: 300,
    smallSlowdownLikely: false,
    ...rest,
  };
}

/** A comparison for which nothing could be compared: no baseline side, no change. */
export function anUncomparedCell(overrides: ComparisonOverrides = {}): Comparison {
  const { cell: id = "ttft.p95", ...rest } = overrides;
  return {
    workload: "chat-short",
    cell: cells.get(id)!,
    gating: true,
    finding: "inconclusive",
    reason: "no-baseline",
    candidate: 412,
    limit: 0.15,
    jobs: 0,
    n: 300,
    smallSlowdownLikely: false,
    ...rest,
  };
}

export function aWorkloadVerdict(overrides: Partial<WorkloadVerdict> = {}): WorkloadVerdict {
  return {
    workload: "chat-short",
    comparisons: [aComparison()],
    baseline: {
      kind: "history",
      source: "baseline.json",
      sha: "a1b2c3d".padEnd(40, "0"),
      time: "2026-11-30T10:00:00.000Z",
      match: "exact",
      jobs: 20,
    },
    warnings: [],
    ...overrides,
  };
}

export function aVerdict(overrides: Partial<Verdict> = {}): Verdict {
  return {
    kind: "passed",
    because: [],
    workloads: [aWorkloadVerdict()],
    confirmation: "not-needed",
    alpha: 0.05,
    warnings: [],
    ...overrides,
  };
}

/** The defaults of the gate: six cells and the failures. */
export function aPolicy(overrides: Partial<GatePolicy> = {}): GatePolicy {
  const cell = (maxChange: number, minChange: number) => ({ maxChange, minChange });
  return {
    cells: new Map([
      ["ttft.p50", cell(0.1, 2)],
      ["ttft.p95", cell(0.15, 2)],
      ["tpot.p50", cell(0.1, 0.2)],
      ["tpot.p95", cell(0.15, 0.2)],
      ["e2e.p95", cell(0.15, 2)],
      ["output_throughput", cell(0.1, 0)],
      ["error_rate", cell(0.005, 0)],
      ["rejection_rate", cell(0.005, 0)],
    ]),
    named: new Set(),
    rule: "effect",
    alpha: 0.05,
    confirm: 1,
    history: 30,
    minHistory: 5,
    assumedRunCv: 0.04,
    onRegression: "fail",
    onInconclusive: "pass",
    onNoBaseline: "pass",
    ...overrides,
  };
}
