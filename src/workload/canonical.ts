// Canonical JSON: equal content, equal text, whatever the order of the keys; what digests are taken of.
import { hash } from "node:crypto";

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** JSON without spaces, keys sorted by UTF-16 code units at every depth. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sorted);
}

/** sha256 of the canonical JSON, 64 hexadecimal digits. */
export function digestOf(value: unknown): string {
  return hash("sha256", canonicalJson(value));
}
