// Given: everything that inputs and the config file gave, each place checked by itself.
import { show } from "../fields/field.ts";
import { defaultConfigPath, workloadName } from "../settings/job-settings.ts";
import { allSettings, settings, settingsAt } from "../settings/settings.ts";
import { checkLayer, inputLayer, type Layer, mappingAt, mappingLayer, topParts } from "./layer.ts";
import type { Problems } from "./problems.ts";
import { type Mapping, parseYaml } from "./yaml.ts";

/** Where texts come from; the caller does the reading. */
export interface Sources {
  /**
   * The text of an input or flag by its kebab-case name ("true" for a switch that is set), undefined or empty where it
   * was not given. Asked for `apiKeyVariable` it answers with that environment variable.
   */
  readonly read: (name: string) => string | undefined;
  /** The text of a file, paths as users write them; undefined where it does not exist. */
  readonly file: (path: string) => string | undefined;
}

export interface Given {
  readonly inputs: Layer;
  readonly top: Layer;
  /** One for each workload of the file, in its order; empty without any. */
  readonly workloads: ReadonlyMap<string, Layer>;
  /** The gate's part of the file, then the inline one, which goes before it. */
  readonly gates: readonly Layer[];
}

function yamlFile({ read, file }: Sources, problems: Problems): { path: string; yaml: Mapping } {
  const named = read(settings.config.name)?.trim();
  const path = named || defaultConfigPath;
  const text = file(path);
  if (named && text === undefined) problems.add("config", show(named), "a file that exists");
  const parsed = parseYaml(text ?? "");
  if (parsed.ok) return { path, yaml: parsed.value };
  problems.addAll(path, parsed.troubles);
  return { path, yaml: {} };
}

function workloadLayers(top: Layer, problems: Problems): ReadonlyMap<string, Layer> {
  const prefix = `${top.prefix}workloads.`;
  const under = mappingLayer(prefix, mappingAt(top, "workloads", problems));
  const layers = new Map<string, Layer>();
  for (const name of under.entries.keys()) {
    const parsed = workloadName.parse(name);
    if (!parsed.ok) problems.addAll(`${prefix}${name.slice(0, 80)}`, parsed.troubles);
    const layer = mappingLayer(`${prefix}${name}.`, mappingAt(under, name, problems));
    checkLayer(layer, { settings: settingsAt("workload") }, problems);
    layers.set(name, layer);
  }
  return layers;
}

function inlineGate(inputs: Layer): Layer {
  const parsed = settings.gate.field.parse(inputs.entries.get("gate") ?? {});
  return mappingLayer("gate.", parsed.ok ? parsed.value : {});
}

export function gatherGiven(sources: Sources, problems: Problems): Given {
  const inputs = inputLayer(sources.read);
  const { path, yaml } = yamlFile(sources, problems);
  const top = mappingLayer(`${path}: `, yaml);
  const fileGate = mappingLayer(`${top.prefix}gate.`, mappingAt(top, "gate", problems));
  const gates = [fileGate, inlineGate(inputs)];
  checkLayer(inputs, { settings: allSettings }, problems);
  const atTop = { settings: settingsAt("workload", "top"), parts: topParts };
  checkLayer(top, atTop, problems);
  for (const gate of gates)
    checkLayer(gate, { settings: settingsAt("gate"), parts: ["cells"] }, problems);
  return { inputs, top, workloads: workloadLayers(top, problems), gates };
}
