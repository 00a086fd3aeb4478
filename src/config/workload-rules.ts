// Workload rules: which settings need others, checked together once every value is settled.
import { fromMilliseconds } from "../time.ts";
import type { Api, PromptSource, Workload } from "../workload/workload.ts";
import type { Setting } from "./settings/setting.ts";
import { settings } from "./settings/settings.ts";
import { placeOf, type Settled, take } from "./sources/layer.ts";
import type { Problems } from "./sources/problems.ts";

const shortestRound = fromMilliseconds(100);

/** Metrics that only a streamed answer of a model has. */
const streamedOnly: ReadonlySet<string> = new Set(["ttft", "ttfvt", "tpot"]);

export function checkWorkload(values: Settled, problems: Problems): void {
  const objectives = take(values, settings.objectives) ?? [];
  const unmet = objectives.find(({ metric }) => streamedOnly.has(metric));
  const unknown = whyUnknown(values);
  if (unmet && unknown) {
    const place = placeOf(values, settings.objectives);
    problems.add(`${place}.${unmet.metric}`, `an objective beside ${unknown}`, "e2e alone");
  }
}

function whyUnknown(values: Settled): string | undefined {
  if (take(values, settings.api) === "http") return "api: http";
  return take(values, settings.stream) ? undefined : "stream: false";
}

/** Every round of a duet measures something: a request, or the shortest duration there is. */
export function checkRounds(values: Settled, problems: Problems): void {
  if (!take(values, settings.baselineEndpoint)) return;
  const rounds = take(values, settings.rounds);
  const requests = take(values, settings.requests);
  const duration = take(values, settings.duration);
  if (duration !== undefined && duration < rounds * shortestRound)
    problems.add(
      placeOf(values, settings.duration),
      `${duration / 1_000}ms in ${rounds} rounds`,
      "at least 100ms a round",
    );
  if (duration === undefined && requests < rounds)
    problems.add(
      placeOf(values, settings.requests),
      `${requests} in ${rounds} rounds`,
      "at least one a round",
    );
}

/** A text is what the API takes, and only a chat template could make one of messages. */
export function checkPrompts(source: PromptSource, values: Settled, problems: Problems): void {
  if (take(values, settings.api) !== "openai-completions" || source.kind !== "listed") return;
  if (source.prompts.some(({ kind }) => kind === "messages")) {
    const place = placeOf(values, settings.prompts);
    problems.add(place, "lists of messages beside api: openai-completions", "texts alone");
  }
}

/** What shapes an open loop must not be given in vain. `own` holds what the workload itself gave. */
export function checkOpenLoop(own: ReadonlySet<string>, values: Settled, problems: Problems): void {
  if (values.has(settings.rate.name)) return;
  for (const setting of [settings.arrival, settings.maxInFlight])
    if (own.has(setting.name))
      problems.add(placeOf(values, setting), "given without rate", "only beside rate");
}

const isHttp = (api: Api) => api === "http";
const asksModel = (api: Api) => !isHttp(api);

/** Settings that only some APIs have a use for, and which these are in words. */
const uses: readonly (readonly [Setting<unknown>, (api: Api) => boolean, string])[] = [
  [settings.method, isHttp, "http"],
  [settings.body, isHttp, "http"],
  [settings.bodyFile, isHttp, "http"],
  [settings.maxTokensField, (api) => api === "openai-chat", "openai-chat"],
  [settings.prompts, asksModel, "other than http"],
  [settings.promptTokens, asksModel, "other than http"],
  [settings.outputTokens, asksModel, "other than http"],
  [settings.outputExact, asksModel, "other than http"],
  [settings.temperature, asksModel, "other than http"],
  [settings.cache, asksModel, "other than http"],
];

/** The same for what the API has no use for. */
export function checkUses(own: ReadonlySet<string>, values: Settled, problems: Problems): void {
  const api = take(values, settings.api);
  for (const [setting, usedBy, apis] of uses)
    if (own.has(setting.name) && !usedBy(api))
      problems.add(placeOf(values, setting), `given beside api: ${api}`, `an api: ${apis}`);
}

export function checkNames(workloads: readonly Workload[], problems: Problems): void {
  const names = workloads.map(({ name }) => name);
  for (const name of new Set(names.filter((each, at) => names.indexOf(each) < at)))
    problems.add("workloads", `two workloads named ${name}`, "names that differ, lists expanded");
}
