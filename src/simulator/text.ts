// Text: the simulated model's words, one token each, and its count of a prompt's tokens.

/** Each, with its leading space, is one token of o200k_base and of cl100k_base. */
const words = (
  "time people water house river light morning garden letter window story music summer paper market " +
  "mountain doctor winter bridge table island teacher kitchen street family forest village moment color " +
  "number season answer"
).split(" ");

/** `count` tokens of request `request`, from its token number `first` on: " time people …". */
export function outputText(request: number, first: number, count: number): string {
  let text = "";
  for (let token = first; token < first + count; token += 1)
    text += ` ${words[(request * 7 + token) % words.length]}`;
  return text;
}

/**
 * Words and marks, one token each, no chat template added. For plain English text of common words, which
 * the gate's synthetic prompts are, this is near what a real tokenizer counts.
 */
export function promptTokens(text: string): number {
  return text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;
}
