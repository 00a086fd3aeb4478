// Settings of a workload: what is asked, how often, for how long; given for all workloads or for one.
import { minimumPromptTokens } from "../../workload/prompts.ts";
import type { Api } from "../../workload/workload.ts";
import { list } from "../fields/compound-fields.ts";
import { duration, integer, number, rate, tokenLength, warmUp } from "../fields/number-fields.ts";
import { objectives } from "../fields/request-fields.ts";
import { anyText, boolean, choice, regex, text } from "../fields/text-fields.ts";
import { type Command, defaulted, optional } from "./setting.ts";

const apis = [
  "openai-chat",
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
  "ollama-chat",
  "http",
] as const satisfies readonly Api[];

const count = { from: 1, to: 1_000_000 };
const commands: readonly Command[] = ["measure", "gate", "calibrate"];
const place = "workload";

export const workloadSettings = {
  api: defaulted("api", "openai-chat", {
    does: "The API that the endpoint speaks; http is any other one, of which only E2E, throughput and errors are measured.",
    field: choice(apis),
    place,
    commands,
  }),
  model: optional("model", {
    does: "The model that requests name.",
    field: text(),
    place,
    commands,
    otherwise: "none is named, which servers of a single model accept",
  }),
  modelAlias: optional("model-alias", {
    does: "Stands for the model in the workload's key, so that a renamed model keeps its history.",
    field: text(),
    place,
    commands,
    otherwise: "the model's own name",
  }),
  requests: defaulted("requests", "300", {
    does: "How many requests are measured, warm-up not counted; with a baseline-endpoint as many at each endpoint, there by default 50 a round. Excludes duration.",
    field: integer(count),
    place,
    commands,
  }),
  duration: optional("duration", {
    does: "How long requests are sent in the measurement. Excludes requests.",
    field: duration("100ms", "24h"),
    place,
    commands,
    otherwise: "none, requests bounds the measurement",
  }),
  concurrency: defaulted("concurrency", "8", {
    does: "Closed loop: how many requests are kept in flight. A list makes one workload per value. Excludes rate.",
    field: list(integer({ from: 1, to: 10_000 })),
    place,
    commands,
  }),
  rate: optional("rate", {
    does: "Open loop: how many requests are sent per second, whatever the answers do. A list makes one workload per value. Excludes concurrency.",
    field: list(rate({ from: 0.001, to: 100_000 })),
    place,
    commands,
    otherwise: "none, the loop is closed",
  }),
  arrival: defaulted("arrival", "poisson", {
    does: "Open loop: how requests are spaced.",
    field: choice(["constant", "poisson"]),
    place,
    commands,
  }),
  maxInFlight: defaulted("max-in-flight", "1024", {
    does: "Open loop: how many requests may be in flight; a request past that is dropped and counted.",
    field: integer({ from: 1, to: 100_000 }),
    place,
    commands,
  }),
  promptTokens: defaulted("prompt-tokens", "256", {
    does: "Tokens of each synthetic prompt, fixed, or spread evenly between two values. Excludes prompts.",
    field: tokenLength({ from: minimumPromptTokens, to: 1_000_000 }),
    place,
    commands,
  }),
  outputTokens: defaulted("output-tokens", "128", {
    does: "How many tokens an answer may have at most.",
    field: integer(count),
    place,
    commands,
  }),
  outputExact: defaulted("output-exact", "false", {
    does: "Enforces the output length where the server can do so; a shorter answer is then a failure.",
    field: boolean(),
    place,
    commands,
  }),
  maxTokensField: defaulted("max-tokens-field", "max_tokens", {
    does: "The field in which openai-chat asks for the most output tokens; OpenAI's newer models take max_completion_tokens alone.",
    field: choice(["max_tokens", "max_completion_tokens"]),
    place,
    commands,
  }),
  prompts: optional("prompts", {
    does: "A JSONL file with one prompt a line: a text, a list of messages, or an object with prompt or messages. Excludes prompt-tokens.",
    field: text({ longest: 1_000, legal: "the path of a file" }),
    place,
    commands,
    otherwise: "none, prompts are synthetic",
  }),
  cache: defaulted("cache", "cold", {
    does: "Whether each prompt starts with its own nonce, so that no prefix cache serves an earlier one (cold), or prompts stay alike (warm).",
    field: choice(["cold", "warm"]),
    place,
    commands,
  }),
  warmUp: optional("warm-up", {
    does: "Requests that are sent before the measurement and discarded.",
    field: warmUp({ from: 0, to: 1_000_000 }, { from: 0, to: 1 }),
    place,
    commands,
    otherwise: "2 × concurrency or 5% of the requests, whichever is more",
  }),
  seed: defaulted("seed", "1", {
    does: "Seeds prompts and arrivals; equal seeds give equal ones.",
    field: integer({ from: 0, to: 4_294_967_295 }),
    place,
    commands,
  }),
  temperature: defaulted("temperature", "0", {
    does: "The sampling temperature that requests ask for.",
    field: number({ from: 0, to: 2 }),
    place,
    commands,
  }),
  stream: defaulted("stream", "true", {
    does: "Whether answers are streamed; TTFT, TPOT and ITL exist only then.",
    field: boolean(),
    place,
    commands,
  }),
  timeout: defaulted("timeout", "120s", {
    does: "After this time a request is cut and counts as failed.",
    field: duration("1ms", "1h"),
    place,
    commands,
  }),
  expect: optional("expect", {
    does: "Every answer's text, in plain HTTP its body, must match this; one that does not is a failure.",
    field: regex(),
    place,
    commands,
  }),
  method: optional("method", {
    does: "The method of plain HTTP.",
    field: text({
      longest: 20,
      pattern: /^(?!CONNECT$)[A-Z]+(-[A-Z]+)*$/,
      legal: "an HTTP method in capitals other than CONNECT",
    }),
    place,
    commands,
    otherwise: "POST with a body, else GET",
  }),
  body: optional("body", {
    does: "What plain HTTP sends with every request, as it is. Excludes body-file.",
    field: anyText({ longest: 1_000_000 }),
    place,
    commands,
  }),
  bodyFile: optional("body-file", {
    does: "A text file with the body of plain HTTP. Excludes body.",
    field: text({ longest: 1_000, legal: "the path of a file" }),
    place,
    commands,
  }),
  objectives: optional("objectives", {
    does: "Bounds that a request must meet to count as good, for goodput and the good share.",
    field: objectives(),
    place,
    commands,
  }),
} as const;
