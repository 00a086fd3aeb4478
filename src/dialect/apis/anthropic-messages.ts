// anthropic-messages.ts: Anthropic's messages, as it and the servers that imitate it speak them, streamed or not.
import type { Message, Prompt } from "../../workload/workload.ts";
import type { Ask, Dialect } from "../dialect.ts";
import { errorIn, failInStream } from "../failures/stream-error.ts";
import { isObject, type JsonObject, listOf, textOf, textOrJson } from "../framing/json.ts";
import type { Assembly } from "../reading/assembly.ts";
import { readReply } from "../reading/read-reply.ts";
import { AnthropicUsage } from "./anthropic-usage.ts";
import { exactLength, messagesOf } from "./ask.ts";
import { closingBraces } from "./end-closers.ts";

export const anthropicMessages: Dialect = {
  path: "/messages",
  body,
  headers: { "anthropic-version": "2023-06-01" },
  authorization: (apiKey) => ({ "x-api-key": apiKey }),
  // At the start of a line, where no generated text can stand. Some gateways drop `event:` lines.
  endMarkers: [
    "\nevent: message_stop",
    "\nevent:message_stop",
    '\ndata: {"type":"message_stop"',
  ].map((text) => Buffer.from(text)),
  endClosers: closingBraces,
  read: (transcript) => {
    const listener = new Listener();
    return readReply(transcript, {
      framing: "sse",
      hear: (said, answer, type) => listener.hear(said, answer, type),
    });
  },
};

/** The API knows no seed. */
function body(ask: Ask, prompt: Prompt): Record<string, unknown> {
  const messages = messagesOf(prompt);
  const system = systemOf(messages.filter(isSystem));
  return {
    ...(ask.model !== undefined && { model: ask.model }),
    max_tokens: ask.outputTokens,
    ...(system !== undefined && { system }),
    messages: messages.filter((message) => !isSystem(message)),
    temperature: ask.temperature,
    stream: ask.stream,
    ...exactLength(ask),
  };
}

function isSystem({ role }: Message): boolean {
  return role === "system" || role === "developer";
}

/** A field of its own here, not a message; one text as it is, anything more as a list of parts. */
function systemOf(messages: readonly Message[]): unknown {
  const contents = messages.map((message) => message["content"]);
  return contents.length > 1
    ? contents.flatMap((content) =>
        typeof content === "string" ? { type: "text", text: content } : content,
      )
    : contents[0];
}

class Listener {
  readonly #usage = new AnthropicUsage();

  /** The type inside the data goes before the event's name, which gateways drop or change. */
  hear(said: JsonObject, answer: Assembly, eventType: string): void {
    const error = errorIn(said);
    if (error !== undefined) {
      failInStream(answer, error);
      return;
    }
    switch (textOf(said["type"]) || eventType) {
      case "message_start":
        this.#hearStart(said["message"], answer);
        break;
      case "content_block_start":
        hearBlock(said["content_block"], said["index"], answer);
        break;
      case "content_block_delta":
        hearDelta(said["delta"], said["index"], answer);
        break;
      case "message_delta":
        this.#hearFinish(said["delta"], said["usage"], answer);
        break;
      case "message_stop":
        answer.usage ??= this.#usage.input();
        answer.end();
        break;
      case "message":
        this.#hearWhole(said, answer);
        break;
    }
  }

  #hearStart(message: unknown, answer: Assembly): void {
    if (isObject(message)) {
      answer.servedBy(textOf(message["model"]), "");
      this.#usage.start(message["usage"]);
    }
  }

  /** The output count is cumulative, and only here no placeholder. */
  #hearFinish(delta: unknown, usage: unknown, answer: Assembly): void {
    answer.usage = this.#usage.finish(usage) ?? answer.usage;
    answer.finish(isObject(delta) ? textOf(delta["stop_reason"]) : "");
  }

  #hearWhole(said: JsonObject, answer: Assembly): void {
    this.#hearStart(said, answer);
    answer.streamed = false;
    for (const [index, block] of listOf(said["content"]).entries()) {
      hearBlock(block, index, answer);
    }
    this.#hearFinish(said, said["usage"], answer);
    answer.end();
  }
}

/** A block's own start may hold its first text, and in a whole answer holds all of it. */
function hearBlock(block: unknown, index: unknown, answer: Assembly): void {
  if (!isObject(block)) {
    return;
  }
  answer.reasoning(textOf(block["thinking"]));
  answer.text(textOf(block["text"]));
  const name = textOf(block["name"]);
  if (name !== "") {
    const { input } = block;
    const given = isObject(input) && Object.keys(input).length > 0;
    const args = given ? textOrJson(input) : "";
    answer.toolCall({ ...numbered(index), id: textOf(block["id"]), name, arguments: args });
  }
}

/** Told by the field that a delta has; signatures and citations have none of these. */
function hearDelta(delta: unknown, index: unknown, answer: Assembly): void {
  if (!isObject(delta)) {
    return;
  }
  answer.reasoning(textOf(delta["thinking"]));
  answer.text(textOf(delta["text"]));
  const args = textOf(delta["partial_json"]);
  if (args !== "") {
    answer.toolCall({ ...numbered(index), id: "", name: "", arguments: args });
  }
}

function numbered(index: unknown): { readonly call?: string } {
  return typeof index === "number" ? { call: String(index) } : {};
}
