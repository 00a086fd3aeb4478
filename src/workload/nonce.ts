// Nonces: the openings that keep prefix caches from serving an earlier prompt.
import { hash } from "node:crypto";
import { nonceWords } from "./words.ts";
import type { Message, Phase, Prompt } from "./workload.ts";

/** What makes the nonces of one measurement differ from every other's; never part of the key. */
export interface NonceScope {
  /** Fresh entropy of the job, or a fixed text in tests. */
  readonly run: string;
  /** "first", "confirmation", … */
  readonly measurement: string;
  /** "candidate", or "base" for the second endpoint of a duet. */
  readonly side: string;
}

const wordsPerNonce = 8;

/** Eight words and a full stop, whatever the scope and the id. */
export const nonceTokens = wordsPerNonce + 1;

function wordOf(byte: number): string {
  return nonceWords[byte % nonceWords.length] ?? "";
}

/**
 * The nonce of each request id: a first word that turns with the id, so that 256 neighbours differ in their very first
 * token, then seven words by sha256 (56 bits: two alike among 5,000 requests have a chance of 2e-10).
 */
export function noncesFrom(scope: NonceScope, phase: Phase): (id: number) => string {
  const salt = JSON.stringify([scope.run, scope.measurement, scope.side, phase]);
  const start = hash("sha256", salt, "buffer").readUInt8(0);
  return (id) => {
    const first = wordOf(start + id);
    const bytes = hash("sha256", `${salt}${id}`, "buffer").subarray(0, wordsPerNonce - 1);
    const rest = Array.from(bytes, wordOf);
    return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${rest.join(" ")}.`;
  };
}

const openingRoles: readonly unknown[] = ["system", "developer", "user"];

/** May the nonce stand in this message? Its content is text or a list of parts, and the role is not the model's. */
export function takesNonce(message: Message): boolean {
  const content = message["content"];
  return (
    openingRoles.includes(message["role"]) &&
    (typeof content === "string" || Array.isArray(content))
  );
}

function isText(part: unknown): part is { readonly text: string } {
  return (
    typeof part === "object" && part !== null && "text" in part && typeof part.text === "string"
  );
}

/** Into the first text part; before all parts where there is none (images only). */
function openParts(parts: readonly unknown[], nonce: string): readonly unknown[] {
  const at = parts.findIndex(isText);
  if (at === -1) {
    return [{ type: "text", text: nonce }, ...parts];
  }
  return parts.map((part, index) =>
    index === at && isText(part) ? { ...part, text: `${nonce} ${part.text}` } : part,
  );
}

function openMessage(message: Message, nonce: string): Message {
  const content = message["content"];
  return Array.isArray(content)
    ? { ...message, content: openParts(content, nonce) }
    : { ...message, content: `${nonce} ${content}` };
}

/** The prompt with the nonce at its start; everything else is untouched, and so is the prompt given. */
export function withNonce(prompt: Prompt, nonce: string): Prompt {
  if (prompt.kind === "text") {
    return { kind: "text", text: `${nonce} ${prompt.text}` };
  }
  const at = prompt.messages.findIndex(takesNonce);
  if (at === -1) {
    return { kind: "messages", messages: [{ role: "user", content: nonce }, ...prompt.messages] };
  }
  const messages = prompt.messages.map((message, index) =>
    index === at ? openMessage(message, nonce) : message,
  );
  return { kind: "messages", messages };
}
