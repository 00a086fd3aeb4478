// The command that repeats a measurement on a laptop.
import type { Config } from "./config/config.ts";
import type { PlainRequest, Workload } from "./workload/workload.ts";

/** Only what is safe to paste: anything else is quoted for a shell. */
function quoted(value: string): string {
  return /^[\w./:@%+=,-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

function loadFlags({ load, bound }: Workload): string[] {
  const shape =
    load.kind === "closed"
      ? [`--concurrency ${load.concurrency}`]
      : [`--rate ${load.ratePerSecond}/s`, `--arrival ${load.arrival}`];
  const until =
    bound.kind === "requests"
      ? `--requests ${bound.requests}`
      : `--duration ${bound.duration / 1_000_000}s`;
  return [...shape, until];
}

function apiFlags({ api, maxTokensField }: Workload): string[] {
  return [
    ...(api === "openai-chat" ? [] : [`--api ${api}`]),
    ...(maxTokensField === undefined ? [] : [`--max-tokens-field ${maxTokensField}`]),
  ];
}

/** The body may be long, and may hold what nobody should paste. */
function requestFlags({ method, body }: PlainRequest): string[] {
  return [`--method ${method}`, ...(body === undefined ? [] : ["--body-file FILE"])];
}

function promptFlags({ prompts, outputTokens, seed }: Workload): string[] {
  if (prompts.kind === "listed") return [`--output-tokens ${outputTokens}`, `--seed ${seed}`];
  const { minimum, maximum } = prompts.length;
  const length = minimum === maximum ? `${minimum}` : `${minimum}-${maximum}`;
  return [`--prompt-tokens ${length}`, `--output-tokens ${outputTokens}`, `--seed ${seed}`];
}

function shapeFlags(workload: Workload): string[] {
  const { request } = workload;
  return [
    ...apiFlags(workload),
    ...loadFlags(workload),
    ...(request ? requestFlags(request) : promptFlags(workload)),
  ];
}

/** Without the key, which the environment gives, and without the query of the URL. */
export function reproduceCommand({ target, workloads, baseline }: Config): string {
  const { endpoint } = target;
  const [only] = workloads;
  const url = `${endpoint.protocol}//${endpoint.host}${endpoint.pathname}`;
  const model = only?.model === undefined ? [] : [`--model ${quoted(only.model)}`];
  const shape = only && workloads.length === 1 ? shapeFlags(only) : [];
  return [
    "latency-gate gate",
    `--endpoint ${quoted(url)}`,
    ...model,
    ...shape,
    `--baseline ${quoted(baseline.path)}`,
  ].join(" ");
}
