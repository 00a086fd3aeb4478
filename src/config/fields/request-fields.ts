// Fields of a request's surroundings: headers, objectives, the environment as the user states it.
import type { Micros } from "../../time.ts";
import type { Objective } from "../../workload/workload.ts";
import type { StatedEnvironment } from "../config.ts";
import { mapping, repeatedName, textPairs } from "./compound-fields.ts";
import {
  accept,
  collect,
  type Field,
  hidden,
  isMapping,
  type Parsed,
  refuse,
  show,
  textOf,
} from "./field.ts";
import { duration } from "./number-fields.ts";
import { text } from "./text-fields.ts";

type Headers = Readonly<Record<string, string>>;

/** A token of RFC 9110 §5.6.2. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerLine = /^([^:]+?)\s*:\s*(.+)$/;
const headerValue = /^[\t\x20-\x7e]+$/;
/** Framing and connection belong to the client; a wrong one would break every request. */
const reservedHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function header([name, raw]: readonly [string, unknown]): readonly [string, Parsed<string>] {
  const value = textOf(raw) ?? "";
  if (!headerName.test(name)) return [name, refuse("an illegal header name", headersLegal)];
  if (reservedHeaders.has(name.toLowerCase()))
    return [name, refuse("a header that the client itself must set", "other headers")];
  if (headerValue.test(value)) return [name, accept(value)];
  return [name, refuse(value ? hidden : show(raw), "visible ASCII on one line")];
}

const headersLegal = 'lines of "Name: value", or in YAML a mapping of names to values';

/** Values may be credentials: no message shows them. */
export function headers(): Field<Headers> {
  const parse = (raw: unknown): Parsed<Headers> => {
    const pairs = isMapping(raw) ? Object.entries(raw) : textPairs(raw, /\n/, headerLine);
    if (!pairs) return refuse(typeof raw === "string" && raw ? hidden : show(raw), headersLegal);
    const twice = repeatedName(pairs);
    if (twice !== undefined) return refuse("a name twice", headersLegal, [twice]);
    const parsed = collect(pairs.map(header));
    const named = (value: string, at: number) => [pairs[at]?.[0].toLowerCase() ?? "", value];
    return parsed.ok ? accept(Object.fromEntries(parsed.value.map(named))) : parsed;
  };
  const schema = {
    type: "object",
    additionalProperties: { type: ["string", "number", "boolean"] },
  };
  return { parse, legal: headersLegal, schema };
}

/** The metrics that have a value for each request and that users state objectives in. */
const objectiveMetrics = ["ttft", "ttfvt", "tpot", "e2e"] as const;

export function objectives(): Field<readonly Objective[]> {
  const bound = duration("1us", "1h");
  return mapping<Micros, readonly Objective[]>({
    fields: Object.fromEntries(objectiveMetrics.map((metric) => [metric, bound])),
    legal: `durations for ${objectiveMetrics.join(", ")}, as in "ttft: 500ms, e2e: 5s"`,
    build: (values) =>
      objectiveMetrics.flatMap((metric) => {
        const max = values.get(metric);
        return max === undefined ? [] : [{ metric, max }];
      }),
  });
}

const environmentKeys = ["model", "precision", "hardware", "engine", "replicas", "region"] as const;

export function environment(): Field<StatedEnvironment> {
  const stated = text();
  return mapping<string, StatedEnvironment>({
    fields: Object.fromEntries(environmentKeys.map((key) => [key, stated])),
    legal: `texts for ${environmentKeys.join(", ")}, as in "hardware=2xH100, precision=fp8"`,
    build: (values) => ({
      model: values.get("model"),
      precision: values.get("precision"),
      hardware: values.get("hardware"),
      engine: values.get("engine"),
      replicas: values.get("replicas"),
      region: values.get("region"),
    }),
  });
}
