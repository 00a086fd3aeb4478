// One report input per verdict kind, as a user would meet it; goldens and tests of every face share them.
import type { CellId } from "../../src/metrics/catalog.ts";
import type { ReportInput } from "../../src/report/input.ts";
import type { Comparison, Verdict, WorkloadVerdict } from "../../src/verdict/verdict.ts";
import {
  aComparison,
  anUncomparedCell,
  aPolicy,
  aRecord,
  aRun,
  aVerdict,
  aWorkloadRun,
  aWorkloadVerdict,
  type ComparisonOverrides,
  someRecords,
} from "../support/builders.ts";
import { aDuetWorkload } from "../support/duets.ts";

export function anInput(overrides: Partial<ReportInput> = {}): ReportInput {
  return {
    name: "latency-gate",
    verdict: aVerdict(),
    run: aRun(),
    policy: aPolicy(),
    commit: { head: "f00ba42".padEnd(40, "0"), base: "a1b2c3d".padEnd(40, "0") },
    history: new Map(),
    reproduce:
      "latency-gate gate --endpoint https://preview-7.example.test/v1 --model llama-3.1-8b --baseline baseline.json",
    baselineSource: "baseline.json",
    ...overrides,
  };
}

/** The cells of the default gate on a calm day; `changed` replaces some of them. */
export function cellsOfPass(changed: Partial<Record<CellId, ComparisonOverrides>> = {}) {
  const calm: ComparisonOverrides[] = [
    { cell: "ttft.p50", baseline: 230, candidate: 232, mde: 0.13, limit: 0.1 },
    { cell: "ttft.p95", baseline: 412, candidate: 408, mde: 0.19 },
    { cell: "tpot.p50", baseline: 19.8, candidate: 19.9, mde: 0.12, limit: 0.1 },
    { cell: "tpot.p95", baseline: 22.1, candidate: 22.03, mde: 0.17 },
    { cell: "e2e.p95", baseline: 2910, candidate: 3050, mde: 0.17 },
    { cell: "output_throughput", baseline: 812, candidate: 790, mde: 0.14 },
  ];
  const rows = calm.map((each) =>
    aComparison({ ...each, ...(each.cell === undefined ? {} : changed[each.cell]) }),
  );
  return [...rows, errors(changed["error_rate"])];
}

/** The error rate is compared in points and has no interval. */
function errors(overrides: ComparisonOverrides = {}): Comparison {
  const { lower, upper, mde, p, pHolm, theta, ...row } = aComparison({
    cell: "error_rate",
    baseline: 0,
    candidate: 0,
    limit: 0.005,
    ...overrides,
  });
  return row;
}

/** Deterministic, with the job-to-job spread that a small runner shows. */
function series(value: number): number[] {
  return Array.from({ length: 20 }, (_, job) => value * (1 + (((job * 7) % 11) - 5) / 100));
}

const history: ReportInput["history"] = new Map([
  [
    "chat-short",
    {
      cells: new Map([
        ["ttft.p50", series(230)],
        ["ttft.p95", series(412)],
        ["e2e.p95", series(2910)],
      ]),
    },
  ],
]);

const explanation = {
  before: { e2e: 2780, waiting: 243, pace: 2529, tail: 8 },
  after: { e2e: 2920, waiting: 371, pace: 2541, tail: 8 },
  moved: "waiting",
  sentence:
    "Mean E2E rose by 140 ms: +128 ms before the first token, +12 ms in the pace after it, +0 ms after the last token.",
} as const;

const slowFirstToken: Partial<Record<CellId, ComparisonOverrides>> = {
  "ttft.p50": {
    candidate: 248.4,
    lower: 0.04,
    upper: 0.12,
    finding: "inconclusive",
    reason: "underpowered",
    smallSlowdownLikely: true,
  },
  "ttft.p95": {
    candidate: 540,
    lower: 0.22,
    upper: 0.41,
    finding: "regressed",
    confirmation: 551,
    p: 0.00002,
    pHolm: 0.0001,
  },
};

function advisory(): Comparison {
  return aComparison({
    cell: "ttft.p99",
    gating: false,
    baseline: 480,
    candidate: 700,
    lower: 0.1,
    upper: 0.9,
    limit: 0.25,
    finding: "inconclusive",
    reason: "exceeds-within-noise",
  });
}

const slower: Verdict = aVerdict({
  kind: "regressed",
  because: [
    "chat-short: TTFT p95 rose by 31.07 %, allowed are 15 %; a second measurement confirmed it.",
  ],
  workloads: [
    aWorkloadVerdict({ comparisons: [...cellsOfPass(slowFirstToken), advisory()], explanation }),
  ],
  confirmation: "measured",
  geomean: 0.061,
});

const failing = someRecords(300).map((record) =>
  record.id % 10 < 3 && record.id < 290
    ? aRecord({
        id: record.id,
        outcome: "failed",
        failure: record.id % 50 === 0 ? "truncated" : "http_status",
        detail: "upstream connect error",
        status: record.id % 50 === 0 ? 200 : 502,
        ttftMs: null,
        ttfvtMs: null,
        lastOutputMs: null,
        e2eMs: null,
        outputTokens: null,
        inputTokens: null,
      })
    : record,
);

function failingRun() {
  const workload = aWorkloadRun({ records: failing });
  const examples = [
    { failure: "http_status", status: 502, detail: "<h1>502</h1> upstream | connect error" },
  ];
  return aRun({
    workloads: [
      {
        ...workload,
        counts: { ...workload.counts, examples },
        invalid: [
          { code: "too-many-failed", message: "87 of 300 requests failed (29 %, over 20 %)" },
        ],
      },
    ],
  });
}

const uncompared = [
  "ttft.p50",
  "ttft.p95",
  "tpot.p50",
  "e2e.p95",
  "output_throughput",
  "error_rate",
];
const measuredValues: Readonly<Record<string, number>> = {
  "ttft.p50": 231,
  "ttft.p95": 412,
  "tpot.p50": 19.9,
  "e2e.p95": 3050,
  output_throughput: 790,
  error_rate: 0,
};

function notCompared(reason: Comparison["reason"]): Comparison[] {
  return uncompared.map((cell) =>
    anUncomparedCell({
      cell,
      candidate: measuredValues[cell] ?? 0,
      ...(reason === undefined ? {} : { reason }),
    }),
  );
}

function withoutBaseline(
  message: string,
  reason: "no-baseline" | "not-comparable" = "no-baseline",
) {
  const { baseline, ...rest } = aWorkloadVerdict({
    comparisons: notCompared(reason),
    notCompared: { reason, message },
  });
  return rest;
}

const secondWorkload = aWorkloadVerdict({
  workload: "chat-long",
  comparisons: cellsOfPass().map((each) => ({ ...each, workload: "chat-long" })),
});

/** The same cells, compared round by round; the signs of ten rounds can show 1 in 1024 at best. */
function duetCells(changed: Partial<Record<CellId, ComparisonOverrides>> = {}) {
  return cellsOfPass(changed).map((each) => ({
    ...each,
    jobs: 10,
    n: 1000,
    ...(each.cell.id !== "error_rate" && {
      pExact: each.finding === "regressed" ? 1 / 1024 : 0.377,
    }),
  }));
}

function aDuetInput(verdict: Partial<Verdict>, workload: Partial<WorkloadVerdict>): ReportInput {
  const baseline = {
    kind: "duet",
    endpoint: "https://production.example.test/v1",
    rounds: 10,
    placementDuets: 0,
  } as const;
  return anInput({
    verdict: aVerdict({ ...verdict, workloads: [aWorkloadVerdict({ baseline, ...workload })] }),
    run: aRun({ workloads: [aDuetWorkload()] }),
    reproduce:
      "latency-gate gate --endpoint https://preview-7.example.test/v1 --baseline-endpoint https://production.example.test/v1 --model llama-3.1-8b",
  });
}

/** Every verdict kind, and the shapes of them that read differently. */
export const scenes: Readonly<Record<string, () => ReportInput>> = {
  passed: () =>
    anInput({
      verdict: aVerdict({
        workloads: [aWorkloadVerdict({ comparisons: cellsOfPass() })],
        geomean: 0.01,
      }),
      history,
    }),
  improved: () =>
    anInput({
      verdict: aVerdict({
        workloads: [
          aWorkloadVerdict({
            comparisons: cellsOfPass({
              "ttft.p50": { candidate: 179, lower: -0.27, upper: -0.17, finding: "improved" },
            }),
          }),
        ],
      }),
      history,
    }),
  regressed: () => anInput({ verdict: slower, history, acceptLabel: "latency-accepted" }),
  "regressed-several-workloads": () =>
    anInput({
      verdict: { ...slower, workloads: [secondWorkload, ...slower.workloads] },
      run: aRun({ workloads: [aWorkloadRun({ name: "chat-long" }), aWorkloadRun()] }),
    }),
  "duet-passed": () =>
    aDuetInput(
      { geomean: 0.01 },
      {
        comparisons: duetCells(),
        baseline: {
          kind: "duet",
          endpoint: "https://production.example.test/v1",
          rounds: 10,
          placementDuets: 6,
        },
      },
    ),
  "duet-regressed": () =>
    aDuetInput(
      { kind: "regressed", because: slower.because, confirmation: "measured", geomean: 0.061 },
      {
        comparisons: duetCells(slowFirstToken),
        explanation,
        warnings: [
          {
            code: "placed-unequally",
            message:
              "The two endpoints may differ in more than the change: connecting takes 1.2 ms at the base endpoint, 8.4 ms here.",
          },
        ],
      },
    ),
  "duet-inconclusive": () =>
    aDuetInput(
      {
        kind: "inconclusive",
        because: ["chat-short: TTFT p95 rose by 17.96 %, allowed are 15 %, but that may be noise."],
      },
      {
        comparisons: duetCells({
          "ttft.p95": {
            candidate: 486,
            lower: 0.03,
            upper: 0.34,
            finding: "inconclusive",
            reason: "exceeds-within-noise",
          },
        }),
      },
    ),
  "regressed-absolute-limit": () =>
    anInput({
      verdict: aVerdict({
        kind: "regressed",
        because: ["chat-short: TTFT p95 is beyond its bound (above its max of 800 ms)."],
        workloads: [
          aWorkloadVerdict({
            comparisons: cellsOfPass({
              "ttft.p95": {
                baseline: 790,
                candidate: 803.4,
                finding: "regressed",
                note: "above its max of 800 ms",
                absolute: { bound: "max", limit: 800, finding: "broken", p: 0.004 },
              },
            }),
          }),
        ],
        confirmation: "none",
      }),
    }),
  "regressed-errors": () =>
    anInput({
      run: aRun({
        workloads: [
          aWorkloadRun({
            records: someRecords(300).map((record) =>
              record.id % 33 === 0
                ? { ...record, outcome: "failed", failure: "timeout", detail: null }
                : record,
            ),
          }),
        ],
      }),
      verdict: aVerdict({
        kind: "regressed",
        because: ["chat-short: Errors rose by 3.03 points, allowed are 0.5 points."],
        workloads: [
          aWorkloadVerdict({
            comparisons: cellsOfPass({
              error_rate: { candidate: 10 / 300, finding: "regressed", baseline: 0.001 },
            }),
            explanation,
          }),
        ],
        confirmation: "measured",
      }),
    }),
  accepted: () =>
    anInput({
      verdict: { ...slower, kind: "accepted" },
      acceptance: { by: "label", name: "latency-accepted", reason: "longer system prompt, agreed" },
    }),
  inconclusive: () =>
    anInput({
      verdict: aVerdict({
        kind: "inconclusive",
        because: ["chat-short: TTFT p95 rose by 17.96 %, allowed are 15 %, but that may be noise."],
        workloads: [
          aWorkloadVerdict({
            comparisons: cellsOfPass({
              "ttft.p95": {
                candidate: 486,
                lower: 0.03,
                upper: 0.34,
                finding: "inconclusive",
                reason: "exceeds-within-noise",
              },
            }),
          }),
        ],
      }),
      history,
    }),
  "inconclusive-few-requests": () =>
    anInput({
      verdict: aVerdict({
        kind: "inconclusive",
        workloads: [
          aWorkloadVerdict({
            comparisons: cellsOfPass().map(
              (each): Comparison =>
                each.cell.statistic === "p95"
                  ? anUncomparedCell({
                      cell: each.cell.id,
                      candidate: each.candidate ?? 0,
                      reason: "insufficient-samples",
                      note: "needs 100 requests, had 60",
                    })
                  : each,
            ),
          }),
        ],
      }),
    }),
  "inconclusive-workload-changed": () =>
    anInput({
      verdict: aVerdict({
        kind: "inconclusive",
        because: ["chat-short: the workload changed: load was closed loop, concurrency 8."],
        workloads: [
          withoutBaseline(
            "the workload changed: load was closed loop, concurrency 8, is closed loop, concurrency 16",
            "not-comparable",
          ),
        ],
      }),
    }),
  "no-baseline": () =>
    anInput({
      verdict: aVerdict({
        kind: "no-baseline",
        because: ["chat-short: baseline.json does not exist."],
        workloads: [withoutBaseline("baseline.json does not exist")],
      }),
    }),
  calibrating: () =>
    anInput({
      verdict: aVerdict({
        workloads: [
          aWorkloadVerdict({
            comparisons: cellsOfPass().map((each) => ({ ...each, jobs: 2 })),
            calibrating: { jobs: 2, needed: 5 },
          }),
        ],
      }),
    }),
  invalid: () =>
    anInput({
      run: failingRun(),
      verdict: aVerdict({
        kind: "invalid",
        because: ["chat-short: 87 of 300 requests failed (29 %, over 20 %)"],
        workloads: [aWorkloadVerdict({ comparisons: cellsOfPass(slowFirstToken) })],
      }),
    }),
  skipped: () =>
    anInput({
      run: aRun({ workloads: [] }),
      verdict: aVerdict({
        kind: "skipped",
        because: ["This pull request comes from a fork, which has no access to the API key."],
        workloads: [],
      }),
    }),
};
