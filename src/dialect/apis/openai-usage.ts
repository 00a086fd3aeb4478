// openai-usage.ts: token counts as OpenAI's APIs report them: prompt and completion, in Responses input and output.
import { countOf, isObject, type JsonObject } from "../framing/json.ts";
import type { Usage } from "../reply.ts";

/**
 * Undefined where nothing is counted: null, no object, or nothing but zeros, which some gateways
 * send as a placeholder. Counts are cumulative, so of several reports only the last is true.
 */
export function openAiUsage(value: unknown): Usage | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const input = countOf(value["prompt_tokens"]) ?? countOf(value["input_tokens"]);
  const counted = countOf(value["completion_tokens"]) ?? countOf(value["output_tokens"]);
  if (!input && !counted) {
    return undefined;
  }
  const reasoning =
    countIn(value["completion_tokens_details"], "reasoning_tokens") ??
    countIn(value["output_tokens_details"], "reasoning_tokens");
  const cached =
    countIn(value["prompt_tokens_details"], "cached_tokens") ??
    countIn(value["input_tokens_details"], "cached_tokens");
  const output = withReasoning(value, { input, counted, reasoning });
  return {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(reasoning !== undefined && { reasoning }),
    ...(cached !== undefined && { cached }),
  };
}

function countIn(details: unknown, key: string): number | undefined {
  return isObject(details) ? countOf(details[key]) : undefined;
}

interface Counts {
  readonly input: number | undefined;
  readonly counted: number | undefined;
  readonly reasoning: number | undefined;
}

/**
 * Reasoning is a part of `completion_tokens`, except on servers whose own total shows that they
 * left it out (xAI): total = prompt + completion + reasoning. Nothing is added on less proof.
 */
function withReasoning(usage: JsonObject, { input, counted, reasoning }: Counts) {
  if (input === undefined || counted === undefined || !reasoning) {
    return counted;
  }
  const leftOut = countOf(usage["total_tokens"]) === input + counted + reasoning;
  return leftOut ? counted + reasoning : counted;
}
