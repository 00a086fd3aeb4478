// apis.ts: which dialect speaks which API.
import type { Api } from "../workload/workload.ts";
import type { Dialect } from "./dialect.ts";
import { openAiChat } from "./openai-chat.ts";

const dialects: Partial<Record<Api, Dialect>> = {
  "openai-chat": openAiChat,
};

/** Undefined for an API that is not spoken yet. */
export function dialectOf(api: Api): Dialect | undefined {
  return dialects[api];
}
