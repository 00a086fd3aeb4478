// stream-error.ts: an error that a server reports inside an answer, in any of the shapes seen.
import type { Assembly } from "./assembly.ts";
import { isObject, type JsonObject } from "./framing/json.ts";
import { messageOf } from "./server-message.ts";

/**
 * The message of the first error: an `error` beside the answer or in one of the objects `inside`
 * it, or an object that calls itself an error. Empty if it has no message, undefined without an
 * error; fields that are null or empty are none.
 */
export function errorIn(said: JsonObject, inside: readonly unknown[] = []): string | undefined {
  const holder = [said, ...inside].filter(isObject).find(({ error }) => isError(error));
  if (holder !== undefined) {
    return messageOf(holder["error"]);
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
