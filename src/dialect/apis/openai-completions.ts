// openai-completions.ts: OpenAI's completions, a text continued without messages, streamed or not.
import { GateError } from "../../errors.ts";
import type { Prompt } from "../../workload/workload.ts";
import type { Ask, Dialect } from "../dialect.ts";
import { readReply } from "../reading/read-reply.ts";
import { openAiParameters } from "./ask.ts";
import { openAiAuthorization } from "./openai-authorization.ts";
import { doneMarkers, hearChoices } from "./openai-chat.ts";

export const openAiCompletions: Dialect = {
  path: "/completions",
  body,
  authorization: openAiAuthorization,
  endMarkers: doneMarkers,
  read: (transcript) => readReply(transcript, { framing: "sse", hear: hearChoices }),
};

/** The configuration refuses message lists here: only a chat template could make a text of them. */
function body(ask: Ask, prompt: Prompt): Record<string, unknown> {
  if (prompt.kind !== "text") {
    throw new GateError("internal", "the completions API takes no message lists");
  }
  return { ...openAiParameters(ask), prompt: prompt.text };
}
