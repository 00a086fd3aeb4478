// Workloads: one for each name and load, from what the file and the inputs gave.

import { parsePrompts } from "../workload/jsonl.ts";
import type { PromptSource, Workload } from "../workload/workload.ts";
import { show } from "./fields/field.ts";
import { plainHttpFrom } from "./fields/plain-http.ts";
import { boundFrom, loadsFrom, warmUpFrom } from "./settings/load-settings.ts";
import { settings } from "./settings/settings.ts";
import type { Given, Sources } from "./sources/given.ts";
import { type Layer, overlay, placeOf, type Settled, take } from "./sources/layer.ts";
import type { Problems } from "./sources/problems.ts";
import {
  checkNames,
  checkOpenLoop,
  checkPrompts,
  checkRounds,
  checkUses,
  checkWorkload,
} from "./workload-rules.ts";

/** The one workload of a configuration that names none. */
const defaultName = "default";

/** A workload, and the name in the file that it came from. */
interface Sourced {
  readonly from: string;
  readonly workload: Workload;
}

interface Context {
  readonly file: Sources["file"];
  readonly problems: Problems;
}

function listedPrompts(values: Settled, path: string, { file, problems }: Context): PromptSource {
  const text = file(path);
  const place = placeOf(values, settings.prompts);
  const none: PromptSource = { kind: "listed", digest: "", prompts: [] };
  if (text === undefined) {
    problems.add(place, show(path), "a file that exists");
    return none;
  }
  const { ok, ...listed } = parsePrompts(text, `${place} (${path})`);
  if ("prompts" in listed) return { kind: "listed", ...listed };
  for (const { input, value, legal } of listed.problems) problems.add(input, value, legal);
  return none;
}

function promptsFrom(values: Settled, context: Context): PromptSource {
  const path = take(values, settings.prompts);
  if (path !== undefined) return listedPrompts(values, path, context);
  const length = take(values, settings.promptTokens);
  return { kind: "synthetic", length, encoding: "o200k_base" };
}

/** Optional parts are left out rather than undefined: the key is a hash over what is there. */
function optionalParts(values: Settled): Pick<Workload, "model" | "modelAlias" | "expect"> {
  const model = take(values, settings.model);
  const modelAlias = take(values, settings.modelAlias);
  const expect = take(values, settings.expect);
  return {
    ...(model === undefined ? {} : { model }),
    ...(modelAlias === undefined ? {} : { modelAlias }),
    ...(expect === undefined ? {} : { expect }),
  };
}

function askFrom(values: Settled, context: Context) {
  const prompts = promptsFrom(values, context);
  checkPrompts(prompts, values, context.problems);
  const maxTokensField = take(values, settings.maxTokensField);
  return {
    stream: take(values, settings.stream),
    prompts,
    outputTokens: take(values, settings.outputTokens),
    ...(maxTokensField === "max_tokens" ? {} : { maxTokensField }),
    outputExact: take(values, settings.outputExact),
    temperature: take(values, settings.temperature),
    cache: take(values, settings.cache),
  };
}

function shapeFrom(values: Settled, context: Context) {
  const api = take(values, settings.api);
  return {
    api,
    ...(api === "http" ? plainHttpFrom(values, context) : askFrom(values, context)),
    requestTimeout: take(values, settings.timeout),
    objectives: take(values, settings.objectives) ?? [],
    seed: take(values, settings.seed),
    ...optionalParts(values),
  };
}

function expand(from: string, values: Settled, context: Context): readonly Sourced[] {
  const shape = shapeFrom(values, context);
  const bound = boundFrom(values);
  const loads = loadsFrom(values);
  return loads.map(({ load, suffix }) => {
    const name = loads.length > 1 ? `${from}-${suffix}` : from;
    const warmUpRequests = warmUpFrom({ values, load, bound }, context.problems);
    return { from, workload: { name, ...shape, load, bound, warmUpRequests } };
  });
}

function ownKeys({ inputs, top, workloads }: Given, own: Layer | undefined): ReadonlySet<string> {
  const everywhere = workloads.size > 0 ? [own] : [inputs, top];
  return new Set(everywhere.flatMap((layer) => [...(layer?.entries.keys() ?? [])]));
}

/** By the name in the file, which means all of its loads, or by one expanded name. */
function select(all: readonly Sourced[], { inputs }: Given, problems: Problems) {
  const names = take(overlay([inputs]), settings.workloads);
  if (!names) return all;
  const known = [...new Set(all.flatMap(({ from, workload }) => [from, workload.name]))];
  for (const name of names.filter((each) => !known.includes(each)))
    problems.add("workloads", show(name), known.join(", "));
  return all.filter(({ from, workload }) => names.includes(from) || names.includes(workload.name));
}

/** All of them are checked, also those that are not selected. */
export function workloadsFrom(given: Given, context: Context): readonly Workload[] {
  const { inputs, top, workloads } = given;
  const named: Iterable<readonly [string, Layer | undefined]> =
    workloads.size > 0 ? workloads : [[defaultName, undefined]];
  const all = [...named].flatMap(([name, own]) => {
    const values = overlay([top, ...(own ? [own] : []), inputs]);
    checkWorkload(values, context.problems);
    checkRounds(values, context.problems);
    const ownNames = ownKeys(given, own);
    checkOpenLoop(ownNames, values, context.problems);
    checkUses(ownNames, values, context.problems);
    return expand(name, values, context);
  });
  checkNames(
    all.map(({ workload }) => workload),
    context.problems,
  );
  return select(all, given, context.problems).map(({ workload }) => workload);
}
