import { describe, expect, it } from "vitest";
import { anthropicMessages } from "../../../src/dialect/apis/anthropic-messages.ts";
import { ollamaChat } from "../../../src/dialect/apis/ollama-chat.ts";
import { openAiChat } from "../../../src/dialect/apis/openai-chat.ts";
import { openAiCompletions } from "../../../src/dialect/apis/openai-completions.ts";
import { openAiResponses } from "../../../src/dialect/apis/openai-responses.ts";
import { dialectOf } from "../../../src/dialect/apis.ts";
import type { Ask, Dialect } from "../../../src/dialect/dialect.ts";
import type { Api } from "../../../src/workload/workload.ts";
import { chunk, line, typed } from "../wire.ts";

const ask: Ask = {
  model: "m",
  stream: true,
  outputTokens: 128,
  outputExact: false,
  temperature: 0,
  seed: 1,
};
const prompt = { kind: "text", text: "Hello" } as const;
const hello = [{ role: "user", content: "Hello" }];
const sampling = { max_tokens: 128, temperature: 0, seed: 1 };
const streamed = { stream: true, stream_options: { include_usage: true } };

const bodies: [name: Api, dialect: Dialect, streamed: object, whole: object][] = [
  [
    "openai-chat",
    openAiChat,
    { model: "m", messages: hello, ...sampling, ...streamed },
    { messages: hello, ...sampling, stream: false },
  ],
  [
    "openai-completions",
    openAiCompletions,
    { model: "m", prompt: "Hello", ...sampling, ...streamed },
    { prompt: "Hello", ...sampling, stream: false },
  ],
  [
    "openai-responses",
    openAiResponses,
    {
      model: "m",
      input: "Hello",
      max_output_tokens: 128,
      temperature: 0,
      stream: true,
      store: false,
    },
    { input: "Hello", max_output_tokens: 128, temperature: 0, stream: false, store: false },
  ],
  [
    "anthropic-messages",
    anthropicMessages,
    { model: "m", messages: hello, max_tokens: 128, temperature: 0, stream: true },
    { messages: hello, max_tokens: 128, temperature: 0, stream: false },
  ],
  [
    "ollama-chat",
    ollamaChat,
    {
      model: "m",
      messages: hello,
      stream: true,
      options: { num_predict: 128, temperature: 0, seed: 1 },
    },
    {
      messages: hello,
      stream: false,
      options: { num_predict: 128, temperature: 0, seed: 1 },
    },
  ],
];

describe.each(bodies)("%s", (name, dialect, streamed, whole) => {
  it("is asked for a stream, and names no model that is not known", () => {
    expect(dialect.body(ask, prompt)).toEqual(streamed);
    const { model, ...nameless } = ask;
    expect(dialect.body({ ...nameless, stream: false }, prompt)).toEqual(whole);
  });

  it("is found by its name", () => {
    expect(dialectOf(name)).toBe(dialect);
  });
});

it("asks no model in plain HTTP", () => {
  expect(dialectOf("http")).toBeUndefined();
});

it("asks for an exact length in the words that servers have for it", () => {
  const enforced = { ignore_eos: true, min_tokens: 128 };
  for (const [name, dialect] of bodies) {
    const body = dialect.body({ ...ask, outputExact: true }, prompt);
    if (name === "ollama-chat") expect(body).toEqual(dialect.body(ask, prompt));
    else expect(body, name).toMatchObject(enforced);
  }
});

it("names the output's maximum as newer models want it", () => {
  const body = openAiChat.body({ ...ask, maxTokensField: "max_completion_tokens" }, prompt);
  expect(body).toMatchObject({ max_completion_tokens: 128 });
  expect(body).not.toHaveProperty("max_tokens");
});

describe("message lists", () => {
  const user = {
    role: "user",
    content: [{ type: "image_url", image_url: { url: "x" } }],
    name: "y",
  };
  const tool = { role: "tool", tool_call_id: "c", content: "1" };
  const system = { role: "system", content: "Be brief." };
  const developer = { role: "developer", content: [{ type: "text", text: "In French." }] };
  const asked = (dialect: Dialect, ...messages: object[]) =>
    dialect.body(ask, { kind: "messages", messages: messages.map((message) => ({ ...message })) });

  it("go through untouched", () => {
    for (const [dialect, field] of [
      [openAiChat, "messages"],
      [ollamaChat, "messages"],
      [openAiResponses, "input"],
    ] as const) {
      expect(asked(dialect, system, user, tool)[field]).toEqual([system, user, tool]);
    }
  });

  it("leave what is the system's to a field of Anthropic's own", () => {
    expect(asked(anthropicMessages, user)).not.toHaveProperty("system");
    expect(asked(anthropicMessages, system, user)).toMatchObject({
      system: "Be brief.",
      messages: [user],
    });
    expect(asked(anthropicMessages, system, user, developer)).toMatchObject({
      system: [
        { type: "text", text: "Be brief." },
        { type: "text", text: "In French." },
      ],
      messages: [user],
    });
  });

  it("are never asked of completions", () => {
    expect(() => asked(openAiCompletions, user)).toThrow("takes no message lists");
  });
});

describe("the key", () => {
  const bearer = { authorization: "Bearer k" };
  const azure = { "api-key": "k" };
  const rows: [host: string, headers: object][] = [
    ["api.openai.com", bearer],
    ["x.openai.azure.com", azure],
    ["X.OpenAI.Azure.com:443", azure],
    ["x.services.ai.azure.com", azure],
    ["openai.azure.com.example.org", bearer],
    ["x.models.ai.azure.com", bearer],
  ];
  it.each(rows)("goes where %s expects it", (host, headers) => {
    for (const dialect of [openAiChat, openAiCompletions, openAiResponses]) {
      expect(dialect.authorization("k", host)).toEqual(headers);
    }
  });

  it("goes where Anthropic and Ollama expect it, the version beside it", () => {
    expect(anthropicMessages.authorization("k", "h")).toEqual({ "x-api-key": "k" });
    expect(anthropicMessages.headers).toEqual({ "anthropic-version": "2023-06-01" });
    expect(ollamaChat.authorization("k", "h")).toEqual(bearer);
  });
});

describe("the end of a stream", () => {
  const chatEnd = "data: {}\n\ndata: [DONE]\n\n";
  const rows: [name: string, dialect: Dialect, ends: string[], text: (text: string) => string][] = [
    ["openai-chat", openAiChat, [chatEnd], (content) => chunk({ delta: { content } })],
    ["openai-completions", openAiCompletions, [chatEnd], (text) => chunk({ text })],
    [
      "openai-responses",
      openAiResponses,
      ["completed", "incomplete"].flatMap((end) => {
        const event = typed(`response.${end}`, { response: {} });
        return [`\n\n${event}`, `\n\n${event.replace(/^.*\n/, "")}`];
      }),
      (delta) => typed("response.output_text.delta", { delta }),
    ],
    [
      "anthropic-messages",
      anthropicMessages,
      [`\n\n${typed("message_stop")}`, `\n\n${typed("message_stop").split("\n")[1]}\n\n`],
      (text) => typed("content_block_delta", { delta: { type: "text_delta", text } }),
    ],
    [
      "ollama-chat",
      ollamaChat,
      [
        line({ message: {}, done: true, done_reason: "stop", eval_count: 1 }),
        line({ message: {}, done_reason: "stop", done: true, total_duration: 1 }),
        '{"message": {}, "done": true, "done_reason": "stop"}\n',
      ],
      (content) => line({ message: { content }, done: false }),
    ],
  ];

  /** Whether the bytes show an end, as the endpoint looks for it. */
  function shown({ endMarkers, endClosers = [] }: Dialect, bytes: string): boolean {
    return endMarkers.some((marker) => {
      const at = bytes.indexOf(Buffer.from(marker).toString());
      const rest = bytes.slice(at + marker.length);
      const closed = endClosers.some((closer) => rest.includes(Buffer.from(closer).toString()));
      return at >= 0 && (endClosers.length === 0 || closed);
    });
  }

  it.each(rows)(
    "of %s is shown by bytes that no generated text can contain",
    (_, dialect, ends, text) => {
      for (const end of ends) {
        expect(shown(dialect, end), end).toBe(true);
        expect(shown(dialect, text("A") + text(end)), end).toBe(false);
      }
    },
  );

  it("is not shown by half of an event that repeats the answer", () => {
    const half = `\n\n${typed("response.completed", { response: { output: [{ text: "A" }] } })}`;
    expect(shown(openAiResponses, half.slice(0, -4))).toBe(false);
  });
});
