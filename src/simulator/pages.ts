// Pages: what the simulator tells of itself on GET: models, health, version, metrics.
import type { Behaviour } from "./options.ts";

export interface Page {
  readonly contentType: string;
  readonly text: string;
}

/** The figures behind `/metrics`. */
export interface Gauges {
  readonly running: number;
  readonly waiting: number;
  /** Completed answers since the start. */
  readonly completed: number;
}

function models({ model }: Behaviour): string {
  const entry = { id: model, object: "model", created: 0, owned_by: "latency-gate" };
  return JSON.stringify({ object: "list", data: [entry] });
}

/** Prometheus text under vLLM's names. */
function metrics({ model }: Behaviour, gauges: Gauges): string {
  const label = `model_name=${JSON.stringify(model)}`;
  return [
    "# TYPE vllm:num_requests_running gauge",
    `vllm:num_requests_running{${label}} ${gauges.running}`,
    "# TYPE vllm:num_requests_waiting gauge",
    `vllm:num_requests_waiting{${label}} ${gauges.waiting}`,
    "# TYPE vllm:request_success_total counter",
    `vllm:request_success_total{finished_reason="length",${label}} ${gauges.completed}`,
    "",
  ].join("\n");
}

const json = "application/json";

export function pageAt(path: string, behaviour: Behaviour, gauges: Gauges): Page | undefined {
  const pages: Record<string, () => Page> = {
    "/health": () => ({ contentType: json, text: "" }),
    "/models": () => ({ contentType: json, text: models(behaviour) }),
    "/version": () => ({
      contentType: behaviour.version.startsWith("{") ? json : "text/plain",
      text: behaviour.version,
    }),
    "/metrics": () => ({
      contentType: "text/plain; version=0.0.4",
      text: metrics(behaviour, gauges),
    }),
  };
  return pages[path]?.();
}
