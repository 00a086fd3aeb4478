// Fields of several values: lists and mappings, and the one-line spellings that inputs use for them.

import { unknownKey } from "../sources/unknown-key.ts";
import {
  accept,
  collect,
  type Field,
  isMapping,
  type JsonSchema,
  type Parsed,
  refuse,
  show,
  textOf,
} from "./field.ts";

/** One value or several: "8", "1, 8, 16", `[1, 8, 16]`; never empty, never the same twice. */
export function list<T extends string | number>(item: Field<T>): Field<readonly T[]> {
  const legal = `${item.legal}, or a list of such without repeats`;
  const parse = (raw: unknown): Parsed<readonly T[]> => {
    const items: readonly unknown[] = Array.isArray(raw) ? raw : splitText(raw, /[,\n]/);
    const [only] = items;
    if (items.length === 0) return refuse(show(raw), legal);
    if (items.length === 1) return one(item.parse(only));
    const parsed = collect(items.map((entry, at) => [`[${at}]`, item.parse(entry)] as const));
    const repeats = parsed.ok && new Set(parsed.value).size < items.length;
    return repeats ? refuse("a value twice", legal) : parsed;
  };
  return { parse, legal, schema: listSchema(item.schema) };
}

function one<T>(parsed: Parsed<T>): Parsed<readonly T[]> {
  return parsed.ok ? accept([parsed.value]) : parsed;
}

function splitText(raw: unknown, separator: RegExp): string[] {
  const parts = (textOf(raw) ?? "").split(separator).map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

function listSchema(item: JsonSchema): JsonSchema {
  return { anyOf: [item, { type: "array", items: item, minItems: 1, uniqueItems: true }] };
}

export type Entries = readonly (readonly [string, unknown])[];

/** Name and value pairs: a YAML mapping, or text such as "ttft: 500ms, e2e = 5s", or one pair a line. */
function pairsOf(raw: unknown): Entries | undefined {
  if (isMapping(raw)) return Object.entries(raw);
  return textPairs(raw, textOf(raw)?.includes("\n") ? /\n/ : /,/, /^([^:=]+?)\s*[:=]\s*(.+)$/);
}

/** Undefined where a part is no pair, or nothing is there. `pair` captures name and value. */
export function textPairs(raw: unknown, separator: RegExp, pair: RegExp): Entries | undefined {
  const pairs = splitText(raw, separator).map((part) => pair.exec(part));
  if (pairs.length === 0 || pairs.includes(null)) return undefined;
  return pairs.map((found) => [found?.[1] ?? "", found?.[2]] as const);
}

/** How the entries of a mapping with fixed names come together. */
export interface MappingOptions<T, R> {
  readonly fields: Readonly<Record<string, Field<T>>>;
  readonly legal: string;
  readonly build: (values: ReadonlyMap<string, T>) => R;
}

/** A mapping whose names are known, each entry with its own field; the one-line spelling is read too. */
export function mapping<T, R>({ fields, legal, build }: MappingOptions<T, R>): Field<R> {
  const known = new Map(Object.entries(fields));
  const entry = ([name, value]: readonly [string, unknown]) => {
    const parsed = known.get(name)?.parse(value);
    if (!parsed) return ["", unknownKey(name, [...known.keys()])] as const;
    return [name, parsed.ok ? accept([name, parsed.value] as const) : parsed] as const;
  };
  const parse = (raw: unknown): Parsed<R> => {
    const pairs = pairsOf(raw);
    if (!pairs) return refuse(show(raw), legal);
    const twice = repeatedName(pairs);
    if (twice !== undefined) return refuse("a name twice", legal, [twice]);
    const parsed = collect(pairs.map(entry));
    return parsed.ok ? accept(build(new Map(parsed.value))) : parsed;
  };
  return { parse, legal, schema: mappingSchema(fields) };
}

export function repeatedName(pairs: Entries): string | undefined {
  const names = pairs.map(([name]) => name.toLowerCase());
  const at = names.findIndex((name, index) => names.indexOf(name) < index);
  return pairs[at]?.[0];
}

function mappingSchema(fields: Readonly<Record<string, Field<unknown>>>): JsonSchema {
  const properties = Object.entries(fields).map(([name, { schema }]) => [name, schema] as const);
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}
