// Voices: every API that the simulator speaks.
import type { Voice } from "../voice.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import { ollamaChat } from "./ollama-chat.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiCompletions } from "./openai-completions.ts";
import { openaiResponses } from "./openai-responses.ts";

export const voices: readonly Voice[] = [
  openaiChat,
  openaiCompletions,
  openaiResponses,
  anthropicMessages,
  ollamaChat,
];
