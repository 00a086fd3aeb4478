// Whatever inputs and file hold, the answer is a configuration or one configuration error without the secrets.
import fc from "fast-check";
import { test } from "vitest";
import { parseConfig } from "../../src/config/parse.ts";
import { allSettings, settingsAt } from "../../src/config/settings/settings.ts";
import { GateError } from "../../src/errors.ts";
import { configPath, least, sources } from "./sources/given.ts";

const words = fc.constantFrom(
  "0",
  "8",
  "5%",
  "2m",
  "10/s",
  "1,2",
  "true",
  "off",
  "a: b",
  "http://h",
  "{",
  "&a",
);
const inputs = fc.dictionary(
  fc.constantFrom(...allSettings.map(({ name }) => name)),
  fc.oneof(words, fc.string()),
);

const leaf = fc.oneof(words, fc.string(), fc.double(), fc.boolean(), fc.constant(null));
const value = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(fc.string(), leaf));
const keys = fc.oneof(
  fc.constantFrom(...settingsAt("workload", "top", "gate").map(({ name }) => name), "cells"),
  fc.string(),
);
const layer = fc.dictionary(keys, value);
const file = fc.record(
  {
    workloads: fc.oneof(leaf, fc.dictionary(fc.string(), fc.oneof(leaf, layer))),
    gate: fc.oneof(leaf, layer),
  },
  { requiredKeys: [] },
);

/** JSON is YAML. */
const yaml = fc.oneof(
  fc.tuple(file, layer).map((parts) => JSON.stringify({ ...parts[1], ...parts[0] })),
  fc.string(),
);

const secret = "sk-secret-sk";

function holds(given: Record<string, string>, text: string): boolean {
  try {
    const all = { ...least, ...given, "api-key": secret, config: "" };
    return parseConfig(sources(all, { [configPath]: text })).workloads.length > 0;
  } catch (error) {
    return error instanceof GateError && error.code === "config" && !error.message.includes(secret);
  }
}

test("nothing but a configuration or a configuration error comes out", () => {
  fc.assert(fc.property(inputs, yaml, holds), { numRuns: 500 });
});

test("a file that is a prefix of a real one is read or refused", () => {
  const text =
    "workloads: { a: { rate: [1/s, 2/s], objectives: { ttft: 1s } } }\ngate: { cells: { e2e.p95: off } }";
  fc.assert(fc.property(fc.nat(text.length), (end) => holds({}, text.slice(0, end))));
});
