import { expect, test } from "vitest";
import { ask, simulatedEndpoint } from "../support/simulated-endpoint.ts";

test("the model is listed", async () => {
  const simulator = await simulatedEndpoint({ model: "m1" });
  const list = await (await fetch(`${simulator.url}/models`)).json();
  expect(list).toMatchObject({ data: [{ id: "m1", object: "model" }] });
});

test("health answers with and without the version in the path", async () => {
  const simulator = await simulatedEndpoint();
  for (const base of [simulator.url, `http://127.0.0.1:${simulator.port}`])
    expect((await fetch(`${base}/health`)).status).toBe(200);
});

test("the version is the text that was set", async () => {
  const simulator = await simulatedEndpoint({ version: "commit abc" });
  const version = async () => (await fetch(`http://127.0.0.1:${simulator.port}/version`)).text();
  expect(await version()).toBe("commit abc");
  simulator.set({ version: "commit def" });
  expect(await version()).toBe("commit def");
});

test("the metrics count what runs, waits and is done", async () => {
  const simulator = await simulatedEndpoint({ slots: 1 });
  await (await ask(simulator)).text();
  simulator.set({ stallRate: 1 });
  const cut = new AbortController();
  const running = await ask(simulator, { stream: true }, { signal: cut.signal });
  const waiting = await ask(simulator, { stream: true }, { signal: cut.signal });
  const text = await (await fetch(`${simulator.url}/metrics`)).text();
  cut.abort();
  expect([running.status, waiting.status]).toEqual([200, 200]);
  expect(text).toContain('vllm:num_requests_running{model_name="simulated"} 1\n');
  expect(text).toContain('vllm:num_requests_waiting{model_name="simulated"} 1\n');
  expect(text).toMatch(/^vllm:request_success_total\{.*\} 1$/m);
});
