// The key: a hash over everything that must be equal before two measurements may be compared.
import type { Micros } from "../time.ts";
import { digestOf } from "./canonical.ts";
import { promptVersion } from "./prompts.ts";
import type { Bound, Load, Objective, PlainRequest, PromptSource, Workload } from "./workload.ts";

/** Flat, as people would write it; the names are those of the configuration. Absent settings have no entry. */
export type Definition = Readonly<Record<string, string | number | boolean>>;

/** One setting that differs; a side that lacks it has no value. */
export interface Difference {
  readonly field: string;
  readonly a?: string | number | boolean;
  readonly b?: string | number | boolean;
}

/** In the unit in which it is a whole number, else in ms. */
function durationText(duration: Micros): string {
  return duration % 1_000_000 === 0 ? `${duration / 1_000_000}s` : `${duration / 1_000}ms`;
}

function promptFields(source: PromptSource): Definition {
  if (source.kind === "listed") {
    return { prompts: source.digest };
  }
  const { minimum, maximum } = source.length;
  return {
    "prompt-tokens": minimum === maximum ? minimum : `${minimum}-${maximum}`,
    "prompt-version": promptVersion,
    encoding: source.encoding,
  };
}

function loadText(load: Load): string {
  return load.kind === "closed"
    ? `closed loop, concurrency ${load.concurrency}`
    : `open loop, rate ${load.ratePerSecond}/s, ${load.arrival}, max-in-flight ${load.maxInFlight}`;
}

function boundFields(bound: Bound): Definition {
  return bound.kind === "requests"
    ? { requests: bound.requests }
    : { duration: durationText(bound.duration) };
}

/** Sorted, since their order changes nothing: all of them must be met. */
function objectiveFields(objectives: readonly Objective[]): Definition {
  const texts = objectives.map(({ metric, max }) => `${metric} ${durationText(max)}`);
  return texts.length === 0 ? {} : { objectives: texts.sort().join(", ") };
}

/** The body by its sha256: it may be long, and people compare it elsewhere. */
function requestFields({ method, body }: PlainRequest): Definition {
  return { method, ...(body === undefined ? {} : { body: digestOf(body) }) };
}

/** What a model is asked; plain HTTP asks none. */
function askFields(workload: Workload): Definition {
  const { maxTokensField } = workload;
  return {
    ...promptFields(workload.prompts),
    "output-tokens": workload.outputTokens,
    ...(maxTokensField === undefined ? {} : { "max-tokens-field": maxTokensField }),
    "output-exact": workload.outputExact,
    temperature: workload.temperature,
    cache: workload.cache,
  };
}

/** Everything that comparability hangs on: not the endpoint's URL, not the workload's name, not the scope of nonces. */
export function definitionOf(workload: Workload, metricsVersion: number): Definition {
  const model = workload.modelAlias ?? workload.model;
  const { request } = workload;
  return {
    api: workload.api,
    ...(model === undefined ? {} : { model }),
    stream: workload.stream,
    ...(request ? requestFields(request) : askFields(workload)),
    load: loadText(workload.load),
    ...boundFields(workload.bound),
    "warm-up": workload.warmUpRequests,
    timeout: durationText(workload.requestTimeout),
    ...objectiveFields(workload.objectives),
    seed: workload.seed,
    ...(workload.expect === undefined ? {} : { expect: workload.expect }),
    "metrics-version": metricsVersion,
  };
}

/** sha256 of the definition, 64 hexadecimal digits; the order of its fields does not matter. */
export function keyOf(definition: Definition): string {
  return digestOf(definition);
}

/** What differs, in the order of `a`, then what only `b` has. */
export function differences(a: Definition, b: Definition): readonly Difference[] {
  const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...fields]
    .filter((field) => a[field] !== b[field])
    .map((field) => ({ field, ...side("a", a[field]), ...side("b", b[field]) }));
}

function side(name: "a" | "b", value: Definition[string] | undefined): Partial<Difference> {
  return value === undefined ? {} : { [name]: value };
}
