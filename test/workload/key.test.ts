// The key changes with everything that comparability hangs on, and with nothing else.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fromMilliseconds, fromSeconds } from "../../src/time.ts";
import { canonicalJson } from "../../src/workload/canonical.ts";
import { definitionOf, differences, keyOf } from "../../src/workload/key.ts";
import type { Workload } from "../../src/workload/workload.ts";
import { aWorkload } from "../support/workloads.ts";

const open = { kind: "open", arrival: "poisson", ratePerSecond: 5, maxInFlight: 64 } as const;

test("a definition has every setting under its configured name", () => {
  const workload = aWorkload({
    prompts: { kind: "synthetic", length: { minimum: 200, maximum: 400 }, encoding: "cl100k_base" },
    load: open,
    bound: { kind: "duration", duration: fromSeconds(60) },
    objectives: [
      { metric: "ttft", max: fromMilliseconds(500) },
      { metric: "e2e", max: fromSeconds(2) },
    ],
    requestTimeout: fromMilliseconds(1_500),
    expect: "Paris",
  });
  expect(definitionOf(workload, 3)).toEqual({
    api: "openai-chat",
    model: "simulated",
    stream: true,
    "prompt-tokens": "200-400",
    "prompt-version": 1,
    encoding: "cl100k_base",
    "output-tokens": 16,
    "output-exact": false,
    temperature: 0,
    load: "open loop, rate 5/s, poisson, max-in-flight 64",
    duration: "60s",
    "warm-up": 2,
    timeout: "1500ms",
    objectives: "e2e 2s, ttft 500ms",
    cache: "cold",
    seed: 1,
    expect: "Paris",
    "metrics-version": 3,
  });
});

test("settings that are not set have no entry", () => {
  const { model: _, ...workload } = aWorkload();
  const fields = Object.keys(definitionOf(workload, 1));
  expect(
    fields.filter((field) => ["model", "expect", "objectives", "duration"].includes(field)),
  ).toEqual([]);
});

test("a fixed length is a number, a closed loop names its concurrency", () => {
  expect(definitionOf(aWorkload(), 1)).toMatchObject({
    "prompt-tokens": 64,
    load: "closed loop, concurrency 2",
    requests: 10,
  });
});

test("listed prompts stand by their digest", () => {
  const workload = aWorkload({ prompts: { kind: "listed", digest: "ab12", prompts: [] } });
  expect(definitionOf(workload, 1)).toMatchObject({ prompts: "ab12" });
  expect(definitionOf(workload, 1)).not.toHaveProperty("prompt-tokens");
});

test("plain HTTP is its method and body, and asks nothing of a model", () => {
  const plain = { api: "http", stream: false, request: { method: "PUT", body: "{}" } } as const;
  const { model: _, ...workload } = aWorkload(plain);
  expect(definitionOf(workload, 1)).toEqual({
    api: "http",
    stream: false,
    method: "PUT",
    // sha256 of the body as a JSON text
    body: createHash("sha256").update('"{}"').digest("hex"),
    load: "closed loop, concurrency 2",
    requests: 10,
    "warm-up": 2,
    timeout: "10s",
    seed: 1,
    "metrics-version": 1,
  });
  const bodyless = aWorkload({ ...plain, request: { method: "GET" } });
  expect(definitionOf(bodyless, 1)).not.toHaveProperty("body");
});

const baseKey = keyOf(definitionOf(aWorkload(), 1));

test.each<[string, Partial<Workload>]>([
  ["api", { api: "openai-completions" }],
  ["model", { model: "other" }],
  ["stream", { stream: false }],
  ["output length", { outputTokens: 17 }],
  ["max-tokens-field", { maxTokensField: "max_completion_tokens" }],
  ["output-exact", { outputExact: true }],
  ["temperature", { temperature: 1 }],
  ["load", { load: open }],
  ["bound", { bound: { kind: "requests", requests: 11 } }],
  ["warm-up", { warmUpRequests: 3 }],
  ["timeout", { requestTimeout: fromSeconds(11) }],
  ["objectives", { objectives: [{ metric: "ttft", max: fromSeconds(1) }] }],
  ["cache", { cache: "warm" }],
  ["seed", { seed: 2 }],
  ["expect", { expect: "x" }],
])("another %s gives another key", (_what, overrides) => {
  expect(keyOf(definitionOf(aWorkload(overrides), 1))).not.toBe(baseKey);
});

test("another version of the metrics gives another key", () => {
  expect(keyOf(definitionOf(aWorkload(), 2))).not.toBe(baseKey);
});

test("the name is not in the key, nor the model behind an alias", () => {
  expect(keyOf(definitionOf(aWorkload({ name: "other" }), 1))).toBe(baseKey);
  const aliased = (model: string) => definitionOf(aWorkload({ model, modelAlias: "chat" }), 1);
  expect(keyOf(aliased("chat-2025"))).toBe(keyOf(aliased("chat-2026")));
});

test("the key is sha256 of the JSON with sorted fields", () => {
  const expected = createHash("sha256").update('{"a":1,"b":"x","c":true}').digest("hex");
  expect(keyOf({ c: true, a: 1, b: "x" })).toBe(expected);
});

test("canonical JSON sorts keys at every depth and keeps lists in order", () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }, 2], a: "é" })).toBe(
    '{"a":"é","b":[{"c":null,"d":1},2]}',
  );
});

test("differences name the fields and both sides, one side where the other has none", () => {
  expect(
    differences({ seed: 1, api: "http", expect: "x" }, { seed: 2, api: "http", model: "m" }),
  ).toEqual([
    { field: "seed", a: 1, b: 2 },
    { field: "expect", a: "x" },
    { field: "model", b: "m" },
  ]);
  expect(differences({ seed: 1 }, { seed: 1 })).toEqual([]);
});
