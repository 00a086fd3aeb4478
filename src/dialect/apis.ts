// apis.ts: which dialect speaks which API.
import type { Api } from "../workload/workload.ts";
import { anthropicMessages } from "./apis/anthropic-messages.ts";
import { ollamaChat } from "./apis/ollama-chat.ts";
import { openAiChat } from "./apis/openai-chat.ts";
import { openAiCompletions } from "./apis/openai-completions.ts";
import { openAiResponses } from "./apis/openai-responses.ts";
import type { Dialect } from "./dialect.ts";

const dialects: Readonly<Record<Exclude<Api, "http">, Dialect>> = {
  "openai-chat": openAiChat,
  "openai-completions": openAiCompletions,
  "openai-responses": openAiResponses,
  "anthropic-messages": anthropicMessages,
  "ollama-chat": ollamaChat,
};

/** Undefined for plain HTTP, which asks no model. */
export function dialectOf(api: Api): Dialect | undefined {
  return api === "http" ? undefined : dialects[api];
}
