// server-message.ts: what a server said went wrong, found in whatever shape it said it.
import { isObject, type JsonObject, parseJson, textOf } from "../framing/json.ts";

const longest = 300;

/** One line of bounded length. Not yet safe to print. */
export function oneLine(text: string): string {
  // Cut first: the pattern must not run over a body of megabytes.
  const head = text
    .slice(0, 4 * longest)
    .replace(/\s+/g, " ")
    .trim();
  return head.length > longest ? `${head.slice(0, longest - 1)}…` : head;
}

/**
 * The message of an error, and its code where that is a word of its own: `… (model_not_found)`.
 * Empty where nothing is said.
 */
export function messageOf(value: unknown): string {
  return oneLine(described(value, 0));
}

/** The same for text: a body or an event's data, JSON or not. */
export function messageIn(text: string): string {
  const value = parseJson(text);
  return value === undefined ? oneLine(titleOf(text)) : messageOf(value) || oneLine(text);
}

/** Keys under which servers put their message, the more telling first; each may hold another object. */
const keys = ["error", "message", "detail", "msg", "error_message", "errors", "reason", "title"];

function described(value: unknown, depth: number): string {
  if (typeof value === "string") {
    return value;
  }
  if (depth > 4) {
    return "";
  }
  if (Array.isArray(value)) {
    return described(value[0], depth + 1);
  }
  return isObject(value) ? describedObject(value, depth) : "";
}

function describedObject(value: JsonObject, depth: number): string {
  for (const key of keys) {
    const found = described(value[key], depth + 1);
    if (found !== "") {
      return withCode(found, value);
    }
  }
  return textOf(value["code"]) || textOf(value["type"]);
}

function withCode(message: string, { code }: JsonObject): string {
  return typeof code === "string" && code !== "" && !message.includes(code)
    ? `${message.slice(0, longest - 50)} (${code.slice(0, 40)})`
    : message;
}

/** A page's title says more than its markup. */
function titleOf(text: string): string {
  const head = text.slice(0, 4096);
  const open = head.toLowerCase().indexOf("<title>");
  const close = head.toLowerCase().indexOf("</title>");
  return open >= 0 && close > open ? head.slice(open + "<title>".length, close) : text;
}
