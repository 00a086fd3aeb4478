// Numbers as words: durations, rates, shares, changes and intervals; absent is "–", never a number.
import type { Unit } from "../../metrics/catalog.ts";

export const absent = "–";
const minus = "\u2212";

type Maybe = number | undefined | null;

function known(value: Maybe): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Fixed decimals, a true minus sign, thousands apart, and no "−0". */
function fixed(value: number, decimals: number): string {
  const digits = Math.abs(value).toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return value < 0 && /[1-9]/.test(digits) ? `${minus}${digits}` : digits;
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** Decimals that show three significant digits, three at most: below a microsecond nothing was measured. */
function decimalsOf(value: number): number {
  if (value === 0) return 0;
  const magnitude = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(3)))));
  return Math.min(3, Math.max(0, 2 - magnitude));
}

/** Past so many the difference is one of rounding. */
const mostExtra = 6;

/** As many decimals more as it takes to see on which side of `reference` a value lies. */
function decimalsBeside(value: number, reference: number, least: number): number {
  const side = (shown: number) =>
    Math.abs(shown - reference) < 1e-9 ? 0 : Math.sign(shown - reference);
  for (let decimals = least; decimals <= least + mostExtra; decimals += 1)
    if (side(rounded(value, decimals)) === side(value)) return decimals;
  return least;
}

interface Scale {
  readonly divisor: number;
  readonly unit: string;
}

const scales: Readonly<Record<Unit, Scale>> = {
  ms: { divisor: 1, unit: "ms" },
  "ms/token": { divisor: 1, unit: "ms" },
  "tokens/s": { divisor: 1, unit: "tok/s" },
  "requests/s": { divisor: 1, unit: "req/s" },
  share: { divisor: 0.01, unit: "%" },
};

/** Seconds for the whole row as soon as its largest value would show as 1000 ms or more. */
function scaleOf(unit: Unit, values: readonly Maybe[]): Scale {
  const largest = Math.max(0, ...values.filter(known));
  return scales[unit].unit === "ms" && largest >= 999.5
    ? { divisor: 1000, unit: "s" }
    : scales[unit];
}

function withUnit(value: number, decimals: number, { divisor, unit }: Scale): string {
  return `${fixed(value / divisor, decimals)} ${unit}`;
}

/** The values of one row in one unit, three significant digits each; "8 ms" where all are exactly whole. */
export function formatValues(unit: Unit, values: readonly Maybe[]): string[] {
  const scale = scaleOf(unit, values);
  const shown = values.filter(known).map((value) => value / scale.divisor);
  const whole = shown.every(Number.isInteger);
  const decimals = (value: number) => (whole && unit !== "share" ? 0 : shownDecimals(value, unit));
  return values.map((value) =>
    known(value) ? withUnit(value, decimals(value / scale.divisor), scale) : absent,
  );
}

/** Shares lose their trailing zeros (29 %, 0.333 %), and only all of them are 100 %. */
function shownDecimals(value: number, unit: Unit): number {
  if (unit !== "share") return decimalsOf(value);
  return decimalsBeside(value, 100, shortest(value, decimalsOf(value)));
}

/** The fewest decimals that show the same number as `decimals` do. */
function shortest(value: number, decimals: number): number {
  for (let fewer = 0; fewer < decimals; fewer += 1)
    if (rounded(value, fewer) === rounded(value, decimals)) return fewer;
  return decimals;
}

export function formatValue(unit: Unit, value: Maybe): string {
  return formatValues(unit, [value])[0] ?? absent;
}

/** A value and an absolute bound beside it, with digits enough to see which is larger. */
export function formatAgainst(unit: Unit, value: number, bound: number): [string, string] {
  const scale = scaleOf(unit, [value, bound]);
  const [shown, limit] = [value / scale.divisor, bound / scale.divisor];
  const decimals = decimalsBeside(shown, limit, shownDecimals(shown, unit));
  return [withUnit(value, decimals, scale), withUnit(bound, shortest(limit, 3), scale)];
}

/** A share of 1 as percent. */
export function formatShare(share: Maybe): string {
  return formatValue("share", share);
}

function signed(value: number, decimals: number): string {
  const digits = fixed(value, decimals);
  return value > 0 && /[1-9]/.test(digits) ? `+${digits}` : digits;
}

/** "%", or "pp" for the difference of two shares. */
export type ChangeUnit = "%" | "pp";

function changeDecimals(percent: number): number {
  return Math.abs(percent) >= 9.95 ? 0 : shortest(percent, Math.abs(percent) < 0.1 ? 2 : 1);
}

/** Signed, as people read it: +31 %, −2.7 %; 10.04 % where the limit is 10 %. */
export function formatChange(change: Maybe, options: { limit?: Maybe; unit?: ChangeUnit } = {}) {
  if (!known(change)) return absent;
  const percent = 100 * change;
  const least = changeDecimals(percent);
  const decimals = known(options.limit)
    ? decimalsBeside(percent, 100 * options.limit, least)
    : least;
  return `${signed(percent, decimals)} ${options.unit ?? "%"}`;
}

/** The change allowed: +15 %, −10 %, +0.5 pp. */
export function formatLimit(limit: Maybe, unit: ChangeUnit = "%"): string {
  return known(limit) ? `${signed(100 * limit, shortest(100 * limit, 2))} ${unit}` : absent;
}

function intervalEnds(lower: number, upper: number): [string, string] {
  const decimals = upper - lower < 0.02 ? 1 : 0;
  return [signed(100 * lower, decimals), signed(100 * upper, decimals)];
}

/** In a table: (+22 … +41). */
export function formatInterval(lower: Maybe, upper: Maybe): string {
  return known(lower) && known(upper) ? `(${intervalEnds(lower, upper).join(" … ")})` : "";
}

/** In a sentence: (+22 % to +41 %). */
export function spokenInterval(lower: Maybe, upper: Maybe): string {
  if (!known(lower) || !known(upper)) return "";
  const [from, to] = intervalEnds(lower, upper);
  return `(${from} % to ${to} %)`;
}

/** 1 request, 1,200 requests. */
export function formatCount(count: number, noun: string): string {
  return `${fixed(count, 0)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A plain number of at most three significant digits: mean lengths, ratios. */
export function formatNumber(value: Maybe): string {
  return known(value) ? fixed(value, shortest(value, decimalsOf(value))) : absent;
}

export function formatProbability(p: Maybe): string {
  if (!known(p)) return absent;
  return p <= 0.001 ? "≤ 0.001" : fixed(p, 3);
}

const ages: readonly (readonly [unit: string, minutes: number])[] = [
  ["d", 48 * 60],
  ["h", 120],
  ["min", 1],
];
const minutesIn: Readonly<Record<string, number>> = { d: 24 * 60, h: 60, min: 1 };

/** The time between two ISO instants as one number: "40 min", "2 h", "3 d"; undefined where it makes no sense. */
export function formatAge(from: string, to: string): string | undefined {
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000;
  if (!Number.isFinite(minutes) || minutes < 0) return undefined;
  const [unit] = ages.find(([, least]) => minutes >= least) ?? ["min", 0];
  return `${Math.floor(minutes / (minutesIn[unit] ?? 1))} ${unit}`;
}

/** " within 9 min", or nothing where both instants are one or make no sense. */
export function formatSpan(from: string, to: string): string {
  const span = from === to ? undefined : formatAge(from, to);
  if (span === undefined) return "";
  return ` within ${span === "0 min" ? "a minute" : span}`;
}

/** A deviation as a share: "0.87 %"; two digits of it are known at best. */
export function formatDeviation(deviation: Maybe): string {
  return known(deviation) ? formatShare(Number(deviation.toPrecision(2))) : absent;
}

export function shortSha(sha: string): string {
  return /^[0-9a-f]{12,}$/i.test(sha) ? sha.slice(0, 7) : sha;
}
