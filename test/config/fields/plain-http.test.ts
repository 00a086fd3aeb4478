// What plain HTTP is asked, and which settings have no use beside which API.
import { expect, test } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";
import { least, problemsOf, sources, type Texts, workloadOf } from "../sources/given.ts";

const request = (inputs: Texts, files: Texts = {}) =>
  parseConfig(sources({ ...least, api: "http", ...inputs }, files)).workloads[0]!.request;

test.each<[Texts, object]>([
  [{}, { method: "GET" }],
  [{ method: "DELETE" }, { method: "DELETE" }],
  [{ body: '{"a": 1}' }, { method: "POST", body: '{"a": 1}' }],
  [
    { body: "two\nlines", method: "PUT" },
    { method: "PUT", body: "two\nlines" },
  ],
  [{ "body-file": "b.json" }, { method: "POST", body: "of the file\n" }],
])("%o asks %o", (inputs, expected) => {
  expect(request(inputs, { "b.json": "of the file\n" })).toEqual(expected);
});

test("there is no model to ask anything of, whatever the file says of other workloads", () => {
  const yaml = "prompt-tokens: 99\ncache: cold\nworkloads: { ping: { api: http, stream: true } }";
  expect(workloadOf({}, yaml)).toMatchObject({
    name: "ping",
    stream: false,
    outputTokens: 0,
    prompts: { kind: "listed", prompts: [{ kind: "text", text: "" }] },
    cache: "warm",
  });
});

test("no other API has a request of its own", () => {
  expect(workloadOf()).not.toHaveProperty("request");
});

test.each<[Texts, string]>([
  [
    { api: "http", body: "x", "body-file": "f" },
    "body-file: saw body-file beside body; legal: one",
  ],
  [{ api: "http", "body-file": "f" }, 'body-file: saw "f"; legal: a file that exists'],
  [{ body: "x" }, "body: saw given beside api: openai-chat; legal: an api: http"],
  [{ method: "PUT" }, "method: saw given beside api: openai-chat; legal: an api: http"],
  [
    { api: "http", "output-tokens": "9" },
    "output-tokens: saw given beside api: http; legal: an api: other than http",
  ],
  [
    { api: "ollama-chat", "max-tokens-field": "max_tokens" },
    "max-tokens-field: saw given beside api: ollama-chat; legal: an api: openai-chat",
  ],
  [
    { api: "http", objectives: "e2e: 1s, ttft: 1s" },
    "objectives.ttft: saw an objective beside api: http; legal: e2e alone",
  ],
])("%o is refused", (inputs, expected) => {
  const [first] = problemsOf(() => parseConfig(sources({ ...least, ...inputs })));
  expect(first).toContain(expected);
});

test("a field for the output's maximum is part of a workload only where it is not the usual one", () => {
  expect(workloadOf({ "max-tokens-field": "max_tokens" })).not.toHaveProperty("maxTokensField");
  expect(workloadOf({ "max-tokens-field": "max_completion_tokens" })).toMatchObject({
    maxTokensField: "max_completion_tokens",
  });
});

test("completions take texts, not messages", () => {
  const prompts = '"text"\n[{"role":"user","content":"x"}]\n';
  const inputs = { ...least, api: "openai-completions", prompts: "p.jsonl" };
  expect(problemsOf(() => parseConfig(sources(inputs, { "p.jsonl": prompts })))).toEqual([
    "prompts: saw lists of messages beside api: openai-completions; legal: texts alone",
  ]);
});
