// Fields of one text: choices, plain text, switches, URLs, patterns, secrets.
import {
  accept,
  type Field,
  hidden,
  type JsonSchema,
  type Parsed,
  refuse,
  scalar,
  show,
  textOf,
} from "./field.ts";

/** C0, DEL and C1: they would break lines of logs, headers and reports. */
const control = /\p{Cc}/u;

export function choice<const T extends string>(values: readonly T[]): Field<T> {
  return scalar(values.join(" or "), { enum: values }, (text) =>
    values.find((value) => value === text),
  );
}

export function boolean(): Field<boolean> {
  return scalar("true or false", { type: "boolean" }, (text) => {
    if (/^(true|True|TRUE)$/.test(text)) return true;
    return /^(false|False|FALSE)$/.test(text) ? false : undefined;
  });
}

export interface TextOptions {
  readonly longest?: number;
  readonly pattern?: RegExp;
  /** Overrides the general sentence. */
  readonly legal?: string;
}

/** One line of text. Fractions from YAML are refused: `0.10` would silently become "0.1". */
export function text({ longest = 200, pattern, legal }: TextOptions = {}): Field<string> {
  const phrase = legal ?? `one line of at most ${longest} characters (quote it if it is a number)`;
  const string = { type: "string", minLength: 1, maxLength: longest, ...patternOf(pattern) };
  const schema: JsonSchema = pattern ? string : { anyOf: [string, { type: "integer" }] };
  const fits = (value: string) =>
    value.length <= longest && !control.test(value) && (pattern?.test(value) ?? true);
  const parse = (raw: unknown): Parsed<string> => {
    const value = typeof raw === "string" || Number.isSafeInteger(raw) ? textOf(raw) : undefined;
    return value && fits(value) ? accept(value) : refuse(show(raw), phrase);
  };
  return { parse, legal: phrase, schema };
}

function patternOf(pattern: RegExp | undefined): JsonSchema {
  return pattern ? { pattern: pattern.source } : {};
}

/** Text of several lines, taken as it is. */
export function anyText({ longest }: { readonly longest: number }): Field<string> {
  const legal = `a text of at most ${longest} characters`;
  const parse = (raw: unknown): Parsed<string> =>
    typeof raw === "string" && raw !== "" && raw.length <= longest
      ? accept(raw)
      : refuse(show(raw), legal);
  return { parse, legal, schema: { type: "string", minLength: 1, maxLength: longest } };
}

/** Like text, but no message ever shows it. */
export function secret(): Field<string> {
  const field = text({
    longest: 10_000,
    pattern: /^[!-~]+$/,
    legal: "one line of visible ASCII characters without blanks",
  });
  const parse = (raw: unknown): Parsed<string> =>
    field.parse(raw).ok ? field.parse(raw) : refuse(raw === "" ? "nothing" : hidden, field.legal);
  return { ...field, parse };
}

/** Without its query and user information, either of which may carry a key. */
function showUrl(text: string): string {
  const [address = ""] = text.split(/[?#]/);
  return show(address.replace(/\/\/[^/]*@/, `//${hidden}@`) + (address === text ? "" : "?…"));
}

function urlFrom(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:\/\//i.test(text) || url.username || url.password || url.hash) return;
  return url;
}

export function url(): Field<URL> {
  const legal = "an http:// or https:// URL without user, password and fragment";
  const parse = (raw: unknown): Parsed<URL> => {
    const value = textOf(raw) ?? "";
    const found = urlFrom(value);
    return found ? accept(found) : refuse(value ? showUrl(value) : show(raw), legal);
  };
  return { parse, legal, schema: { type: "string", pattern: "^[hH][tT][tT][pP][sS]?://" } };
}

/** "URL~TEXT": the answer of URL must contain TEXT. */
export function urlAndText(): Field<{ url: string; text: string }> {
  const legal = "URL~TEXT with an http:// or https:// URL and a text that its answer must contain";
  const parse = (raw: unknown): Parsed<{ url: string; text: string }> => {
    const value = textOf(raw) ?? "";
    const split = value.indexOf("~");
    const found = urlFrom(value.slice(0, Math.max(split, 0)));
    const wanted = value.slice(split + 1);
    if (found && wanted) return accept({ url: found.href, text: wanted });
    return refuse(value ? showUrl(value) : show(raw), legal);
  };
  return { parse, legal, schema: { type: "string", pattern: "^[hH][tT][tT][pP][sS]?://.*~." } };
}

export function regex(): Field<string> {
  return scalar("a JavaScript regular expression", { type: "string", minLength: 1 }, (text) => {
    try {
      new RegExp(text);
      return text;
    } catch {
      return undefined;
    }
  });
}
