// Plain HTTP: what is asked where there is no model to ask.
import type { PlainRequest, PromptSource, Workload } from "../../workload/workload.ts";
import { settings } from "../settings/settings.ts";
import type { Sources } from "../sources/given.ts";
import { placeOf, type Settled, take } from "../sources/layer.ts";
import type { Problems } from "../sources/problems.ts";
import { show } from "./field.ts";

interface Context {
  readonly file: Sources["file"];
  readonly problems: Problems;
}

/** The load plans prompts whatever the API: this one is empty, costs nothing and is never sent. */
const noPrompts: PromptSource = {
  kind: "listed",
  digest: "",
  prompts: [{ kind: "text", text: "" }],
};

function bodyFrom(values: Settled, { file, problems }: Context): string | undefined {
  const path = take(values, settings.bodyFile);
  if (path === undefined) return take(values, settings.body);
  const text = file(path);
  if (text === undefined)
    problems.add(placeOf(values, settings.bodyFile), show(path), "a file that exists");
  return text;
}

function requestFrom(values: Settled, context: Context): PlainRequest {
  const body = bodyFrom(values, context);
  const method = take(values, settings.method) ?? (body === undefined ? "GET" : "POST");
  return { method, ...(body === undefined ? {} : { body }) };
}

/** The parts of a workload that say what is asked. */
export function plainHttpFrom(values: Settled, context: Context) {
  return {
    request: requestFrom(values, context),
    stream: false,
    prompts: noPrompts,
    outputTokens: 0,
    outputExact: false,
    temperature: 0,
    cache: "warm",
  } satisfies Partial<Workload>;
}
