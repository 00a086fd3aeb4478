// Builder of workloads: a test names only what matters to it.
import { fromSeconds } from "../../src/time.ts";
import type { Workload } from "../../src/workload/workload.ts";

export function aWorkload(overrides: Partial<Workload> = {}): Workload {
  return {
    name: "default",
    api: "openai-chat",
    model: "simulated",
    stream: true,
    prompts: { kind: "synthetic", length: { minimum: 64, maximum: 64 }, encoding: "o200k_base" },
    outputTokens: 16,
    outputExact: false,
    temperature: 0,
    load: { kind: "closed", concurrency: 2 },
    bound: { kind: "requests", requests: 10 },
    warmUpRequests: 2,
    requestTimeout: fromSeconds(10),
    objectives: [],
    cache: "cold",
    seed: 1,
    ...overrides,
  };
}
