// json.ts: JSON that nobody vouches for: parsed without throwing, narrowed without casts.
import type { Micros } from "../../time.ts";
import type { Arrivals } from "./arrivals.ts";
import { bomLength, bufferOver, isWhiteSpace } from "./lines.ts";
import { maxEventBytes } from "./wire-event.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Undefined where the text is not JSON; JSON itself has no undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The empty string where there is no text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Text as it is, an object as JSON: arguments of a tool call come as either. Else empty. */
export function textOrJson(value: unknown): string {
  try {
    return isObject(value) ? JSON.stringify(value) : textOf(value);
  } catch {
    return ""; // nested deeper than the stack
  }
}

/** A count as JSON should carry one: a whole number, not negative. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The body as one JSON document and the arrival of its last byte; white space around it is none of it. */
export function wholeJson(
  body: Uint8Array,
  arrivals: Arrivals,
): { readonly value: unknown; readonly at: Micros } | undefined {
  const end = trimmedEnd(body);
  if (end > maxEventBytes) return undefined;
  const value = parseJson(bufferOver(body).toString("utf8", bomLength(body), end));
  return value === undefined ? undefined : { value, at: arrivals.of(end) };
}

function trimmedEnd(body: Uint8Array): number {
  let end = body.length;
  while (end > 0 && isWhiteSpace(body[end - 1])) {
    end -= 1;
  }
  return end;
}
