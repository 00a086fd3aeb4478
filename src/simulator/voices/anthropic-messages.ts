// Anthropic messages: named events, a ping among them, cumulative usage in message_delta, no [DONE].
import { type Answer, type Speech, sse, type Voice } from "../voice.ts";

function speak(answer: Answer): Speech {
  const reason = answer.finish === "length" ? "max_tokens" : "end_turn";
  const message = {
    id: `msg_${answer.id}`,
    type: "message",
    role: "assistant",
    model: answer.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
  const event = (type: string, fields: Record<string, unknown> = {}) =>
    sse({ type, ...fields }, type);
  const { usage } = answer;
  const startUsage = usage ? { usage: { input_tokens: usage.input, output_tokens: 1 } } : {};
  const endUsage = usage ? { usage: { output_tokens: usage.output } } : {};
  const wholeUsage = usage
    ? { usage: { input_tokens: usage.input, output_tokens: usage.output } }
    : {};
  return {
    opening:
      event("message_start", { message: { ...message, ...startUsage } }) +
      event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }) +
      event("ping"),
    piece: (text) =>
      event("content_block_delta", { index: 0, delta: { type: "text_delta", text } }),
    closing: () =>
      event("content_block_stop", { index: 0 }) +
      event("message_delta", { delta: { stop_reason: reason, stop_sequence: null }, ...endUsage }) +
      event("message_stop"),
    whole: (text) => ({
      ...message,
      content: [{ type: "text", text }],
      stop_reason: reason,
      ...wholeUsage,
    }),
  };
}

export const anthropicMessages: Voice = {
  api: "anthropic-messages",
  path: "/messages",
  contentType: "text/event-stream",
  streamsByDefault: false,
  usageOnDemand: false,
  promptField: "messages",
  maximumFields: ["max_tokens"],
  speak,
};
