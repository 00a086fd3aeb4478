// openai-chat.ts: OpenAI's chat completions, as its many servers speak them, streamed or not.
import type { Prompt } from "../../workload/workload.ts";
import type { Ask, Dialect } from "../dialect.ts";
import { errorIn, failInStream } from "../failures/stream-error.ts";
import { isObject, type JsonObject, listOf, textOf, textOrJson } from "../framing/json.ts";
import type { Assembly } from "../reading/assembly.ts";
import { readReply } from "../reading/read-reply.ts";
import { messagesOf, openAiParameters } from "./ask.ts";
import { openAiAuthorization } from "./openai-authorization.ts";
import { openAiUsage } from "./openai-usage.ts";

/**
 * With the line end before them: inside a JSON string it would be escaped, so no text that a model
 * writes can look like the end.
 */
export const doneMarkers = ["\ndata: [DONE]", "\ndata:[DONE]"].map((text) => Buffer.from(text));

export const openAiChat: Dialect = {
  path: "/chat/completions",
  body,
  authorization: openAiAuthorization,
  endMarkers: doneMarkers,
  read: (transcript) => readReply(transcript, { framing: "sse", hear: hearChoices }),
};

function body(ask: Ask, prompt: Prompt): Record<string, unknown> {
  return { ...openAiParameters(ask), messages: messagesOf(prompt) };
}

/** One event, or the whole answer; those of the completions API differ in the choice alone. */
export function hearChoices(said: JsonObject, answer: Assembly): void {
  const choices = listOf(said["choices"]).filter(isObject);
  const error = errorIn(said, choices) ?? groqError(said) ?? failedChoice(choices);
  if (error !== undefined) {
    failInStream(answer, error);
    return;
  }
  answer.servedBy(textOf(said["model"]), textOf(said["system_fingerprint"]));
  for (const choice of choices) {
    hearChoice(choice, answer);
  }
  answer.usage = usageIn(said, choices) ?? answer.usage;
}

function groqError({ x_groq: groq }: JsonObject): string | undefined {
  return isObject(groq) ? errorIn(groq) : undefined;
}

function failedChoice(choices: readonly JsonObject[]): string | undefined {
  const failed = choices.some((choice) => choice["finish_reason"] === "error");
  return failed ? "the finish reason is error" : undefined;
}

/** Of the places for usage the one that the API documents counts most. */
function usageIn(said: JsonObject, choices: readonly JsonObject[]) {
  const groq = said["x_groq"];
  return (
    openAiUsage(said["usage"]) ??
    openAiUsage(isObject(groq) ? groq["usage"] : undefined) ??
    openAiUsage(choices.at(-1)?.["usage"])
  );
}

/**
 * A streamed choice has a `delta`, a whole one a `message` of the same fields, a completion a
 * `text`. Some servers send a growing `message` beside the delta, so the delta goes first.
 */
function hearChoice(choice: JsonObject, answer: Assembly): void {
  const { delta, message } = choice;
  if (isObject(delta)) {
    hearDelta(delta, answer);
  } else if (isObject(message)) {
    answer.streamed = false;
    hearDelta(message, answer);
  } else {
    answer.text(textOf(choice["text"]));
  }
  answer.finish(textOf(choice["finish_reason"]));
}

function hearDelta(delta: JsonObject, answer: Assembly): void {
  answer.reasoning(reasoningIn(delta));
  hearContent(delta["content"], answer);
  answer.refusal(textOf(delta["refusal"]));
  for (const call of listOf(delta["tool_calls"]).filter(isObject)) {
    hearToolCall(call, answer);
  }
  if (isObject(delta["function_call"])) {
    hearToolCall({ function: delta["function_call"] }, answer);
  }
}

/** Text, or a list of parts (Mistral), of which thinking ones hold parts again. */
function hearContent(content: unknown, answer: Assembly): void {
  if (typeof content === "string") {
    answer.text(content);
    return;
  }
  for (const part of listOf(content).filter(isObject)) {
    answer.reasoning(textOf(part["thinking"]) || joined(part["thinking"], "text"));
    answer.text(textOf(part["text"]));
  }
}

/** The same text under several names counts once. Encrypted reasoning and signatures are no text. */
function reasoningIn(delta: JsonObject): string {
  return (
    textOf(delta["reasoning_content"]) ||
    textOf(delta["reasoning"]) ||
    textOf(delta["reasoning_text"]) ||
    joined(delta["reasoning_details"], "text") ||
    joined(delta["reasoning_details"], "summary") ||
    joined(delta["thinking_blocks"], "thinking")
  );
}

function joined(list: unknown, key: string): string {
  return listOf(list)
    .map((entry) => (isObject(entry) ? textOf(entry[key]) : ""))
    .join("");
}

function hearToolCall(call: JsonObject, answer: Assembly): void {
  const named = isObject(call["function"]) ? call["function"] : {};
  const index = call["index"];
  answer.toolCall({
    ...(typeof index === "number" && { call: String(index) }),
    id: textOf(call["id"]),
    name: textOf(named["name"]),
    arguments: textOrJson(named["arguments"]),
  });
}
