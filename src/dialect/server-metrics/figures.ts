// Figures: what vLLM, SGLang, TGI and llama.cpp tell of themselves on their metrics page, in one shape.
import { type Sample, samplesOf } from "./prometheus.ts";

/** Seconds spent in all, over how many requests; without a count where the server gives none. */
export interface Total {
  readonly seconds: number;
  readonly count?: number;
}

/** At one instant; counters count from the server's start. Absent is not told. */
export interface ServerFigures {
  readonly engine: string;
  /** Requests that run, and that wait for their turn. */
  readonly running: number;
  readonly waiting: number;
  /** Requests that came to an end, in all. */
  readonly finished?: number;
  /** Output tokens made, in all. */
  readonly outputTokens?: number;
  readonly queue?: Total;
  readonly prefill?: Total;
}

/** A name, with a label where only some of its samples are meant; the first one that the page has counts. */
interface Source {
  readonly name: string;
  readonly label?: string;
}

interface Engine {
  readonly engine: string;
  readonly running: string;
  readonly waiting: string;
  readonly finished?: readonly string[];
  readonly outputTokens?: string;
  readonly queue?: { readonly seconds: Source; readonly count: Source };
  readonly prefill?: { readonly seconds: Source; readonly count?: Source };
}

function histogram(name: string, label?: string) {
  const only = label === undefined ? {} : { label };
  return { seconds: { name: `${name}_sum`, ...only }, count: { name: `${name}_count`, ...only } };
}

/** Names as of vLLM 0.5 to 0.12, SGLang 0.4 and 0.5, TGI 2 and 3, llama.cpp since b3000. */
const engines: readonly Engine[] = [
  {
    engine: "vLLM",
    running: "vllm:num_requests_running",
    waiting: "vllm:num_requests_waiting",
    finished: ["vllm:request_success_total", "vllm:request_success"],
    queue: histogram("vllm:request_queue_time_seconds"),
    prefill: histogram("vllm:request_prefill_time_seconds"),
  },
  {
    engine: "SGLang",
    running: "sglang:num_running_reqs",
    waiting: "sglang:num_queue_reqs",
    finished: ["sglang:num_requests_total", "sglang:e2e_request_latency_seconds_count"],
    queue: histogram("sglang:queue_time_seconds"),
  },
  {
    engine: "TGI",
    running: "tgi_batch_current_size",
    waiting: "tgi_queue_size",
    finished: ["tgi_request_success_total", "tgi_request_success"],
    queue: histogram("tgi_request_queue_duration"),
    prefill: histogram("tgi_batch_inference_duration", 'method="prefill"'),
  },
  {
    engine: "llama.cpp",
    running: "llamacpp:requests_processing",
    waiting: "llamacpp:requests_deferred",
    outputTokens: "llamacpp:tokens_predicted_total",
    prefill: { seconds: { name: "llamacpp:prompt_seconds_total" } },
  },
];

/** Replicas, models and ranks are label sets of one name: their sum is the deployment's. */
function sumOf(samples: readonly Sample[], { name, label = "" }: Source): number | undefined {
  const found = samples.filter((each) => each.name === name && each.labels.includes(label));
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

function totalOf(samples: readonly Sample[], sources: Engine["prefill"]): Total | undefined {
  const seconds = sources && sumOf(samples, sources.seconds);
  if (seconds === undefined) return undefined;
  const count = sources?.count && sumOf(samples, sources.count);
  return count === undefined ? { seconds } : { seconds, count };
}

function read(samples: readonly Sample[], engine: Engine): ServerFigures | undefined {
  const sum = (name: string) => sumOf(samples, { name });
  const running = sum(engine.running);
  if (running === undefined) return undefined;
  const [finished] = (engine.finished ?? []).flatMap((name) => sum(name) ?? []);
  const outputTokens = engine.outputTokens === undefined ? undefined : sum(engine.outputTokens);
  const queue = totalOf(samples, engine.queue);
  const prefill = totalOf(samples, engine.prefill);
  return {
    engine: engine.engine,
    running,
    waiting: sum(engine.waiting) ?? 0,
    ...(finished !== undefined && { finished }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(queue && { queue }),
    ...(prefill && { prefill }),
  };
}

/** Undefined where the page is none of a known server. */
export function figuresFrom(text: string): ServerFigures | undefined {
  const samples = [...samplesOf(text)];
  for (const engine of engines) {
    const figures = read(samples, engine);
    if (figures) return figures;
  }
  return undefined;
}
