// Plain text: a report's words without markup, for terminals, logs and annotations.
import { longestSentence, oneLine, withinSpaces } from "../text/escape.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Text } from "../text/text.ts";

export function plainText(words: Text): string {
  const line = words.map(({ kind, text }) =>
    kind === "code"
      ? oneLine(text)
      : withinSpaces(text, (inner) => oneLine(inner, longestSentence)),
  );
  return safeLine(line.join(""));
}
