// ollama-chat.ts: Ollama's own chat, one JSON object a line, streamed or not.
import type { Prompt } from "../../workload/workload.ts";
import type { Ask, Dialect } from "../dialect.ts";
import { errorIn, failInStream } from "../failures/stream-error.ts";
import { countOf, isObject, type JsonObject, listOf, textOf, textOrJson } from "../framing/json.ts";
import type { Assembly } from "../reading/assembly.ts";
import { readReply } from "../reading/read-reply.ts";
import type { Usage } from "../reply.ts";
import { messagesOf } from "./ask.ts";
import { closingBraces } from "./end-closers.ts";

export const ollamaChat: Dialect = {
  path: "/api/chat",
  body,
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  // In a text the quotes would be escaped. A tool call's arguments are no text, but none has
  // these two keys side by side. Servers in Python write blanks after colons and commas.
  endMarkers: [
    '"done":true,"done_reason"',
    '"done":true,"total_duration"',
    '"done": true, "done_reason"',
    '"done": true, "total_duration"',
  ].map((text) => Buffer.from(text)),
  endClosers: closingBraces,
  read: (transcript) => {
    const listener = new Listener();
    return readReply(transcript, {
      framing: "ndjson",
      hear: (said, answer) => listener.hear(said, answer),
    });
  },
};

/** Ollama has no way to enforce a length: `num_predict` is a maximum. */
function body(ask: Ask, prompt: Prompt): Record<string, unknown> {
  return {
    ...(ask.model !== undefined && { model: ask.model }),
    messages: messagesOf(prompt),
    stream: ask.stream,
    options: {
      num_predict: ask.outputTokens,
      temperature: ask.temperature,
      seed: ask.seed,
    },
  };
}

class Listener {
  #lines = 0;
  #calls = 0;

  hear(said: JsonObject, answer: Assembly): void {
    const error = errorIn(said);
    if (error !== undefined) {
      failInStream(answer, error);
      return;
    }
    this.#lines += 1;
    answer.servedBy(textOf(said["model"]), "");
    if (isObject(said["message"])) {
      this.#hearMessage(said["message"], answer);
    }
    if (said["done"] === true) {
      this.#hearEnd(said, answer);
    }
  }

  #hearMessage(message: JsonObject, answer: Assembly): void {
    answer.reasoning(textOf(message["thinking"]));
    answer.text(textOf(message["content"]));
    for (const { function: named } of listOf(message["tool_calls"]).filter(isObject)) {
      if (!isObject(named)) continue;
      // Calls come whole, and neither an id nor an index need tell them apart.
      answer.toolCall({
        call: String(this.#calls++),
        id: "",
        name: textOf(named["name"]),
        arguments: textOrJson(named["arguments"]),
      });
    }
  }

  /** The first line being the last one, with output in it, is an answer that was not streamed. */
  #hearEnd(said: JsonObject, answer: Assembly): void {
    if (this.#lines === 1 && answer.pieces.length > 0) {
      answer.streamed = false;
    }
    answer.finish(textOf(said["done_reason"]));
    answer.usage = usageIn(said);
    answer.end();
  }
}

/** `prompt_eval_count` is left out by some versions when the prompt was cached: then it is unknown. */
function usageIn(said: JsonObject): Usage | undefined {
  const input = countOf(said["prompt_eval_count"]);
  const output = countOf(said["eval_count"]);
  if (!input && !output) {
    return undefined;
  }
  return { ...(input !== undefined && { input }), ...(output !== undefined && { output }) };
}
