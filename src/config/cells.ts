// Cells in the gate's YAML: which cells gate, and what each may do, in the units of its metric.
import { type Cell, type CellId, cells, type Unit } from "../metrics/catalog.ts";
import { toMilliseconds } from "../time.ts";
import { mapping } from "./fields/compound-fields.ts";
import {
  accept,
  collect,
  type Field,
  isMapping,
  type JsonSchema,
  type Parsed,
  refuse,
  show,
} from "./fields/field.ts";
import { duration, rate, share } from "./fields/number-fields.ts";
import { unknownKey } from "./sources/unknown-key.ts";

/** What the user said of one cell; what is left out keeps its default. Units as in `CellLimit`. */
export interface StatedLimit {
  readonly maxChange: number | undefined;
  readonly minChange: number | undefined;
  readonly max: number | undefined;
  readonly min: number | undefined;
}
export type StatedCells = ReadonlyMap<CellId, StatedLimit | "off">;

function milliseconds(): Field<number> {
  const field = duration("0", "24h");
  const parse = (raw: unknown): Parsed<number> => {
    const parsed = field.parse(raw);
    return parsed.ok ? accept(toMilliseconds(parsed.value)) : parsed;
  };
  return { ...field, parse };
}

const absolute: Readonly<Record<Unit, Field<number>>> = {
  ms: milliseconds(),
  "ms/token": milliseconds(),
  "tokens/s": rate({ from: 0, to: 1e9 }),
  "requests/s": rate({ from: 0, to: 1e9 }),
  share: share({ from: 0, to: 1 }),
};

/** A bound on the bad side only: more latency, less throughput. */
function limitFields({ metric }: Cell): Readonly<Record<string, Field<number>>> {
  const value = absolute[metric.unit];
  return metric.better === "lower"
    ? { "max-increase": share({ from: 0, to: 10 }), "min-change": value, max: value }
    : { "max-decrease": share({ from: 0, to: 0.99 }), "min-change": value, min: value };
}

function limitField(cell: Cell): Field<StatedLimit | "off"> {
  const fields = limitFields(cell);
  const legal = `a mapping of ${Object.keys(fields).join(", ")}; or off`;
  const stated = mapping<number, StatedLimit>({
    fields,
    legal,
    build: (values) => ({
      maxChange: values.get("max-increase") ?? values.get("max-decrease"),
      minChange: values.get("min-change"),
      max: values.get("max"),
      min: values.get("min"),
    }),
  });
  const parse = (raw: unknown): Parsed<StatedLimit | "off"> =>
    raw === false || raw === "off" ? accept("off") : stated.parse(raw);
  return { parse, legal, schema: { anyOf: [{ enum: ["off", false] }, stated.schema] } };
}

const limitFieldOf = new Map([...cells].map(([id, cell]) => [id, limitField(cell)] as const));
const cellIds = [...cells.keys()];

/** Cells of the same direction and unit share one definition in the schema. */
function kindOf({ metric }: Cell): string {
  return `${metric.better}-${metric.unit.replace("/", "-per-")}`;
}

export const cellDefinitions: JsonSchema = Object.fromEntries(
  [...cells.values()].map((cell) => [kindOf(cell), limitFieldOf.get(cell.id)?.schema] as const),
);

function entry([id, raw]: readonly [string, unknown]) {
  const parsed = limitFieldOf.get(id)?.parse(raw);
  if (!parsed) return ["", unknownKey(id, cellIds)] as const;
  return [id, parsed.ok ? accept([id, parsed.value] as const) : parsed] as const;
}

const legal = 'a mapping of cells, as in "ttft.p95: { max-increase: 15% }"';

export const cellsField: Field<StatedCells> = {
  legal,
  parse: (raw) => {
    if (!isMapping(raw)) return refuse(show(raw), legal);
    const parsed = collect(Object.entries(raw).map(entry));
    return parsed.ok ? accept(new Map(parsed.value)) : parsed;
  },
  schema: {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(
      [...cells.values()].map((cell) => [cell.id, { $ref: `#/definitions/${kindOf(cell)}` }]),
    ),
  },
};
