// openai-chat.ts: OpenAI's chat completions, as its many servers speak them, streamed or not.
import type { Prompt } from "../workload/workload.ts";
import type { Assembly } from "./assembly.ts";
import type { Ask, Dialect } from "./dialect.ts";
import { isObject, type JsonObject, listOf, textOf } from "./framing/json.ts";
import { openAiAuthorization } from "./openai-authorization.ts";
import { openAiUsage } from "./openai-usage.ts";
import { failInStream, readReply } from "./read-reply.ts";
import { messageOf } from "./server-message.ts";

export const openAiChat: Dialect = {
  path: "/chat/completions",
  body,
  authorization: openAiAuthorization,
  // With the line end before them: inside a JSON string it would be escaped, so no text that a
  // model writes can look like the end.
  endMarkers: ["\ndata: [DONE]", "\ndata:[DONE]"].map((marker) => Buffer.from(marker)),
  read: (transcript) => readReply(transcript, { framing: "sse", hear }),
};

function body(ask: Ask, prompt: Prompt): Record<string, unknown> {
  return {
    ...(ask.model !== undefined && { model: ask.model }),
    messages:
      prompt.kind === "text" ? [{ role: "user", content: prompt.text }] : [...prompt.messages],
    max_tokens: ask.outputTokens,
    temperature: ask.temperature,
    seed: ask.seed,
    stream: ask.stream,
    ...(ask.stream && { stream_options: { include_usage: true } }),
    ...(ask.outputExact && { ignore_eos: true, min_tokens: ask.outputTokens }),
  };
}

function hear(said: JsonObject, answer: Assembly): void {
  const choices = listOf(said["choices"]).filter(isObject);
  const error = errorIn(said, choices);
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

/**
 * The message of an error, in any of the shapes seen: an `error` beside or instead of the choices
 * or inside one, an object that calls itself an error, a finish reason that is one. Fields that
 * are null or empty are no errors.
 */
function errorIn(said: JsonObject, choices: readonly JsonObject[]): string | undefined {
  const failed = choices.find((choice) => choice["finish_reason"] === "error");
  const holders = [said, said["x_groq"], ...choices].filter(isObject);
  const holder = holders.find(({ error }) => isError(error));
  if (holder !== undefined) {
    return messageOf(holder["error"]);
  }
  if (said["object"] === "error" || said["type"] === "error") {
    return messageOf(said);
  }
  return failed && "the finish reason is error";
}

function isError(value: unknown): boolean {
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
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
    arguments: argumentsOf(named["arguments"]),
  });
}

/** Text by the API's definition; some servers send the object itself. */
function argumentsOf(value: unknown): string {
  try {
    return isObject(value) ? JSON.stringify(value) : textOf(value);
  } catch {
    return ""; // nested deeper than the stack
  }
}
