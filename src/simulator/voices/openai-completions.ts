// OpenAI completions: text instead of deltas, no role, usage if asked for, [DONE].
import { type Answer, createdAt, type Speech, sse, type Voice } from "../voice.ts";
import { openaiUsage } from "./openai-chat.ts";

function speak(answer: Answer): Speech {
  const { id, model, finish } = answer;
  const common = { id: `cmpl-${id}`, object: "text_completion", created: createdAt, model };
  const choices = (text: string, reason: string | null) => [
    { index: 0, text, logprobs: null, finish_reason: reason },
  ];
  const usage = openaiUsage(answer.usage);
  return {
    opening: "",
    piece: (text) => sse({ ...common, choices: choices(text, null) }),
    closing: () =>
      sse({ ...common, choices: choices("", finish) }) +
      (answer.usage ? sse({ ...common, choices: [], ...usage }) : "") +
      "data: [DONE]\n\n",
    whole: (text) => ({ ...common, choices: choices(text, finish), ...usage }),
  };
}

export const openaiCompletions: Voice = {
  api: "openai-completions",
  path: "/completions",
  contentType: "text/event-stream",
  streamsByDefault: false,
  usageOnDemand: true,
  promptField: "prompt",
  maximumFields: ["max_tokens"],
  speak,
};
