// The gate's part: cells and limits in their metric's units, and what goes before what.
import { describe, expect, test } from "vitest";
import type { CellLimit } from "../../src/verdict/policy.ts";
import { configOf, configPath, problemsOf } from "./sources/given.ts";

const policyOf = (gate: string, inputs: Record<string, string> = {}) =>
  configOf({ objectives: "e2e: 1s", ...inputs }, `gate: ${gate}`).policy;

test.each<[id: string, yaml: string, limit: CellLimit]>([
  [
    "ttft.p95",
    "{ max-increase: 20%, min-change: 5ms, max: 0.8s }",
    { maxChange: 0.2, minChange: 5, max: 800 },
  ],
  // What is left out keeps the cell's default: 15 % and 2 ms for p95.
  ["ttft.p95", "{ max: 800ms }", { maxChange: 0.15, minChange: 2, max: 800 }],
  ["ttft.p99", "{}", { maxChange: 0.25, minChange: 2 }],
  ["tpot.p50", "{ max: 30ms, min-change: 0.1ms }", { maxChange: 0.1, minChange: 0.1, max: 30 }],
  ["e2e.mean", "{ min-change: 0 }", { maxChange: 0.1, minChange: 0 }],
  [
    "output_throughput",
    "{ max-decrease: 5%, min: 1200 tokens/s, min-change: 10 }",
    { maxChange: 0.05, minChange: 10, min: 1200 },
  ],
  ["goodput", "{ min: 120/m }", { maxChange: 0.1, minChange: 0, min: 2 }],
  ["good_share", "{ min: 99% }", { maxChange: 0.1, minChange: 0, min: 0.99 }],
  ["error_rate", "{ max-increase: 1%, max: 2% }", { maxChange: 0.01, minChange: 0, max: 0.02 }],
  ["error_rate", "{}", { maxChange: 0.005, minChange: 0 }],
])("%s: %s", (id, yaml, limit) => {
  const policy = policyOf(`{ cells: { ${id}: ${yaml} } }`);
  expect(policy.cells.get(id)).toEqual(limit);
  expect([...policy.named]).toEqual([id]);
});

const usual = [
  "ttft.p50",
  "ttft.p95",
  "tpot.p50",
  "tpot.p95",
  "e2e.p95",
  "output_throughput",
  "error_rate",
  "rejection_rate",
];

test("named cells join the default ones; off and false leave", () => {
  const policy = policyOf("{ cells: { itl.p99: {}, tpot.p50: off, tpot.p95: false } }");
  const expected = [...usual.filter((id) => !id.startsWith("tpot")), "itl.p99"];
  expect([...policy.cells.keys()].sort()).toEqual(expected.sort());
  expect([...policy.named]).toEqual(["itl.p99"]);
});

test.each([
  [
    "what is said of the errors' change goes for refusals",
    "error_rate: { max-increase: 5% }",
    0.05,
  ],
  [
    "what is said of refusals goes first",
    "error_rate: off, rejection_rate: { max-increase: 2% }",
    0.02,
  ],
  ["their bound is the errors' alone", "error_rate: { max: 1% }", 0.005],
  ["off for both", "error_rate: off", undefined],
])("%s", (_, entries, maxChange) => {
  const { cells, named } = policyOf(`{ cells: { ${entries} } }`);
  expect(cells.get("rejection_rate")?.maxChange).toBe(maxChange);
  expect(cells.get("rejection_rate")?.max).toBeUndefined();
  expect(named.has("rejection_rate")).toBe(entries.includes("rejection_rate"));
});

test("an input goes before the inline gate, that before the file, cell by cell", () => {
  const gate =
    "{ alpha: 0.1, history: 20, confirm: 0, cells: { ttft.p95: { max: 1s }, e2e.p95: off } }";
  const inline = "{ history: 10, min-history: 3, cells: { ttft.p95: { max-increase: 30% } } }";
  const policy = policyOf(gate, { gate: inline, "min-history": "2" });
  expect(policy).toMatchObject({ alpha: 0.1, history: 10, confirm: 0, minHistory: 2 });
  expect(policy.cells.get("ttft.p95")).toEqual({ maxChange: 0.3, minChange: 2 });
  expect(policy.cells.has("e2e.p95")).toBe(false);
});

describe("refusals", () => {
  const legalMs = "a duration with its unit (us, ms, s, m, h, d) from 0 to 24h";
  test.each([
    [
      "ttft.p95: { max-decrease: 5% }",
      "ttft.p95.max-decrease: saw an unknown key; legal: perhaps max-increase, of max-increase, min-change, max",
    ],
    [
      "output_throughput: { max-increase: 5% }",
      "output_throughput.max-increase: saw an unknown key; legal: perhaps max-decrease, of max-decrease, min-change, min",
    ],
    [
      "ttft.p95: { min: 5ms }",
      "ttft.p95.min: saw an unknown key; legal: max-increase, min-change, max",
    ],
    ["ttft.p95: { max: 800 }", `ttft.p95.max: saw 800; legal: ${legalMs}`],
    [
      "ttft.p95: { max-increase: 1.1 }",
      "ttft.p95.max-increase: saw 1.1; legal: a share with its sign from 0% to 1000%",
    ],
    [
      "error_rate: { max: 0.01 }",
      "error_rate.max: saw 0.01; legal: a share with its sign from 0% to 100%",
    ],
    [
      "output_throughput: { max-decrease: 100% }",
      'output_throughput.max-decrease: saw "100%"; legal: a share with its sign from 0% to 99%',
    ],
    [
      "ttft.p95:",
      "ttft.p95: saw nothing; legal: a mapping of max-increase, min-change, max; or off",
    ],
    ["ttft.p96: {}", "ttft.p96: saw an unknown key; legal: perhaps ttft.p90"],
  ])("%s", (cell, expected) => {
    expect(problemsOf(() => policyOf(`{ cells: { ${cell} } }`))).toEqual([
      `${configPath}: gate.cells.${expected}`,
    ]);
  });

  test("an unknown cell that is near none lists the catalogue", () => {
    const [line = ""] = problemsOf(() => policyOf("{ cells: { latency: {} } }"));
    expect(line).toMatch(/legal: ttft\.mean, ttft\.p50, .*, error_rate, /);
  });

  test("a gate with every cell off judges nothing", () => {
    const off = usual.map((id) => `${id}: off`).join(", ");
    expect(problemsOf(() => policyOf(`{ cells: { ${off} } }`))).toEqual([
      "gate.cells: saw every cell off; legal: at least one cell that gates",
    ]);
  });

  test("a history shorter than min-history is told where it was said", () => {
    expect(problemsOf(() => policyOf("{ min-history: 6, history: 5 }"))).toEqual([
      `${configPath}: gate.min-history: saw 6; legal: a whole number from 1 to history, which is 5`,
    ]);
  });
});

test.each([
  ["sensitive", { rule: "effect", alpha: 0.1, onInconclusive: "pass" }],
  ["strict", { rule: "strict", alpha: 0.05, onInconclusive: "pass" }],
  ["release", { rule: "equivalence", alpha: 0.05, onInconclusive: "fail", onNoBaseline: "fail" }],
])("the preset %s", (preset, expected) => {
  expect(policyOf(`{ preset: ${preset} }`)).toMatchObject(expected);
});

test("what is given beside a preset goes before it, wherever it stands", () => {
  expect(policyOf("{ preset: sensitive, alpha: 0.02 }")).toMatchObject({ alpha: 0.02 });
  const inputs = { "on-inconclusive": "pass" };
  expect(policyOf("{ preset: release }", inputs)).toMatchObject({
    rule: "equivalence",
    onInconclusive: "pass",
    onNoBaseline: "fail",
  });
  expect(policyOf("{}")).toMatchObject({ rule: "effect", alpha: 0.05 });
});
