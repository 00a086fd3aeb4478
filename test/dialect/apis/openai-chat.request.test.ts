import { expect, it } from "vitest";
import { openAiChat } from "../../../src/dialect/apis/openai-chat.ts";
import type { Ask } from "../../../src/dialect/dialect.ts";
import { chunk } from "../wire.ts";

const ask: Ask = {
  model: "m",
  stream: true,
  outputTokens: 128,
  outputExact: false,
  temperature: 0,
  seed: 1,
};
const prompt = { kind: "text", text: "Hello" } as const;

it("asks for a stream with usage", () => {
  expect(openAiChat.body(ask, prompt)).toEqual({
    model: "m",
    messages: [{ role: "user", content: "Hello" }],
    max_tokens: 128,
    temperature: 0,
    seed: 1,
    stream: true,
    stream_options: { include_usage: true },
  });
});

it("asks for no usage chunk where there is no stream, and names no model that it does not know", () => {
  const { model, ...nameless } = ask;
  expect(openAiChat.body({ ...nameless, stream: false }, prompt)).toEqual({
    messages: [{ role: "user", content: "Hello" }],
    max_tokens: 128,
    temperature: 0,
    seed: 1,
    stream: false,
  });
});

it("keeps an answer from ending early only where the length is exact", () => {
  const enforced = { ignore_eos: true, min_tokens: 128 };
  expect(openAiChat.body({ ...ask, outputExact: true }, prompt)).toMatchObject(enforced);
});

it("passes message lists through untouched", () => {
  const messages = [
    { role: "system", content: "x", name: "y" },
    { role: "user", content: [1] },
  ];
  const body = openAiChat.body(ask, { kind: "messages", messages });
  expect(body["messages"]).toEqual(messages);
});

it("puts the key where the host expects it", () => {
  const bearer = { authorization: "Bearer k" };
  const rows: [host: string, headers: object][] = [
    ["api.openai.com", bearer],
    ["x.openai.azure.com", { "api-key": "k" }],
    ["X.OpenAI.Azure.com:443", { "api-key": "k" }],
    ["x.services.ai.azure.com", { "api-key": "k" }],
    ["openai.azure.com.example.org", bearer],
    ["x.models.ai.azure.com", bearer],
  ];
  for (const [host, headers] of rows) {
    expect(openAiChat.authorization("k", host), host).toEqual(headers);
  }
});

it("knows its end by bytes that no generated text can contain", () => {
  const text = chunk({ delta: { content: "\ndata: [DONE]\n\ndata:[DONE]" } });
  expect(openAiChat.endMarkers.map((marker) => text.includes(marker.toString()))).toEqual([
    false,
    false,
  ]);
  expect(openAiChat.endMarkers.map((marker) => Buffer.from(marker).toString())).toEqual([
    "\ndata: [DONE]",
    "\ndata:[DONE]",
  ]);
});
