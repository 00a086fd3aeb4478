import { describe, expect, test } from "vitest";
import type { SimulatorOptions } from "../../src/simulator/options.ts";
import { defaultBehaviour } from "../../src/simulator/options.ts";
import { planFor } from "../../src/simulator/plan.ts";
import { ask, eventsOf, simulatedEndpoint } from "../support/simulated-endpoint.ts";

interface Chunk {
  readonly choices?: readonly { delta: { content?: string }; finish_reason: string | null }[];
  readonly usage?: Record<string, number>;
}

async function streamed(options: SimulatorOptions, body: Record<string, unknown> = {}) {
  const simulator = await simulatedEndpoint(options);
  const stream_options = { include_usage: true };
  const response = await ask(simulator, { stream: true, stream_options, ...body });
  const text = await response.text();
  const chunks: Chunk[] = eventsOf(text);
  const pieces = chunks.flatMap((chunk) => chunk.choices?.[0]?.delta.content || []);
  const finish = chunks.flatMap((chunk) => chunk.choices?.[0]?.finish_reason ?? []);
  const usage = chunks.flatMap((chunk) => (chunk.usage ? [chunk.usage] : []));
  return { text, pieces, finish, usage };
}

describe("a streamed chat answer", () => {
  test("brings one word per token, as many as asked for, and counts them exactly", async () => {
    const messages = [{ role: "user", content: "Tell me a story, please." }];
    const { pieces, usage, finish, text } = await streamed({}, { max_tokens: 7, messages });
    expect(pieces).toHaveLength(7);
    expect(pieces).toEqual(pieces.map(() => expect.stringMatching(/^ [a-z]+$/)));
    // Tell me a story , please . → seven words and marks.
    expect(usage).toEqual([{ prompt_tokens: 7, completion_tokens: 7, total_tokens: 14 }]);
    expect(finish).toEqual(["length"]);
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
  });

  test.each<[string, SimulatorOptions, Record<string, unknown>, [number, string]]>([
    ["the model's own end", { tokens: 3 }, { max_tokens: 7 }, [3, "stop"]],
    ["the maximum, if sooner", { tokens: 9 }, { max_tokens: 7 }, [7, "length"]],
    ["its own end, ignore_eos or not", { tokens: 3 }, { ignore_eos: true }, [3, "stop"]],
    ["the newer name of the maximum", {}, { max_completion_tokens: 4 }, [4, "length"]],
    ["nothing at all", { emptyOutput: true }, {}, [0, "stop"]],
  ])("ends at %s", async (_, options, body, [tokens, reason]) => {
    const { pieces, finish, usage } = await streamed(options, body);
    expect(pieces).toHaveLength(tokens);
    expect(finish).toEqual([reason]);
    expect(usage[0]?.["completion_tokens"]).toBe(tokens);
  });

  test("carries several tokens per event after the first", async () => {
    const { pieces, usage } = await streamed({ tokensPerEvent: 3 }, { max_tokens: 8 });
    expect(pieces.map((piece) => piece.split(" ").length - 1)).toEqual([1, 3, 3, 1]);
    expect(usage[0]?.["completion_tokens"]).toBe(8);
  });

  test.each<[string, SimulatorOptions, Record<string, unknown>]>([
    ["that does not ask for it", {}, { stream_options: undefined }],
    ["of a server that omits it", { omitUsage: true }, {}],
  ])("has no usage in a stream %s", async (_, options, body) => {
    expect((await streamed(options, body)).usage).toEqual([]);
  });

  test("of the same seed is the same to the byte", async () => {
    const options = { seed: 5, tokens: 20 };
    const body = { max_tokens: 40 };
    expect((await streamed(options, body)).text).toBe((await streamed(options, body)).text);
  });
});

test("an answer that is not streamed comes as one document", async () => {
  const simulator = await simulatedEndpoint();
  const response = await ask(simulator, { max_tokens: 3 });
  expect(response.headers.get("content-type")).toBe("application/json");
  const content = expect.stringMatching(/^( [a-z]+){3}$/);
  expect(await response.json()).toMatchObject({
    object: "chat.completion",
    choices: [{ message: { role: "assistant", content }, finish_reason: "length" }],
    usage: { prompt_tokens: 0, completion_tokens: 3, total_tokens: 3 },
  });
});

test("errors hit exactly the requests that the seed tells", async () => {
  const behaviour = { errorRate: 0.3, errorStatus: 429, seed: 11 };
  const simulator = await simulatedEndpoint(behaviour);
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) statuses.push((await ask(simulator, { max_tokens: 1 })).status);
  const fate = (n: number) => planFor({ ...defaultBehaviour, ...behaviour }, n, 1).kind;
  expect(statuses).toEqual(statuses.map((_, n) => (fate(n) === "error" ? 429 : 200)));
  expect(statuses).toContain(429);
});

test("a truncated stream breaks after some output, a dropped one before any byte", async () => {
  const simulator = await simulatedEndpoint({ truncateRate: 1 });
  const response = await ask(simulator, { stream: true });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("terminated");
  simulator.set({ dropRate: 1 });
  await expect(ask(simulator)).rejects.toThrow("fetch failed");
  expect(simulator.log().requests.map(({ outcome }) => outcome)).toEqual(["truncated", "dropped"]);
});

test("a change of behaviour holds for the requests after it", async () => {
  const simulator = await simulatedEndpoint();
  simulator.set({ status: 503 });
  expect((await ask(simulator)).status).toBe(503);
  simulator.set({ status: undefined });
  expect((await ask(simulator)).status).toBe(200);
});
