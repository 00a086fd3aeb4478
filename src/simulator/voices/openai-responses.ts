// OpenAI responses: numbered, named events; the closing ones repeat the whole text; no [DONE].
import { type Answer, createdAt, type Speech, sse, type Voice } from "../voice.ts";

function usageOf(usage: Answer["usage"]): unknown {
  if (usage === undefined) return null;
  const { input, output } = usage;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}

const part = (text: string) => ({ type: "output_text", text, annotations: [] });

function itemOf(answer: Answer, status: string, content: readonly unknown[]) {
  return { type: "message", id: `msg_${answer.id}`, status, role: "assistant", content };
}

function started(answer: Answer): Record<string, unknown> {
  return {
    id: `resp_${answer.id}`,
    object: "response",
    created_at: createdAt,
    status: "in_progress",
    error: null,
    incomplete_details: null,
    model: answer.model,
    output: [],
    usage: null,
  };
}

/** A maximum that was reached makes the response `incomplete`, with the reason. */
function finished(answer: Answer, text: string): Record<string, unknown> {
  const cut = answer.finish === "length";
  const status = cut ? "incomplete" : "completed";
  return {
    ...started(answer),
    status,
    incomplete_details: cut ? { reason: "max_output_tokens" } : null,
    output: [itemOf(answer, status, [part(text)])],
    usage: usageOf(answer.usage),
  };
}

function speak(answer: Answer): Speech {
  let sequence = 0;
  const event = (type: string, fields: Record<string, unknown>) =>
    sse({ type, sequence_number: sequence++, ...fields }, type);
  const place = { item_id: `msg_${answer.id}`, output_index: 0, content_index: 0 };
  const item = (status: string, content: readonly unknown[]) => ({
    output_index: 0,
    item: itemOf(answer, status, content),
  });
  const end = answer.finish === "length" ? "response.incomplete" : "response.completed";
  return {
    opening:
      event("response.created", { response: started(answer) }) +
      event("response.in_progress", { response: started(answer) }) +
      event("response.output_item.added", item("in_progress", [])) +
      event("response.content_part.added", { ...place, part: part("") }),
    piece: (text) => event("response.output_text.delta", { ...place, delta: text }),
    closing: (text) =>
      event("response.output_text.done", { ...place, text }) +
      event("response.content_part.done", { ...place, part: part(text) }) +
      event("response.output_item.done", item("completed", [part(text)])) +
      event(end, { response: finished(answer, text) }),
    whole: (text) => finished(answer, text),
  };
}

export const openaiResponses: Voice = {
  api: "openai-responses",
  path: "/responses",
  contentType: "text/event-stream",
  streamsByDefault: false,
  usageOnDemand: false,
  promptField: "input",
  maximumFields: ["max_output_tokens"],
  speak,
};
