// openai-responses.ts: OpenAI's responses, typed events or one document.
import type { Prompt } from "../../workload/workload.ts";
import type { Ask, Dialect } from "../dialect.ts";
import { errorIn, failInStream } from "../failures/stream-error.ts";
import { isObject, type JsonObject, listOf, textOf } from "../framing/json.ts";
import type { Assembly } from "../reading/assembly.ts";
import { readReply } from "../reading/read-reply.ts";
import { exactLength } from "./ask.ts";
import { closingBraces } from "./end-closers.ts";
import { openAiAuthorization } from "./openai-authorization.ts";
import { openAiUsage } from "./openai-usage.ts";
import { Restatements } from "./restatements.ts";
import { isToolItem, ToolItems } from "./tool-items.ts";

/** How a response can end and count. `failed` and `cancelled` are errors. */
const endings = ["completed", "incomplete"];

export const openAiResponses: Dialect = {
  path: "/responses",
  body,
  authorization: openAiAuthorization,
  // At the start of a line, where no generated text can stand. The event repeats the whole answer and
  // may take many reads. Some gateways drop `event:` lines.
  endMarkers: endings.flatMap((ending) =>
    [
      `event: response.${ending}`,
      `event:response.${ending}`,
      `data: {"type":"response.${ending}"`,
    ].map((start) => Buffer.from(`\n${start}`)),
  ),
  endClosers: closingBraces,
  read: (transcript) => {
    const listener = new Listener();
    return readReply(transcript, {
      framing: "sse",
      hear: (said, answer, type) => listener.hear(said, answer, type),
    });
  },
};

/** The API knows no seed. Without `store: false` OpenAI keeps every answer. */
function body(ask: Ask, prompt: Prompt): Record<string, unknown> {
  return {
    ...(ask.model !== undefined && { model: ask.model }),
    input: prompt.kind === "text" ? prompt.text : prompt.messages,
    max_output_tokens: ask.outputTokens,
    temperature: ask.temperature,
    stream: ask.stream,
    store: false,
    ...exactLength(ask),
  };
}

/** "response.output_text.delta" → what kind of output it adds to or restates. */
const textEvents = /^response\.(output_text|refusal|reasoning\w*)\.(delta|done)$/;

class Listener {
  readonly #restatements = new Restatements();
  readonly #tools = new ToolItems();

  /** The type inside the data goes before the event's name, which gateways drop or change. */
  hear(said: JsonObject, answer: Assembly, eventType: string): void {
    const { response } = said;
    const error = errorIn(said) ?? (isObject(response) ? errorIn(response) : undefined);
    if (error !== undefined) {
      failInStream(answer, error);
      return;
    }
    const type = textOf(said["type"]) || eventType;
    if (isObject(response)) {
      this.#hearResponse(response, type, answer);
    } else if (Array.isArray(said["output"])) {
      answer.streamed = false;
      this.#hearResponse(said, "", answer);
    } else if (!this.#hearText(said, type, answer)) {
      this.#hearItem(said, type, answer);
    }
  }

  #hearText(said: JsonObject, type: string, answer: Assembly): boolean {
    const [, kind, stage] = textEvents.exec(type) ?? [];
    if (kind === undefined) {
      return false;
    }
    if (stage === "delta") {
      this.#restatements.fragment(kindOf(kind), textOf(said["delta"]), answer);
    } else {
      const whole = textOf(said["text"]) || textOf(said["refusal"]);
      this.#restatements.whole(kindOf(kind), whole, answer);
    }
    return true;
  }

  #hearItem(said: JsonObject, type: string, answer: Assembly): void {
    const { item, part } = said;
    if (isObject(item)) {
      this.#hearWholeItem(item, said, answer);
    } else if (isObject(part)) {
      this.#hearPart(part, answer);
    } else {
      this.#tools.hear(said, type, answer);
    }
  }

  /** Opened with nothing in it, closed with all that was said. */
  #hearWholeItem(item: JsonObject, said: JsonObject, answer: Assembly): void {
    if (isToolItem(item)) {
      this.#tools.whole(item, said, answer);
      return;
    }
    for (const part of [...listOf(item["summary"]), ...listOf(item["content"])]) {
      if (isObject(part)) this.#hearPart(part, answer);
    }
  }

  #hearPart(part: JsonObject, answer: Assembly): void {
    const whole = textOf(part["text"]) || textOf(part["refusal"]);
    this.#restatements.whole(kindOf(textOf(part["type"])), whole, answer);
  }

  /** The answer so far, and at the end all of it. */
  #hearResponse(response: JsonObject, type: string, answer: Assembly): void {
    answer.servedBy(textOf(response["model"]), "");
    const status = statusOf(response, type);
    if (status === "failed" || status === "cancelled") {
      failInStream(answer, `the response ended as ${status}`);
    } else if (endings.includes(status)) {
      this.#hearEnd(response, status, answer);
    }
  }

  #hearEnd(response: JsonObject, status: string, answer: Assembly): void {
    if (answer.pieces.length === 0) {
      for (const [index, item] of listOf(response["output"]).entries()) {
        if (isObject(item)) this.#hearWholeItem(item, { output_index: index }, answer);
      }
    }
    const details = response["incomplete_details"];
    answer.finish((isObject(details) && textOf(details["reason"])) || status);
    answer.usage = openAiUsage(response["usage"]) ?? answer.usage;
    answer.end();
  }
}

/** The event's type says more than the status that it carries along; "response.done" says nothing. */
function statusOf({ status }: JsonObject, type: string): string {
  const [, told] =
    /^response\.(completed|incomplete|failed|cancelled|created|queued)$/.exec(type) ?? [];
  return told ?? textOf(status);
}

/** Of events ("reasoning_summary_text") and of parts ("summary_text", "output_text") alike. */
function kindOf(name: string): "text" | "reasoning" | "refusal" {
  if (name === "refusal") return "refusal";
  return /reasoning|summary/.test(name) ? "reasoning" : "text";
}
