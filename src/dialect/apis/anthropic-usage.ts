// anthropic-usage.ts: token counts of Anthropic's messages, which come in two parts.
import { countOf, isObject, type JsonObject } from "../framing/json.ts";
import type { Usage } from "../reply.ts";

/** The input's parts: read anew, written to the cache, read from the cache. */
const inputKeys = [
  "input_tokens",
  "cache_creation_input_tokens",
  "cache_read_input_tokens",
] as const;
type InputKey = (typeof inputKeys)[number];

/**
 * `message_start` tells the input, with 0 or 1 in the place of an output count that cannot be known
 * yet; `message_delta` tells the output so far, and on some servers the input once more.
 */
export class AnthropicUsage {
  readonly #input = new Map<InputKey, number>();

  start(usage: unknown): void {
    if (isObject(usage)) {
      this.#takeInput(usage);
    }
  }

  /** The input alone where no output is counted; undefined where nothing is. */
  finish(usage: unknown): Usage | undefined {
    if (!isObject(usage)) {
      return this.input();
    }
    this.#takeInput(usage);
    const input = this.input();
    const output = countOf(usage["output_tokens"]);
    return output === undefined || (output === 0 && input === undefined)
      ? input
      : { ...input, output };
  }

  /** All parts together; undefined where the main one is not told, or nothing but zeros. */
  input(): Usage | undefined {
    const cached = this.#input.get("cache_read_input_tokens");
    const input = [...this.#input.values()].reduce((sum, count) => sum + count, 0);
    return this.#input.has("input_tokens") && input > 0
      ? { input, ...(cached !== undefined && { cached }) }
      : undefined;
  }

  /** A later count replaces an earlier one, unless it is a placeholder of 0. */
  #takeInput(usage: JsonObject): void {
    for (const key of inputKeys) {
      const count = countOf(usage[key]);
      if (count !== undefined) {
        this.#input.set(key, count || (this.#input.get(key) ?? 0));
      }
    }
  }
}
