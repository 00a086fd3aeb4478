// What each API sends, and where: path, headers and key as they go onto the wire.
import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse.ts";
import { exchangeFor } from "../../src/measure/exchange.ts";

function wireRequestFor(inputs: Readonly<Record<string, string>>) {
  const given: Readonly<Record<string, string>> = { "api-key": "k-123456", ...inputs };
  const config = parseConfig({ read: (name) => given[name], file: () => undefined });
  const [workload] = config.workloads;
  if (!workload) throw new Error("no workload");
  const prompt = { kind: "text", text: "Hi" } as const;
  return exchangeFor(config.target, workload).wireRequest({ id: 0, phase: "measure", prompt });
}

test.each([
  ["openai-chat", "https://h/v1", "/v1/chat/completions"],
  ["openai-chat", "https://h/v1/", "/v1/chat/completions"],
  ["openai-chat", "https://h/v1/chat/completions", "/v1/chat/completions"],
  [
    "openai-chat",
    "https://x.openai.azure.com/openai/deployments/d?api-version=2024-10-21",
    "/openai/deployments/d/chat/completions?api-version=2024-10-21",
  ],
  ["openai-completions", "https://h/v1", "/v1/completions"],
  ["openai-responses", "https://h/v1", "/v1/responses"],
  ["anthropic-messages", "https://h/v1", "/v1/messages"],
  ["ollama-chat", "http://h:11434", "/api/chat"],
  ["ollama-chat", "http://h:11434/api/chat", "/api/chat"],
  ["http", "https://h/any/where/?a=1&b=", "/any/where/?a=1&b="],
])("%s at %s is asked on %s", (api, endpoint, path) => {
  expect(wireRequestFor({ api, endpoint }).path).toBe(path);
});

const bearer = { authorization: "Bearer k-123456" };

test.each([
  ["openai-chat", "https://h", bearer],
  ["openai-responses", "https://x.openai.azure.com/openai/v1", { "api-key": "k-123456" }],
  [
    "anthropic-messages",
    "https://h",
    { "x-api-key": "k-123456", "anthropic-version": "2023-06-01" },
  ],
  ["ollama-chat", "https://h", bearer],
  ["http", "https://h", bearer],
])("%s at %s carries the key where it is expected", (api, endpoint, headers) => {
  const sent = wireRequestFor({ api, endpoint }).headers;
  expect(sent).toMatchObject(headers);
  expect(Object.values(sent).filter((value) => value.includes("k-123456"))).toHaveLength(1);
});

test("headers of the user go before ours", () => {
  const headers = "Anthropic-Version: 2099-01-01\nAccept: x/y\nX-Tenant: blue";
  expect(
    wireRequestFor({ api: "anthropic-messages", endpoint: "https://h", headers }).headers,
  ).toMatchObject({ "anthropic-version": "2099-01-01", accept: "x/y", "x-tenant": "blue" });
});

test.each([
  [{}, { method: "GET", body: undefined }, undefined],
  [{ body: '{"a":1}' }, { method: "POST", body: '{"a":1}' }, "application/json"],
  [{ body: "a=1", method: "PUT" }, { method: "PUT", body: "a=1" }, "text/plain; charset=utf-8"],
  [{ body: "a=1", headers: "Content-Type: a/b" }, { method: "POST" }, "a/b"],
])("plain HTTP of %j is sent as it is", (inputs, expected, type) => {
  const request = wireRequestFor({ api: "http", endpoint: "https://h", ...inputs });
  expect(request).toMatchObject({ ...expected, endMarkers: [] });
  expect(request.headers["content-type"]).toBe(type);
});

test("only a stream is watched for its end", () => {
  const endpoint = "https://h";
  expect(wireRequestFor({ endpoint }).endMarkers).not.toEqual([]);
  expect(wireRequestFor({ endpoint, stream: "false" }).endMarkers).toEqual([]);
  const { endClosers } = wireRequestFor({ endpoint, api: "openai-responses" });
  expect(endClosers).toHaveLength(2);
});
