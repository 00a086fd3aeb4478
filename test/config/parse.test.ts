// Inputs and file become workloads: defaults, precedence, expansion, selection, rules across settings.
import { describe, expect, test } from "vitest";
import { parseConfig, parseJudgeConfig } from "../../src/config/parse.ts";
import { defaultPolicy } from "../../src/verdict/policy.ts";
import { configOf, configPath, least, problemsOf, sources, workloadOf } from "./sources/given.ts";

const names = (inputs: Record<string, string>, yaml?: string) =>
  configOf(inputs, yaml).workloads.map(({ name }) => name);

test("endpoint and model alone give the documented defaults", () => {
  const config = configOf();
  expect(config.workloads).toEqual([
    {
      name: "default",
      api: "openai-chat",
      model: "m",
      stream: true,
      prompts: {
        kind: "synthetic",
        length: { minimum: 256, maximum: 256 },
        encoding: "o200k_base",
      },
      outputTokens: 128,
      outputExact: false,
      temperature: 0,
      load: { kind: "closed", concurrency: 8 },
      bound: { kind: "requests", requests: 300 },
      // max(2 × 8, 5 % of 300) = max(16, 15)
      warmUpRequests: 16,
      requestTimeout: 120_000_000,
      objectives: [],
      cache: "cold",
      seed: 1,
    },
  ]);
  expect(config.policy).toEqual(defaultPolicy);
  expect(config.measure).toMatchObject({ budget: 900_000_000, drainTimeout: 120_000_000 });
  expect(config.baseline).toEqual({
    place: undefined,
    branch: "latency-gate-data",
    maxAge: 14 * 86_400_000_000,
    reset: false,
    pin: false,
  });
  expect(config).toMatchObject({ name: "default", mode: "auto", results: "latency-gate-results" });
});

describe("precedence", () => {
  const yaml = `
output-tokens: 10
concurrency: 2
seed: 3
workloads:
  chat: { output-tokens: 20, concurrency: 4 }`;

  test("a workload goes before the top level, that before the defaults", () => {
    const chat = workloadOf({}, yaml);
    expect(chat).toMatchObject({ outputTokens: 20, seed: 3, temperature: 0 });
    expect(chat.load).toEqual({ kind: "closed", concurrency: 4 });
  });

  test("an input goes before every workload", () => {
    expect(workloadOf({ "output-tokens": "30" }, yaml).outputTokens).toBe(30);
  });

  test.each([
    [
      "rate",
      "5/s",
      "load",
      { kind: "open", arrival: "poisson", ratePerSecond: 5, maxInFlight: 1024 },
    ],
    ["duration", "1m", "bound", { kind: "duration", duration: 60_000_000 }],
  ] as const)(
    "%s as an input replaces what excludes it in the file",
    (name, value, key, expected) => {
      const file = "concurrency: 2\nrequests: 10\nworkloads: { chat: { concurrency: 4 } }";
      expect(workloadOf({ [name]: value }, file)[key]).toEqual(expected);
    },
  );

  test("and the other way round", () => {
    const file = "workloads: { chat: { rate: 5/s, duration: 1m, prompts: p.jsonl } }";
    const chat = workloadOf({ concurrency: "2", requests: "9", "prompt-tokens": "99" }, file);
    expect(chat.load).toEqual({ kind: "closed", concurrency: 2 });
    expect(chat.bound).toEqual({ kind: "requests", requests: 9 });
    expect(chat.prompts).toMatchObject({ kind: "synthetic", length: { minimum: 99 } });
  });

  test("empty inputs, as the runner sends them, are not given", () => {
    expect(workloadOf({ "output-tokens": "", concurrency: " " }, yaml).outputTokens).toBe(20);
  });
});

describe("lists", () => {
  test("each concurrency and each rate is a workload of its own", () => {
    const yaml = "workloads: { chat: { concurrency: [8, 16] }, flow: { rate: [2.5/s, 90/m] } }";
    expect(names({}, yaml)).toEqual(["chat-c8", "chat-c16", "flow-r2.5", "flow-r1.5"]);
    expect(names({ concurrency: "1, 2" })).toEqual(["default-c1", "default-c2"]);
  });

  test("warm-up follows each load", () => {
    const { workloads } = configOf({ concurrency: "1,100", requests: "1000" });
    // max(2 × 1, 50) and max(2 × 100, 50)
    expect(workloads.map(({ warmUpRequests }) => warmUpRequests)).toEqual([50, 200]);
  });

  test("a list of one is no list", () => {
    expect(names({}, "workloads: { chat: { concurrency: [8] } }")).toEqual(["chat"]);
  });

  test("names that meet after expansion are refused", () => {
    const yaml = "workloads: { chat: { concurrency: [8, 16] }, chat-c8: }";
    expect(problemsOf(() => configOf({}, yaml))).toEqual([
      "workloads: saw two workloads named chat-c8; legal: names that differ, lists expanded",
    ]);
  });
});

test("workloads selects by name in the file or by expanded name", () => {
  const yaml = "workloads: { chat: { concurrency: [8, 16] }, flow: }";
  expect(names({ workloads: "chat" }, yaml)).toEqual(["chat-c8", "chat-c16"]);
  expect(names({ workloads: "chat-c16, flow" }, yaml)).toEqual(["chat-c16", "flow"]);
  expect(problemsOf(() => configOf({ workloads: "chta" }, yaml))).toEqual([
    'workloads: saw "chta"; legal: chat, chat-c8, chat-c16, flow',
  ]);
});

test.each([
  [{ "warm-up": "5%" }, 15],
  [{ "warm-up": "7", requests: "10" }, 7],
  // 5 % of the 1,200 requests that 2 minutes at 10/s plan
  [{ rate: "10/s", duration: "2m" }, 60],
  [{ rate: "10/s", duration: "2m", "warm-up": "1%" }, 12],
  [{ duration: "2m" }, 16],
])("%o warms up with %i requests", (inputs, expected) => {
  expect(workloadOf(inputs).warmUpRequests).toBe(expected);
});

test.each([
  [{ rate: "1/s", concurrency: "2" }, "rate: saw rate beside concurrency; legal: one of the two"],
  [
    { requests: "1", duration: "1s" },
    "duration: saw duration beside requests; legal: one of the two",
  ],
  [{ arrival: "constant" }, "arrival: saw given without rate; legal: only beside rate"],
  [
    { duration: "1m", "warm-up": "5%" },
    "warm-up: saw a share; legal: a whole number, as a closed loop bounded by duration has no planned requests",
  ],
  [
    { stream: "false", objectives: "ttft: 1s" },
    "objectives.ttft: saw an objective beside stream: false; legal: e2e alone",
  ],
  [
    { gate: "cells: { goodput: {} }" },
    "gate.cells.goodput: saw a cell without objectives; legal: objectives in a workload",
  ],
])("%o is refused together", (inputs, expected) => {
  expect(problemsOf(() => configOf(inputs))).toEqual([expected]);
});

describe("prompts", () => {
  const withFile = (text: string) =>
    parseConfig(sources({ ...least, prompts: "p.jsonl" }, { "p.jsonl": text })).workloads[0]!
      .prompts;

  test("come from a JSONL file, with a digest for the key", () => {
    const listed = withFile('"hello"\n{"prompt":"again"}\n');
    expect(listed).toMatchObject({
      kind: "listed",
      prompts: [
        { kind: "text", text: "hello" },
        { kind: "text", text: "again" },
      ],
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test("that cannot be read are told by line", () => {
    expect(problemsOf(() => withFile('"ok"\nnot json'))[0]).toMatch(
      /^prompts \(p\.jsonl\), line 2: saw not json; legal: valid JSON/,
    );
  });
});

test("the key comes from the input, else from the environment", () => {
  const target = (inputs: Record<string, string>) => configOf(inputs).target.apiKey;
  expect(target({})).toBeUndefined();
  expect(target({ LATENCY_GATE_API_KEY: "from-variable\n" })).toBe("from-variable");
  expect(target({ LATENCY_GATE_API_KEY: "v", "api-key": "from-input" })).toBe("from-input");
});

test("headers and environment read alike from lines and from YAML", () => {
  const yaml = `
headers: { X-Tenant: blue, X-Level: 3 }
environment: { hardware: 2xH100, replicas: 2 }`;
  const inputs = {
    headers: "X-Tenant: blue\nX-Level: 3",
    environment: "hardware=2xH100, replicas=2",
  };
  expect(configOf({}, yaml).target.headers).toEqual({ "x-tenant": "blue", "x-level": "3" });
  expect(configOf(inputs)).toEqual(configOf({}, yaml));
});

test("judging needs no endpoint and no model", () => {
  const judge = parseJudgeConfig(
    sources({ alpha: "0.01" }, { [configPath]: "gate: { history: 9 }" }),
  );
  expect(judge.policy).toMatchObject({ alpha: 0.01, history: 9 });
  expect(
    problemsOf(() => parseJudgeConfig(sources({}, { [configPath]: "gaet: {}" }))),
  ).toHaveLength(1);
});

describe("a duet", () => {
  const twin = { "baseline-endpoint": "https://base.example.com/v1" };

  test("has the second endpoint and ten rounds", () => {
    const { duet } = configOf(twin);
    expect(duet?.endpoint.href).toBe("https://base.example.com/v1");
    expect(duet?.rounds).toBe(10);
    expect(configOf().duet).toBeUndefined();
  });

  test("may name the endpoint itself: then nothing but noise differs", () => {
    expect(configOf({ "baseline-endpoint": least["endpoint"]! }).duet?.rounds).toBe(10);
  });

  test.each([
    ["50 a round", {}, { kind: "requests", requests: 500 }],
    ["50 in each of more rounds", { rounds: "12" }, { kind: "requests", requests: 600 }],
    ["what was asked for", { requests: "120" }, { kind: "requests", requests: 120 }],
    ["for as long as was asked for", { duration: "1m" }, { kind: "duration", duration: 6e7 }],
  ] as const)("measures each endpoint by %s", (_, inputs, bound) => {
    expect(workloadOf({ ...twin, ...inputs }).bound).toEqual(bound);
  });

  test.each([
    ["rounds", { rounds: "8" }, "rounds: saw given without baseline-endpoint"],
    ["requests", { ...twin, requests: "9" }, "requests: saw 9 in 10 rounds"],
    ["duration", { ...twin, duration: "900ms" }, "duration: saw 900ms in 10 rounds"],
  ] as const)("refuses %s that make no round", (_, inputs, problem) => {
    expect(problemsOf(() => configOf(inputs)).map((line) => line.split(";")[0])).toEqual([problem]);
  });

  test("takes rounds from a file that also serves main's jobs", () => {
    expect(configOf({}, "rounds: 8").duet).toBeUndefined();
    expect(configOf(twin, "rounds: 8").duet?.rounds).toBe(8);
  });
});
