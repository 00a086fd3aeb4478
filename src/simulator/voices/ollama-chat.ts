// Ollama chat: one JSON document a line, streamed unless refused, counts on the line that says done.
import { type Answer, createdAt, type Speech, type Voice } from "../voice.ts";

function speak(answer: Answer): Speech {
  const { usage, finish, model } = answer;
  const line = (content: string, done: boolean, rest: Record<string, unknown> = {}) => ({
    model,
    created_at: new Date(createdAt * 1_000).toISOString(),
    message: { role: "assistant", content },
    done,
    ...rest,
  });
  const counts = usage ? { prompt_eval_count: usage.input, eval_count: usage.output } : {};
  const last = (content: string) => line(content, true, { done_reason: finish, ...counts });
  return {
    opening: "",
    piece: (text) => `${JSON.stringify(line(text, false))}\n`,
    closing: () => `${JSON.stringify(last(""))}\n`,
    whole: last,
  };
}

export const ollamaChat: Voice = {
  api: "ollama-chat",
  path: "/api/chat",
  contentType: "application/x-ndjson",
  streamsByDefault: true,
  usageOnDemand: false,
  promptField: "messages",
  maximumFields: ["options.num_predict"],
  speak,
};
