// Field: how one setting is read from a string or a YAML value, and what is legal there.

/** A JSON Schema (draft 07) fragment, for editors; `parse` stays the judge. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What was wrong inside one value; `path` leads to it from the field's own name. */
export interface Trouble {
  readonly path: readonly string[];
  /** Fit to print: quoted, cut, secrets replaced. */
  readonly value: string;
  readonly legal: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly troubles: readonly Trouble[] };

export interface Field<T> {
  /** Takes what YAML gives (text, numbers, booleans, lists, mappings) and what inputs give (text). */
  readonly parse: (raw: unknown) => Parsed<T>;
  /** Completes the sentence "Takes …". */
  readonly legal: string;
  readonly schema: JsonSchema;
}

/** Stands wherever a secret would have been printed. */
export const hidden = "***";

export function accept<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function refuse(value: string, legal: string, path: readonly string[] = []): Parsed<never> {
  return { ok: false, troubles: [{ path, value, legal }] };
}

/** A value as messages quote it: one line, bounded, containers only named. */
export function show(raw: unknown): string {
  if (raw === undefined || raw === null || raw === "") return "nothing";
  if (typeof raw === "string")
    return JSON.stringify(raw.length > 80 ? `${raw.slice(0, 79)}…` : raw);
  if (typeof raw !== "object") return String(raw);
  return Array.isArray(raw) ? "a list" : "a mapping";
}

/** The text of a scalar, trimmed: YAML numbers and booleans read as inputs would give them. */
export function textOf(raw: unknown): string | undefined {
  if (typeof raw === "string") return raw.trim();
  return typeof raw === "number" || typeof raw === "boolean" ? String(raw) : undefined;
}

export function isMapping(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === "object" && raw !== null && Object.getPrototypeOf(raw) === Object.prototype;
}

/** A field of one scalar; `read` gives undefined for what is not legal. */
export function scalar<T>(
  legal: string,
  schema: JsonSchema,
  read: (text: string) => T | undefined,
): Field<T> {
  const parse = (raw: unknown): Parsed<T> => {
    const text = textOf(raw);
    const value = text ? read(text) : undefined;
    return value === undefined ? refuse(show(raw), legal) : accept(value);
  };
  return { parse, legal, schema };
}

/** All values, or all troubles, each led by the name of the entry that it was found in. */
export function collect<T>(entries: readonly (readonly [string, Parsed<T>])[]): Parsed<T[]> {
  const troubles = entries.flatMap(([name, parsed]) =>
    parsed.ok
      ? []
      : parsed.troubles.map((trouble) => ({ ...trouble, path: [name, ...trouble.path] })),
  );
  if (troubles.length > 0) return { ok: false, troubles };
  return accept(entries.flatMap(([, parsed]) => (parsed.ok ? [parsed.value] : [])));
}
