// OpenAI chat completions as vLLM streams them: role, content deltas, finish, usage if asked for, [DONE].
import { type Answer, createdAt, type Speech, sse, type Voice } from "../voice.ts";

/** Usage as both OpenAI APIs of completions report it. */
export function openaiUsage(usage: Answer["usage"]): Record<string, unknown> {
  if (usage === undefined) return {};
  const { input, output } = usage;
  return {
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}

function speak(answer: Answer): Speech {
  const { id, model, finish } = answer;
  const common = { id: `chatcmpl-${id}`, created: createdAt, model };
  const chunk = { ...common, object: "chat.completion.chunk" };
  const choice = (delta: unknown, reason: string | null) =>
    sse({ ...chunk, choices: [{ index: 0, delta, finish_reason: reason }] });
  const usage = openaiUsage(answer.usage);
  return {
    opening: choice({ role: "assistant", content: "" }, null),
    piece: (text) => choice({ content: text }, null),
    closing: () =>
      choice({}, finish) +
      (answer.usage ? sse({ ...chunk, choices: [], ...usage }) : "") +
      "data: [DONE]\n\n",
    whole: (text) => ({
      ...common,
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: finish }],
      ...usage,
    }),
  };
}

export const openaiChat: Voice = {
  api: "openai-chat",
  path: "/chat/completions",
  contentType: "text/event-stream",
  streamsByDefault: false,
  usageOnDemand: true,
  promptField: "messages",
  maximumFields: ["max_completion_tokens", "max_tokens"],
  speak,
};
