import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, test } from "vitest";
import { outputText, promptTokens } from "../../src/simulator/text.ts";
import type { Voice } from "../../src/simulator/voice.ts";
import { readAsked } from "../../src/simulator/voice.ts";
import { voices } from "../../src/simulator/voices/voices.ts";
import { ask, simulatedEndpoint } from "../support/simulated-endpoint.ts";

/** How each API asks for four tokens after "One, two." and where its answers carry what is counted. */
interface Customs {
  readonly body: Record<string, unknown>;
  /** What stands before each piece of text, in a stream and in a whole document. */
  readonly piece: RegExp;
  readonly last: RegExp;
  readonly usage: RegExp;
  readonly cut: RegExp;
}

const messages = [{ role: "user", content: "One, two." }];
const done = /data: \[DONE\]\n\n$/;

const customs: Record<Voice["api"], Customs> = {
  "openai-chat": {
    body: { messages, max_tokens: 4, stream_options: { include_usage: true } },
    piece: /"delta":\{"content":" /g,
    last: done,
    usage: /"prompt_tokens":4,"completion_tokens":4,"total_tokens":8/,
    cut: /"finish_reason":"length"/,
  },
  "openai-completions": {
    body: { prompt: "One, two.", max_tokens: 4, stream_options: { include_usage: true } },
    piece: /"text":" /g,
    last: done,
    usage: /"prompt_tokens":4,"completion_tokens":4,"total_tokens":8/,
    cut: /"finish_reason":"length"/,
  },
  "openai-responses": {
    body: { input: messages, max_output_tokens: 4 },
    piece: /"delta":" /g,
    last: /event: response\.incomplete\ndata: .*\n\n$/,
    usage: /"input_tokens":4,.*"output_tokens":4,/,
    cut: /"incomplete_details":\{"reason":"max_output_tokens"\}/,
  },
  "anthropic-messages": {
    body: { messages, max_tokens: 4 },
    piece: /"type":"text_delta","text":" /g,
    last: /event: message_stop\ndata: \{"type":"message_stop"\}\n\n$/,
    usage: /"input_tokens":4,[\s\S]*"output_tokens":4\}/,
    cut: /"stop_reason":"max_tokens"/,
  },
  "ollama-chat": {
    body: { messages, options: { num_predict: 4 } },
    piece: /"content":" /g,
    last: /"done":true,.*\}\n$/,
    usage: /"prompt_eval_count":4,"eval_count":4/,
    cut: /"done_reason":"length"/,
  },
};

describe.each(voices)("$api", (voice) => {
  const { body, piece, last, usage, cut } = customs[voice.api];
  const answerTo = async (stream: boolean) => {
    const simulator = await simulatedEndpoint({ api: voice.api });
    const asked = { max_tokens: undefined, messages: undefined, ...body, stream };
    return ask(simulator, asked, { path: voice.path });
  };

  test("streams one piece per token, its usage and its own end", async () => {
    const response = await answerTo(true);
    expect(response.headers.get("content-type")).toBe(voice.contentType);
    const text = await response.text();
    expect(text.match(piece)).toHaveLength(4);
    for (const part of [usage, cut, last]) expect(text).toMatch(part);
  });

  test("answers in one document with the same usage and end", async () => {
    const response = await answerTo(false);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ model: "simulated" });
    expect(text).toContain(outputText(0, 0, 4));
    for (const part of [usage, cut]) expect(text).toMatch(part);
  });

  test("has the stated default of streaming", () => {
    expect(readAsked(voice, body).stream).toBe(voice.api === "ollama-chat");
  });
});

test("every token of the output is one token of a real encoding", () => {
  const encoding = new Tiktoken(o200k);
  expect(encoding.encode(outputText(3, 0, 500))).toHaveLength(500);
});

test.each([
  ["", 0],
  ["One, two.", 4],
  ["a  b\nc", 3],
  ["naïve 12", 2],
  ["…!", 2],
])("a prompt's words and marks are its tokens: %j", (text, count) => {
  expect(promptTokens(text)).toBe(count);
});
