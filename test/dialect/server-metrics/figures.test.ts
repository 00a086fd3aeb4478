// What four servers write on their metrics pages, read into one shape. Pages are self-made after the servers' documentation.
import { describe, expect, test } from "vitest";
import { figuresFrom } from "../../../src/dialect/server-metrics/figures.ts";
import { samplesOf } from "../../../src/dialect/server-metrics/prometheus.ts";

const vllm = `# HELP vllm:num_requests_running Number of requests in model execution batches.
# TYPE vllm:num_requests_running gauge
vllm:num_requests_running{engine="0",model_name="m"} 3.0
vllm:num_requests_running{engine="1",model_name="m"} 2.0
vllm:num_requests_waiting{engine="0",model_name="m"} 1.0
vllm:request_success_total{engine="0",finished_reason="stop",model_name="m"} 40.0
vllm:request_success_total{engine="0",finished_reason="length",model_name="m"} 2.0
vllm:request_success_created{engine="0",finished_reason="length",model_name="m"} 1.7e+09
vllm:request_queue_time_seconds_sum{engine="0",model_name="m"} 0.25
vllm:request_queue_time_seconds_bucket{engine="0",le="+Inf",model_name="m"} 42.0
vllm:request_queue_time_seconds_count{engine="0",model_name="m"} 42.0
vllm:request_prefill_time_seconds_sum{engine="0",model_name="m"} 8.4
vllm:request_prefill_time_seconds_count{engine="0",model_name="m"} 42.0
`;

const sglang = `sglang:num_running_reqs{model_name="m"} 4.0
sglang:num_queue_reqs{model_name="m"} 0.0
sglang:e2e_request_latency_seconds_count{model_name="m"} 11228.0
sglang:queue_time_seconds_sum{model_name="m"} 12.5
sglang:queue_time_seconds_count{model_name="m"} 11228.0
`;

const tgi = `tgi_batch_current_size 2
tgi_queue_size 5
tgi_request_success 17
tgi_request_queue_duration_sum 0.5
tgi_request_queue_duration_count 17
tgi_batch_inference_duration_sum{method="prefill"} 3
tgi_batch_inference_duration_count{method="prefill"} 15
tgi_batch_inference_duration_sum{method="decode"} 90
tgi_batch_inference_duration_count{method="decode"} 900
`;

const llamaCpp = `llamacpp:prompt_tokens_total 6886
llamacpp:prompt_seconds_total 29.03
llamacpp:tokens_predicted_total 3469
llamacpp:requests_processing 1
llamacpp:requests_deferred 0
`;

test.each([
  [
    "vLLM, its engines and reasons added up",
    vllm,
    {
      engine: "vLLM",
      running: 5,
      waiting: 1,
      finished: 42,
      queue: { seconds: 0.25, count: 42 },
      prefill: { seconds: 8.4, count: 42 },
    },
  ],
  [
    "SGLang, which may count only by its latencies",
    sglang,
    {
      engine: "SGLang",
      running: 4,
      waiting: 0,
      finished: 11_228,
      queue: { seconds: 12.5, count: 11_228 },
    },
  ],
  [
    "TGI, whose prefill is one of two methods",
    tgi,
    {
      engine: "TGI",
      running: 2,
      waiting: 5,
      finished: 17,
      queue: { seconds: 0.5, count: 17 },
      prefill: { seconds: 3, count: 15 },
    },
  ],
  [
    "llama.cpp, which counts tokens and no requests",
    llamaCpp,
    {
      engine: "llama.cpp",
      running: 1,
      waiting: 0,
      outputTokens: 3_469,
      prefill: { seconds: 29.03 },
    },
  ],
])("%s", (_, page, expected) => {
  expect(figuresFrom(page)).toEqual(expected);
});

test.each([
  "",
  "<html>404</html>",
  '{"error":"no"}',
  "go_goroutines 12",
  "vllm:num_requests_running NaN",
])("%j is the page of no known server", (page) => {
  expect(figuresFrom(page)).toBeUndefined();
});

describe("samples", () => {
  const all = (text: string) => [...samplesOf(text)];

  test("labels may hold braces, commas and escaped quotes", () => {
    expect(all('a{path="/x}",q="\\"} 1"} 2.5 1700000000')).toEqual([
      { name: "a", labels: 'path="/x}",q="\\"} 1"', value: 2.5 },
    ]);
  });

  test("comments, buckets, lines of other forms and values that are no numbers are left out", () => {
    const text = '# a 1\nb_bucket{le="1"} 3\n 12\nc\nd Inf\ne NaN\nf +Inf\ng 1e3\r';
    expect(all(text)).toEqual([{ name: "g", labels: "", value: 1_000 }]);
  });

  test("a hostile line costs no more than its length", () => {
    // Backtracking would take longer than the test may.
    expect(all(`a{${'"\\'.repeat(50_000)}`)).toEqual([]);
  });
});
