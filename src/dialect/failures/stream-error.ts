// stream-error.ts: an error that a server reports inside an answer, in any of the shapes seen.

import { isObject, type JsonObject } from "../framing/json.ts";
import type { Assembly } from "../reading/assembly.ts";
import { messageOf } from "./server-message.ts";

/**
 * The message of the first error: an `error` beside the answer or in one of the objects `inside`
 * it, or an object that calls itself an error. Empty if it has no message, undefined without an
 * error; fields that are null or empty are none.
 */
export function errorIn(said: JsonObject, inside: readonly unknown[] = []): string | undefined {
  // Asked of every event, so nothing is allocated for it.
  if (isError(said["error"])) {
    return messageOf(said["error"]);
  }
  for (const part of inside) {
    if (isObject(part) && isError(part["error"])) {
      return messageOf(part["error"]);
    }
  }
  return said["object"] === "error" || said["type"] === "error" ? messageOf(said) : undefined;
}

function isError(value: unknown): boolean {
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** An error inside a 200, whatever came before it. */
export function failInStream(answer: Assembly, message: string): void {
  const detail = message || "the server reported an error without a message";
  answer.failHere("in_stream_error", detail);
}
