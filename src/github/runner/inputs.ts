// The action's inputs as strings, and the secrets among them hidden before anything is printed.
import { getInput, setSecret } from "@actions/core";
import { secretForms } from "../../report/text/redact.ts";

/** One line is trimmed; of several the indentation is kept, because it means something in YAML. */
export function readInput(name: string): string {
  const raw = getInput(name, { trimWhitespace: false }).trimEnd();
  const text = raw.replace(/^(?:[^\S\n]*\n)+/, "");
  return text.includes("\n") ? text : text.trim();
}

/** The other spellings of a short word are too short to be told from other text. */
const shortestSpelled = 8;

/** Masked in the log under every spelling that we know; empty ones are none. */
export function maskSecrets(secrets: readonly (string | undefined)[]): void {
  for (const secret of secrets) {
    const text = secret?.trim();
    if (!text) continue;
    const spelled = text.length >= shortestSpelled ? secretForms(text) : [];
    for (const form of new Set([text, `Bearer ${text}`, ...spelled])) setSecret(form);
  }
}
