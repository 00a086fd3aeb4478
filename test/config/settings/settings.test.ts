// Every setting takes its default and its legal extremes, and refuses the rest by name, value and range.
import { expect, test } from "vitest";
import type { Setting } from "../../../src/config/settings/setting.ts";
import {
  actionInputs,
  allSettings,
  flagsOf,
  settings,
} from "../../../src/config/settings/settings.ts";
import { configOf, least, problemsOf } from "../sources/given.ts";

/** Legal extremes, then what lies just outside or has the wrong form. */
const rows: Readonly<
  Record<string, readonly [legal: readonly string[], illegal: readonly string[]]>
> = {
  endpoint: [
    ["http://h", "https://h:8443/v1?api-version=1", "http://[::1]:80/"],
    ["h/v1", "ftp://h", "https://u:p@h", "https://u@h", "https://h/#x", "http:h", "https://"],
  ],
  "baseline-endpoint": [
    ["http://h", "https://h:8443/v1?api-version=1"],
    ["h/v1", "ftp://h", "https://u:p@h", "https://h/#x"],
  ],
  rounds: [
    ["6", "100"],
    ["5", "101", "ten"],
  ],
  api: [
    [
      "openai-chat",
      "openai-completions",
      "openai-responses",
      "anthropic-messages",
      "ollama-chat",
      "http",
    ],
    ["openai", "OpenAI-Chat"],
  ],
  model: [
    ["m", "org/model:tag", "x".repeat(200)],
    ["x".repeat(201), "a\nb"],
  ],
  "model-alias": [["prod"], ["a\tb"]],
  "api-key": [["sk-1234567890"], ["two words", "kéy"]],
  headers: [
    ["X-A: 1", "X-A: 1\nX-B: a=b: c", "authorization: Bearer x"],
    ["X-A", "X A: 1", "X-A: 1\nx-a: 2", "Content-Length: 3", "X-A: é"],
  ],
  config: [[], ["missing.yml"]],
  "config-ref": [["head", "base"], ["main"]],
  workloads: [["default"], ["none-such", "a/b", "default,default"]],
  mode: [
    ["auto", "measure", "compare", "comment", "calibrate"],
    ["gate", "Auto"],
  ],
  requests: [
    ["1", "1000000"],
    ["0", "1000001", "1.5", "many", "-1", "10s"],
  ],
  duration: [
    ["100ms", "24h"],
    ["99ms", "25h", "60", "0"],
  ],
  concurrency: [
    ["1", "10000", "1,8, 16"],
    ["0", "10001", "1,1", "1;8", ","],
  ],
  rate: [
    ["0.001/s", "100000/s", "10", "90/m", "1/s,2/s"],
    ["0", "0/s", "100001/s", "1/h", "1/s,60/m"],
  ],
  "prompt-tokens": [
    ["16", "1000000", "200-400", "300-300"],
    ["15", "1000001", "400-200", "-5", "1-2"],
  ],
  "output-tokens": [
    ["1", "1000000"],
    ["0", "1000001", "128-256"],
  ],
  "output-exact": [
    ["true", "false", "True"],
    ["yes", "1", "on"],
  ],
  "max-tokens-field": [["max_tokens", "max_completion_tokens"], ["num_predict"]],
  prompts: [[], ["missing.jsonl"]],
  cache: [["cold", "warm"], ["hot"]],
  "warm-up": [
    ["0", "1000000", "0%", "5%", "100%"],
    ["1000001", "101%", "-1", "0.05", "10s"],
  ],
  seed: [
    ["0", "4294967295"],
    ["-1", "4294967296", "1.5"],
  ],
  temperature: [
    ["0", "2", "0.7"],
    ["-0.1", "2.1", "warm", "50%"],
  ],
  stream: [["true", "false"], ["sse"]],
  timeout: [
    ["1ms", "1h"],
    ["0", "120", "61m"],
  ],
  expect: [
    ["^[A-Z]", "a|b"],
    ["(", "[z-a]"],
  ],
  method: [
    ["GET", "DELETE", "VERSION-CONTROL"],
    ["get", "CONNECT", "A B", "X".repeat(21)],
  ],
  body: [["{}", "a\nb", "x".repeat(1_000_000)], ["x".repeat(1_000_001)]],
  "body-file": [[], ["missing.json"]],
  objectives: [
    ["ttft: 500ms", "ttft=500ms, e2e = 5s", "tpot: 30ms\nttfvt: 1s"],
    ["ttft", "ttft: 5", "itl: 5ms", "ttft: 1s, ttft: 2s", "ttft: 0"],
  ],
  baseline: [
    ["artifact", "branch", "b.json", "dir/"],
    ["a\nb", "x".repeat(1_001)],
  ],
  "baseline-branch": [
    ["latency-gate-data", "data/perf_1.0"],
    ["a b", "-a", "/a", "a/", "a..b", "a//b", "a.lock", "a.", "a~1", "x".repeat(201)],
  ],
  "max-baseline-age": [
    ["1m", "3650d"],
    ["14", "59s", "3651d"],
  ],
  "pin-baseline": [["true", "false"], ["maybe"]],
  "reset-baseline": [["true", "false"], ["maybe"]],
  jobs: [
    ["0", "100"],
    ["101", "-1", "all"],
  ],
  results: [["out"], ["a\nb"]],
  legs: [
    ["chat", "chat, long"],
    ["a/b", "chat,chat"],
  ],
  name: [
    ["a", "A-1_b.c"],
    ["a b", "-a", "x".repeat(65)],
  ],
  "drain-timeout": [
    ["0", "1ms", "1h"],
    ["30", "61m"],
  ],
  "ready-timeout": [
    ["0", "0s", "1ms", "1h"],
    ["2", "61m"],
  ],
  "metrics-url": [
    ["http://h:8000/metrics", "https://h/metrics?format=text"],
    ["h/metrics", "ftp://h", "https://u:p@h/metrics"],
  ],
  "expect-version": [
    ["https://h/version~abc", "http://h/v?x=1~a~b"],
    ["https://h/version", "https://h/version~", "~abc", "h~abc", "https://u:p@h~abc"],
  ],
  budget: [
    ["1s", "24h"],
    ["15", "0", "25h"],
  ],
  "max-requests": [
    ["1", "100000000"],
    ["0", "1e9"],
  ],
  "max-tokens": [
    ["1", "1000000000000"],
    ["0", "1.5"],
  ],
  "insecure-tls": [["true", "false"], ["no"]],
  "save-responses": [["true", "false"], ["all"]],
  environment: [
    ["hardware=2xH100, precision: fp8", "replicas=2\nengine=vllm 0.11, patched"],
    ["gpu=H100", "H100", "hardware=a, hardware=b"],
  ],
  gate: [
    ["alpha: 0.1", "cells: { ttft.p95: { max-increase: 20% } }", "{}"],
    ["[1]", "a: 1\na: 2", "cells: 5", "beta: 1"],
  ],
  comment: [["true", "false"], ["update"]],
  "accept-label": [
    ["latency-accepted", "slower: ok", "x".repeat(50)],
    ["x".repeat(51), "a\nb"],
  ],
  "on-missing-secret": [["skip", "fail"], ["pass"]],
  "github-token": [["ghs_1234567890"], ["two words"]],
  arrival: [["constant", "poisson"], ["uniform"]],
  "max-in-flight": [
    ["1", "100000"],
    ["0", "100001"],
  ],
  alpha: [
    ["0.0001", "0.5"],
    ["0", "0.6", "5%"],
  ],
  confirm: [
    ["0", "1"],
    ["2", "-1", "true"],
  ],
  "on-regression": [["fail", "warn"], ["pass"]],
  "on-inconclusive": [["pass", "fail"], ["warn"]],
  "on-no-baseline": [["pass", "fail"], ["warn"]],
  "min-history": [
    ["1", "30"],
    ["0", "31"],
  ],
  history: [
    ["5", "1000"],
    ["0", "4", "1001"],
  ],
};

/** Only an open loop takes these, only plain HTTP those, and only a duet the last. */
const openLoop = new Set(["arrival", "max-in-flight"]);
const plainHttp = new Set(["method", "body", "body-file"]);
const duet = new Set(["rounds"]);
const beside = (name: string) => ({
  ...(openLoop.has(name) && { rate: "10/s" }),
  ...(plainHttp.has(name) && { api: "http" }),
  ...(duet.has(name) && { "baseline-endpoint": "http://h" }),
});

const inputs = allSettings.filter(({ action }) => action);

test("every input has its row", () => {
  expect(Object.keys(rows).sort()).toEqual(inputs.map(({ name }) => name).sort());
});

test.each(Object.entries(rows))("%s takes its legal extremes", (name, [legal]) => {
  for (const value of legal)
    expect(() => configOf({ [name]: value, ...beside(name) }), value).not.toThrow();
});

test.each(Object.entries(rows))(
  "%s refuses what is not legal, naming itself",
  (name, [, illegal]) => {
    for (const value of illegal) {
      const [first = ""] = problemsOf(() => configOf({ [name]: value, ...beside(name) }));
      expect(first, value).toMatch(new RegExp(`^(${name}|min-history)\\b.*: saw .+; legal: .+`));
    }
  },
);

test("every default is what nobody gave", () => {
  const defaulted = inputs.filter(({ fallback }) => fallback !== undefined);
  const text = ({ description }: Setting<unknown>) =>
    description.replace(/.*; default: (.*)\.$/, "$1");
  const given = Object.fromEntries(
    defaulted
      .filter(({ name }) => !openLoop.has(name) && !duet.has(name))
      .map((each) => [each.name, text(each)]),
  );
  expect(configOf(given)).toEqual(configOf());
});

test("every description is whole sentences with what is legal and the default", () => {
  for (const { description, name, field } of allSettings) {
    expect(description, name).toMatch(/^[A-Z].*\. Takes .*; default: .+\.$/s);
    expect(description).toContain(field.legal);
  }
});

test("only inputs that the file cannot give have a default in action.yml", () => {
  const given = actionInputs.filter(({ actionDefault }) => actionDefault !== undefined);
  expect(given.map(({ name, place }) => [name, place])).toEqual([
    ["mode", "never"],
    ["github-token", "never"],
  ]);
});

test("commands take the flags of their stages", () => {
  const names = (command: Parameters<typeof flagsOf>[0]) =>
    flagsOf(command).map(({ name }) => name);
  expect(names("measure")).toEqual(expect.arrayContaining(["endpoint", "concurrency", "budget"]));
  expect(names("measure")).not.toContain("alpha");
  expect(names("gate")).toEqual(expect.arrayContaining(["endpoint", "baseline", "alpha"]));
  expect(names("compare")).toEqual(expect.arrayContaining(["config", "gate", "alpha"]));
  expect(names("compare")).not.toContain("endpoint");
  expect(names("calibrate")).toEqual(expect.arrayContaining(["endpoint", "baseline", "jobs"]));
  expect(names("backtest")).toEqual(expect.arrayContaining(["config", "history"]));
});

test("switches are the booleans", () => {
  const switches = allSettings.filter(({ isSwitch }) => isSwitch).map(({ name }) => name);
  expect(switches).toEqual([
    "output-exact",
    "stream",
    "pin-baseline",
    "reset-baseline",
    "insecure-tls",
    "save-responses",
    "comment",
  ]);
});

test("ready-timeout 0 skips the probe, warm-up 0 warms nothing up", () => {
  const config = configOf({ "ready-timeout": "0", "warm-up": "0" });
  expect(config.measure.readyTimeout).toBeUndefined();
  expect(config.workloads[0]!.warmUpRequests).toBe(0);
  expect(settings.readyTimeout.fallback).toBe(120_000_000);
});

test("an endpoint is needed, a model is not: some servers have only one", () => {
  expect(configOf({ model: " " }).workloads).toHaveLength(1);
  expect(configOf({ model: " " }).workloads[0]).not.toHaveProperty("model");
  const missing = problemsOf(() => configOf({ endpoint: "" }));
  expect(missing.map((line) => line.split(";")[0])).toEqual(["endpoint: saw nothing"]);
  expect(Object.keys(least)).toEqual(["endpoint", "model"]);
});
