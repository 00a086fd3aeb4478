// Fields of one number: counts, durations, shares, rates, each in its stated range.
import type { Micros } from "../../time.ts";
import { accept, type Field, type Parsed, refuse, scalar, show } from "./field.ts";
import {
  durationPattern,
  parseDuration,
  parseNumber,
  parseRate,
  parseShare,
  ratePattern,
  sharePattern,
  showShare,
} from "./units.ts";

export interface Range {
  readonly from: number;
  readonly to: number;
}

function inside(value: number | undefined, { from, to }: Range): number | undefined {
  return value !== undefined && value >= from && value <= to ? value : undefined;
}

export function integer(range: Range): Field<number> {
  return scalar(
    `a whole number from ${range.from} to ${range.to}`,
    { type: "integer", minimum: range.from, maximum: range.to },
    (text) => {
      const value = inside(parseNumber(text), range);
      return Number.isInteger(value) ? value : undefined;
    },
  );
}

export function number(range: Range): Field<number> {
  return scalar(
    `a number from ${range.from} to ${range.to}`,
    { type: "number", minimum: range.from, maximum: range.to },
    (text) => inside(parseNumber(text), range),
  );
}

/** Bounds are written as users write them. With `none`, 0 is legal below the range and means none. */
export function duration(from: string, to: string, options: { none?: string } = {}): Field<Micros> {
  const range = { from: parseDuration(from) ?? 0, to: parseDuration(to) ?? 0 };
  const zero = options.none === undefined ? "" : `, or 0 for ${options.none}`;
  return scalar(
    `a duration with its unit (us, ms, s, m, h, d) from ${from} to ${to}${zero}`,
    { anyOf: [{ type: "string", pattern: durationPattern }, { const: 0 }] },
    (text) => {
      const value = parseDuration(text);
      if (value === 0 && options.none !== undefined) return value;
      return inside(value, range) === undefined ? undefined : value;
    },
  );
}

/** A fraction from a percentage; the range is given as fractions. */
export function share(range: Range): Field<number> {
  return scalar(
    `a share with its sign from ${showShare(range.from)} to ${showShare(range.to)}`,
    { type: "string", pattern: sharePattern },
    (text) => inside(parseShare(text), range),
  );
}

/** Per second. */
export function rate(range: Range): Field<number> {
  return scalar(
    `a rate per second or minute from ${range.from}/s to ${range.to}/s, as in 10/s or 90/m`,
    {
      anyOf: [
        { type: "number", minimum: range.from, maximum: range.to },
        { type: "string", pattern: ratePattern },
      ],
    },
    (text) => inside(parseRate(text), range),
  );
}

/** A fixed token count "256", or an inclusive spread "200-400". */
export function tokenLength(range: Range): Field<{ minimum: number; maximum: number }> {
  const legal = `a whole number from ${range.from} to ${range.to}, or two as in 200-400`;
  const schema = { anyOf: [integer(range).schema, { type: "string", pattern: "^\\d+-\\d+$" }] };
  return scalar(legal, schema, (text) => {
    const [, low, high] = /^(\d+)(?: ?- ?(\d+))?$/.exec(text) ?? [];
    const minimum = inside(Number(low), range);
    const maximum = inside(Number(high ?? low), range);
    if (minimum === undefined || maximum === undefined || maximum < minimum) return undefined;
    return { minimum, maximum };
  });
}

/** How much to warm up: so many requests, or so large a share of the measured ones. */
export type WarmUp =
  | { readonly kind: "count"; readonly requests: number }
  | { readonly kind: "share"; readonly share: number };

export function warmUp(counts: Range, shares: Range): Field<WarmUp> {
  const count = integer(counts);
  const part = share(shares);
  const legal = `${count.legal} (0 for none), or ${part.legal}`;
  const parse = (raw: unknown): Parsed<WarmUp> => {
    const counted = count.parse(raw);
    if (counted.ok) return accept({ kind: "count", requests: counted.value });
    const shared = part.parse(raw);
    if (shared.ok) return accept({ kind: "share", share: shared.value });
    return refuse(show(raw), legal);
  };
  return { parse, legal, schema: { anyOf: [count.schema, part.schema] } };
}
