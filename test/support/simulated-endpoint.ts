// A simulated endpoint for one test: any free port, quick unless told otherwise, closed when the test ends.
import { onTestFinished } from "vitest";
import type { SimulatorOptions } from "../../src/simulator/options.ts";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import { fromMilliseconds } from "../../src/time.ts";

/** Call it inside a test; in `beforeAll`, call `startSimulator` and close it in `afterAll`. */
export async function simulatedEndpoint(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({
    ttft: fromMilliseconds(5),
    tpot: fromMilliseconds(1),
    ...options,
  });
  onTestFinished(() => simulator.close());
  return simulator;
}

/** Posts a chat request by the platform's own client; `path` counts from the base URL. */
export function ask(
  simulator: Simulator,
  body: Record<string, unknown> = {},
  { path = "/chat/completions", ...init }: RequestInit & { path?: string } = {},
): Promise<Response> {
  return fetch(`${simulator.url}${path}`, {
    method: "POST",
    body: JSON.stringify({ model: "simulated", messages: [], max_tokens: 5, ...body }),
    ...init,
  });
}

/** The JSON documents of a stream of server-sent events, `[DONE]` left out. */
export function eventsOf(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice("data: ".length)));
}
