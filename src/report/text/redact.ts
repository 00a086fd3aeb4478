// Redaction: secrets out of what we send ourselves; the runner masks only logs and summaries.
import { plainMarkdown } from "./escape.ts";

const mask = "***";

/** Shorter "keys" are placeholders of local servers (EMPTY, none); replacing them would spoil every sentence. */
const shortestSecret = 8;

/** Every spelling under which a secret may come back: as it is, in a URL, in base64, in JSON, in our markdown. */
export function secretForms(secret: string): string[] {
  const base64 = Buffer.from(secret, "utf8").toString("base64");
  return [
    secret,
    encodeURIComponent(secret),
    base64,
    base64.replace(/=+$/, ""),
    Buffer.from(secret, "utf8").toString("base64url"),
    JSON.stringify(secret).slice(1, -1),
    plainMarkdown(secret),
  ];
}

export type Redact = (text: string) => string;

/** Replaces the secrets in all their forms, and whatever stands after "Bearer". */
export function redactor(secrets: readonly string[]): Redact {
  const forms = secrets
    .filter((secret) => secret.trim().length >= shortestSecret)
    .flatMap((secret) => secretForms(secret.trim()))
    .toSorted((a, b) => b.length - a.length);
  const distinct = [...new Set(forms)];
  return (text) =>
    distinct
      .reduce((rest, form) => rest.replaceAll(form, mask), text)
      .replace(/\b(Bearer)\s+(?!\*\*\*)[\w.~+/=-]{8,}/gi, `$1 ${mask}`);
}

/**
 * Every string of a JSON-like value redacted. Wanted before a text is shortened for display, because half a secret
 * is no longer recognised.
 */
export function redactAll<T>(value: T, redact: Redact): T;
export function redactAll(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((each: unknown) => redactAll(each, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, redactAll<unknown>(each, redact)]),
  );
}
