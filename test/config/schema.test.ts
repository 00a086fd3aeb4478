// The published schema is the table's, accepts the examples, and never accepts what the parser refuses alone.
import { readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseConfig } from "../../src/config/parse.ts";
import { configJsonSchema } from "../../src/config/schema.ts";
import { configOf, configPath, sources } from "./sources/given.ts";

const schemaPath = "schema/config.schema.json";
const example = readFileSync("examples/latency-gate.yml", "utf8");
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(configJsonSchema());

test("schema/config.schema.json is current (UPDATE=1 rewrites it)", () => {
  const current = `${JSON.stringify(configJsonSchema(), undefined, 2)}\n`;
  if (process.env["UPDATE"]) writeFileSync(schemaPath, current);
  expect(readFileSync(schemaPath, "utf8")).toBe(current);
});

test("the example is valid, and is what it says", () => {
  expect(validate(parse(example)), JSON.stringify(validate.errors)).toBe(true);
  const config = parseConfig(sources({}, { [configPath]: example }));
  expect(config.workloads.map(({ name }) => name)).toEqual([
    "chat",
    "long-context-c1",
    "long-context-c4",
    "long-context-c16",
    "steady",
  ]);
  expect(config.policy.cells.has("tpot.p95")).toBe(false);
  expect(config.measure.environment.replicas).toBe("1");
});

/** YAML at the top level; what both must take, and what both must refuse. */
const both: readonly (readonly [yaml: string, legal: boolean])[] = [
  ["concurrency: 8", true],
  ["concurrency: [1, 2]", true],
  ["concurrency: [1, 1]", false],
  ["rate: 10/s", true],
  ["rate: 2.5", true],
  ["timeout: 120", false],
  ["timeout: 2m", true],
  ["ready-timeout: 0", true],
  ["warm-up: 0", true],
  ["warm-up: 5%", true],
  ["warm-up: 0.05", false],
  ["stream: yes", false],
  ["stream: false", true],
  ["headers: { X-A: 1 }", true],
  ["objectives: { ttft: 500ms }", true],
  ["objectives: { itl: 500ms }", false],
  ["environment: { replicas: 2 }", true],
  ["workloads: { a: , b: { requests: 5 } }", true],
  ["workloads: { a b: {} }", false],
  ["workloads: { a: { endpoint: http://h } }", false],
  ["gate: { cells: { ttft.p95: { max-increase: 15% } } }", true],
  ["gate: { cells: { ttft.p95: off } }", true],
  ["gate: { cells: { ttft.p95: { max-decrease: 15% } } }", false],
  ["gate: { cells: { ttft.p94: {} } }", false],
  ["gate: { alpha: 0.05, assumed-run-cv: 4% }", true],
  ["api-key: x", false],
  ["concurency: 8", false],
];

test.each(both)("schema and parser agree on %s: %s", (yaml, legal) => {
  expect(validate(parse(yaml)), "schema").toBe(legal);
  const run = expect(() => configOf({}, yaml), "parser");
  if (legal) run.not.toThrow();
  else run.toThrow("1 problem");
});
