// ask.ts: the words in which several APIs ask for the same things.
import type { Message, Prompt } from "../../workload/workload.ts";
import type { Ask } from "../dialect.ts";

/**
 * `ignore_eos` and `min_tokens` are vLLM's and its relatives'; OpenAI itself refuses them, and it
 * cannot hold a length either. Without `include_usage` no stream says how many tokens it held.
 */
export function openAiParameters(ask: Ask): Record<string, unknown> {
  return {
    ...(ask.model !== undefined && { model: ask.model }),
    [ask.maxTokensField ?? "max_tokens"]: ask.outputTokens,
    temperature: ask.temperature,
    seed: ask.seed,
    stream: ask.stream,
    ...(ask.stream && { stream_options: { include_usage: true } }),
    ...exactLength(ask),
  };
}

/** What keeps an answer from ending before its length, for the servers that take it. */
export function exactLength({ outputExact, outputTokens }: Ask): Record<string, unknown> {
  return outputExact ? { ignore_eos: true, min_tokens: outputTokens } : {};
}

/** A message list, or the one message that a prompt of mere text is. */
export function messagesOf(prompt: Prompt): readonly Message[] {
  return prompt.kind === "text" ? [{ role: "user", content: prompt.text }] : prompt.messages;
}
