// Layer: what one place gave (inputs, the file's top level, one workload), checked by itself, then laid over others.
import { isMapping, show } from "../fields/field.ts";
import type { Setting } from "../settings/setting.ts";
import { allSettings } from "../settings/settings.ts";
import type { Problems } from "./problems.ts";
import { unknownKey } from "./unknown-key.ts";
import type { Mapping } from "./yaml.ts";

export interface Layer {
  /** Leads every name in messages: "" for inputs, "FILE: workloads.chat." for a workload. */
  readonly prefix: string;
  readonly entries: ReadonlyMap<string, unknown>;
}

/** Of each group only one may be given in one place; a later layer's choice replaces an earlier one's. */
const exclusive: readonly (readonly string[])[] = [
  ["concurrency", "rate"],
  ["requests", "duration"],
  ["prompts", "prompt-tokens"],
  ["body", "body-file"],
];

/** What `read` answers for each input or flag; empty text is "not given", as the runner has it. */
export function inputLayer(read: (name: string) => string | undefined): Layer {
  const given = allSettings
    .map(({ name }) => [name, read(name)?.trim()] as const)
    .filter(([, text]) => text !== undefined && text !== "");
  return { prefix: "", entries: new Map(given) };
}

export function mappingLayer(prefix: string, mapping: Mapping): Layer {
  return { prefix, entries: new Map(Object.entries(mapping)) };
}

/** The mapping under a key; nothing there is an empty one, anything else a problem. */
export function mappingAt({ prefix, entries }: Layer, key: string, problems: Problems): Mapping {
  const raw = entries.get(key) ?? {};
  if (isMapping(raw)) return raw;
  problems.add(`${prefix}${key}`, show(raw), "a mapping");
  return {};
}

/** Parts of the file's top level that share their names with inputs. */
export const topParts: readonly string[] = ["workloads", "gate"];

/** Parts of a layer that are no settings, and are read elsewhere. */
export interface Known {
  readonly settings: readonly Setting<unknown>[];
  readonly parts?: readonly string[];
}

const homes = {
  workload: "at the top level or in a workload",
  top: "at the top level",
  gate: "under gate:",
  never: "as an input, flag or environment variable, not in the file",
};

function refuseKey(layer: Layer, key: string, known: readonly string[], problems: Problems): void {
  const misplaced = allSettings.find(({ name }) => name === key);
  if (misplaced) {
    const legal = `${key} ${homes[topParts.includes(key) ? "top" : misplaced.place]}`;
    problems.add(layer.prefix + key, "a setting that has no place here", legal);
    return;
  }
  const unknown = unknownKey(key, known);
  if (!unknown.ok) problems.addAll(layer.prefix.replace(/\.$/, ""), unknown.troubles);
}

/** Every entry by itself, and the choices that exclude each other. */
export function checkLayer(layer: Layer, known: Known, problems: Problems): void {
  const { settings, parts = [] } = known;
  const names = [...settings.map(({ name }) => name), ...parts];
  for (const [key, raw] of layer.entries) {
    if (parts.includes(key)) continue;
    const parsed = settings.find(({ name }) => name === key)?.field.parse(raw);
    if (!parsed) refuseKey(layer, key, names, problems);
    else if (!parsed.ok) problems.addAll(layer.prefix + key, parsed.troubles);
  }
  for (const [one = "", other = ""] of exclusive)
    if (layer.entries.has(one) && layer.entries.has(other))
      problems.add(layer.prefix + other, `${other} beside ${one}`, "one of the two");
}

/** A raw value, and the name under which messages speak of it. */
interface Origin {
  readonly raw: unknown;
  readonly at: string;
}
export type Settled = ReadonlyMap<string, Origin>;

/** Later layers win. */
export function overlay(layers: readonly Layer[]): Settled {
  const settled = new Map<string, Origin>();
  for (const { prefix, entries } of layers) {
    for (const group of exclusive)
      if (group.some((name) => entries.has(name))) for (const name of group) settled.delete(name);
    for (const [name, raw] of entries) settled.set(name, { raw, at: prefix + name });
  }
  return settled;
}

/** The value that holds; the fallback also where the layer's check found the given one wrong. */
export function take<T, D extends T | undefined>(settled: Settled, setting: Setting<T, D>): T | D {
  const origin = settled.get(setting.name);
  if (!origin) return setting.fallback;
  const parsed = setting.field.parse(origin.raw);
  return parsed.ok ? parsed.value : setting.fallback;
}

export function placeOf(settled: Settled, { name }: Setting<unknown>): string {
  return settled.get(name)?.at ?? name;
}
