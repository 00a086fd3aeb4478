// Prompts from JSONL text: one prompt or message list a line, in order; every problem is told at once.
import type { Problem } from "../errors.ts";
import { digestOf } from "./canonical.ts";
import { takesNonce } from "./nonce.ts";
import type { Message, Prompt } from "./workload.ts";

export type ListedPrompts =
  | { readonly ok: true; readonly prompts: readonly Prompt[]; readonly digest: string }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Why a line is refused: what would have been legal. */
interface Refusal {
  readonly legal: string;
}

/** Past this many a file is of the wrong kind, and more examples say nothing new. */
const problemsShown = 20;
const shownCharacters = 80;

const forms = 'a JSON string, {"prompt": "…"}, {"messages": […]} or a list of messages';

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMessage(value: unknown): value is Message {
  return isRecord(value) && typeof value["role"] === "string";
}

function textPrompt(text: string): Prompt | Refusal {
  return text.trim() === "" ? { legal: "a prompt that is not empty" } : { kind: "text", text };
}

function messagesPrompt(messages: readonly unknown[]): Prompt | Refusal {
  if (!messages.every(isMessage)) {
    const at = messages.findIndex((message) => !isMessage(message));
    return { legal: `messages that are objects with a text "role" (message ${at + 1} is not)` };
  }
  if (!messages.some(takesNonce)) {
    return { legal: "at least one message with content by user, system or developer" };
  }
  return { kind: "messages", messages };
}

function readObject(value: Readonly<Record<string, unknown>>): Prompt | Refusal {
  const [key, ...others] = Object.keys(value);
  const content = key === undefined ? undefined : value[key];
  if (others.length === 0 && key === "prompt" && typeof content === "string") {
    return textPrompt(content);
  }
  if (others.length === 0 && key === "messages" && Array.isArray(content)) {
    return messagesPrompt(content);
  }
  return { legal: `${forms}, without other keys` };
}

function readValue(value: unknown): Prompt | Refusal {
  if (typeof value === "string") {
    return textPrompt(value);
  }
  if (Array.isArray(value)) {
    return messagesPrompt(value);
  }
  return isRecord(value) ? readObject(value) : { legal: forms };
}

function readLine(line: string): Prompt | Refusal {
  try {
    return readValue(JSON.parse(line));
  } catch {
    return { legal: `valid JSON: ${forms}` };
  }
}

function shown(line: string): string {
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line;
}

function atMost(problems: readonly Problem[], input: string): readonly Problem[] {
  const hidden = problems.length - problemsShown;
  return hidden <= 0
    ? problems
    : [
        ...problems.slice(0, problemsShown),
        { input, value: `${hidden} more lines of that kind`, legal: `${forms}, one a line` },
      ];
}

/** `input` names the file in problems. Blank lines are skipped, line numbers count them; a byte order mark is none. */
export function parsePrompts(text: string, input = "prompts"): ListedPrompts {
  const prompts: Prompt[] = [];
  const problems: Problem[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (line.trim() === "") {
      continue;
    }
    const read = readLine(line);
    if ("legal" in read) {
      problems.push({ input: `${input}, line ${index + 1}`, value: shown(line), ...read });
    } else {
      prompts.push(read);
    }
  }
  if (problems.length === 0 && prompts.length === 0) {
    problems.push({ input, value: "no lines", legal: `at least one line: ${forms}` });
  }
  return problems.length > 0
    ? { ok: false, problems: atMost(problems, input) }
    : { ok: true, prompts, digest: digestOf(prompts) };
}
