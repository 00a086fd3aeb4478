// All problems at once, each by its full name, and never with a secret.
import { expect, test } from "vitest";
import { GateError } from "../../../src/errors.ts";
import { configOf, configPath, problemsOf } from "./given.ts";

const heads = (lines: readonly string[]) => lines.map((line) => line.split("; legal")[0]);

test("problems of inputs, top level, workloads and gate come in one error", () => {
  const yaml = `
timeout: 120
workloads:
  chat: { requests: 0, stream: yes }
gate: { alpha: 2, cells: { ttft.p95: { max-increase: 0.1 } } }`;
  const parse = () => configOf({ concurrency: "0", rate: "fast" }, yaml);
  expect(parse).toThrow(GateError);
  expect(heads(problemsOf(parse))).toEqual([
    'concurrency: saw "0"',
    'rate: saw "fast"',
    "rate: saw rate beside concurrency",
    `${configPath}: timeout: saw 120`,
    `${configPath}: gate.alpha: saw 2`,
    `${configPath}: workloads.chat.requests: saw 0`,
    `${configPath}: workloads.chat.stream: saw "yes"`,
    `${configPath}: gate.cells.ttft.p95.max-increase: saw 0.1`,
  ]);
});

test("one wrong value is one problem, however many workloads it reaches", () => {
  const yaml = "workloads: { a: {}, b: {}, c: {} }";
  expect(problemsOf(() => configOf({ requests: "0" }, yaml))).toEqual([
    'requests: saw "0"; legal: a whole number from 1 to 1000000',
  ]);
});

test.each([
  ["concurency: 3", "concurency: saw an unknown key; legal: perhaps concurrency"],
  ["prompt_tokens: 300", "prompt_tokens: saw an unknown key; legal: perhaps prompt-tokens"],
  ["workloads: { a: { modle: x } }", "workloads.a.modle: saw an unknown key; legal: perhaps model"],
  [
    "environment: { gpu: H100 }",
    "environment.gpu: saw an unknown key; legal: model, precision, hardware, engine, replicas, region",
  ],
  ["alpha: 0.1", "alpha: saw a setting that has no place here; legal: alpha under gate:"],
  [
    "workloads: { a: { budget: 3m } }",
    "workloads.a.budget: saw a setting that has no place here; legal: budget at the top level",
  ],
  ["workloads: [a]", "workloads: saw a list; legal: a mapping"],
  ["workloads: { a: 3 }", "workloads.a: saw 3; legal: a mapping"],
  [
    "model:",
    "model: saw nothing; legal: one line of at most 200 characters (quote it if it is a number)",
  ],
  // YAML reads 4.10 as 4.1: refused before it becomes another model's name.
  [
    "model: 4.10",
    "model: saw 4.1; legal: one line of at most 200 characters (quote it if it is a number)",
  ],
])("%s is refused by name", (yaml, expected) => {
  expect(problemsOf(() => configOf({ model: "" }, yaml))).toContain(`${configPath}: ${expected}`);
});

test("names of objects' own members are unknown keys like any other", () => {
  for (const key of ["constructor", "__proto__", "toString"])
    expect(problemsOf(() => configOf({}, `${key}: { a: 1 }`))[0]).toContain(
      `${key}: saw an unknown`,
    );
});

test("an unreadable config file is a problem only when it was named", () => {
  expect(problemsOf(() => configOf({ config: "ci/gate.yml" }))).toEqual([
    'config: saw "ci/gate.yml"; legal: a file that exists',
  ]);
  expect(() => configOf()).not.toThrow();
});

test.each([
  [{ "api-key": "hush hush" }, undefined],
  [{ "github-token": "hush hush" }, undefined],
  [{ LATENCY_GATE_API_KEY: "hush\u0007hush" }, undefined],
  [{ headers: "hush hush" }, undefined],
  [{ headers: "X-Key: hush\u00e9" }, undefined],
  [{}, "headers: { X-Key: [hush] }"],
  [{}, "api-key: hush"],
  [{ endpoint: "https://hush:hush@h/v1" }, undefined],
  [{ endpoint: "ftp://h/v1?key=hush" }, undefined],
  [{ "expect-version": "https://h/v?key=hush" }, undefined],
  [{ "api-key": "hush-hush", model: "hush-hush\t", name: "x hush-hush" }, undefined],
  [{}, "headers: {X-Key: hush, X-Key: hush}"],
])("%o %s is refused without its secret", (inputs, yaml) => {
  const lines = problemsOf(() => configOf(inputs, yaml));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join("\n")).not.toContain("hush");
});

test("a long value is cut, and no value or name starts a line of its own", () => {
  const yaml = `"a\\n::error::x": 1\nmodel: "${"y".repeat(500)}"`;
  const lines = problemsOf(() => configOf({ model: "", requests: "1\n::add-mask::x" }, yaml));
  expect(lines).toHaveLength(3);
  expect(lines.every((line) => !line.startsWith("::") && line.length < 2_000)).toBe(true);
});
