// Units: "250ms", "2m", "5%", "10/s" → numbers, and back for messages; a missing unit is never guessed.
import { type Micros, micros } from "../../time.ts";

/** Microseconds per unit, the largest first, which is the order in which one is chosen for showing. */
const durationUnits: readonly (readonly [string, number])[] = [
  ["d", 86_400_000_000],
  ["h", 3_600_000_000],
  ["m", 60_000_000],
  ["s", 1_000_000],
  ["ms", 1_000],
  ["us", 1],
];

const decimal = "\\d{1,15}(?:\\.\\d{1,9})?";
const durationForm = new RegExp(`^(${decimal}) ?(d|h|m|s|ms|us|µs)$`);
const shareForm = new RegExp(`^(${decimal}) ?%$`);
const rateForm = new RegExp(`^(${decimal}) ?(?:[a-z]+ ?)?/ ?(s|m)$`);
const numberForm = new RegExp(`^-?${decimal}(?:e-?\\d{1,2})?$`, "i");

/** The same forms for editors, as JSON Schema patterns. */
export const durationPattern = `^(0|${decimal} ?(d|h|m|s|ms|us|µs))$`;
export const sharePattern = `^${decimal} ?%$`;
export const ratePattern = `^${decimal}( ?([a-z]+ ?)?/ ?(s|m))?$`;

/** "250ms", "1.5s", "2m", "1h", "14d", and a plain "0", which is 0 in any unit; undefined otherwise. */
export function parseDuration(text: string): Micros | undefined {
  if (text === "0") return micros(0);
  const [, value, unit] = durationForm.exec(text) ?? [];
  if (value === undefined || unit === undefined) return undefined;
  const found = durationUnits.find(([name]) => name === unit.replace("µ", "u"));
  return found && micros(Number(value) * found[1]);
}

/** "5%" → 0.05. A number without the sign is undefined: "1.1" may mean 110 % or 1.1 %. */
export function parseShare(text: string): number | undefined {
  const [, percent] = shareForm.exec(text) ?? [];
  // Rounded, so that 0.7 % is 0.007 and not 0.006999…
  return percent === undefined ? undefined : Number((Number(percent) / 100).toPrecision(15));
}

/** Events per second from "10/s", "600/m", "1200 tokens/s" or "10", which counts per second. */
export function parseRate(text: string): number | undefined {
  const [, value, unit] = rateForm.exec(text) ?? [];
  if (value === undefined) return parseNumber(text);
  return Number(value) / (unit === "m" ? 60 : 1);
}

export function parseNumber(text: string): number | undefined {
  return numberForm.test(text) ? Number(text) : undefined;
}

/** In the largest unit that needs no fraction: "2m", "90s", "250ms". */
export function showDuration(duration: Micros): string {
  if (duration === 0) return "0";
  const [unit, size] = durationUnits.find(([, size]) => duration % size === 0) ?? ["us", 1];
  return `${duration / size}${unit}`;
}

export function showShare(share: number): string {
  return `${Number((share * 100).toPrecision(12))}%`;
}
