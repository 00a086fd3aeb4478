import { describe, expect, test } from "vitest";
import type { SimulatorOptions } from "../../src/simulator/options.ts";
import { startSimulator } from "../../src/simulator/simulator.ts";
import { ask, simulatedEndpoint } from "../support/simulated-endpoint.ts";

type Init = Parameters<typeof ask>[2];

async function answerTo(init: Init, options: SimulatorOptions) {
  const response = await ask(await simulatedEndpoint(options), { model: "other" }, init);
  return { status: response.status, body: await response.json() };
}

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

const json = { body: "{" };
const path = { path: "/chat" };

describe("a request is refused", () => {
  test.each<[string, { options?: SimulatorOptions; init?: Init; status: number; code: unknown }]>([
    ["without the key", { options: { apiKey: "k" }, status: 401, code: "invalid_api_key" }],
    [
      "with another key",
      { options: { apiKey: "k" }, init: bearer("j"), status: 401, code: "invalid_api_key" },
    ],
    ["for another model", { options: { strictModel: true }, status: 404, code: "model_not_found" }],
    ["by the status that was set", { options: { status: 429 }, status: 429, code: 429 }],
    ["for a body that is no JSON", { init: json, status: 400, code: 400 }],
    ["on a path that is none of its own", { init: path, status: 404, code: 404 }],
    ["on the path of another API", { options: { api: "ollama-chat" }, status: 404, code: 404 }],
  ])("%s", async (_, { options = {}, init = {}, status, code }) => {
    expect(await answerTo(init, options)).toMatchObject({ status, body: { error: { code } } });
  });

  test.each<[string, Init]>([
    ["as a bearer token", bearer("k")],
    ["in Anthropic's header", { headers: { "x-api-key": "k" } }],
    ["in Azure's header", { headers: { "api-key": "k" } }],
  ])("not with the key %s", async (_, init) => {
    expect((await answerTo(init, { apiKey: "k" })).status).toBe(200);
  });
});

test("a port that is taken is a configuration error that names it", async () => {
  const { port } = await simulatedEndpoint();
  await expect(startSimulator({ port })).rejects.toMatchObject({
    code: "config",
    message: expect.stringContaining(`127.0.0.1:${port}`),
  });
});
