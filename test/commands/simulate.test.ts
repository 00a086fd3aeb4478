import { expect, test } from "vitest";
import { simulatorOptions } from "../../src/commands/simulate.ts";

test("flags become the simulator's options, in its units", () => {
  expect(
    simulatorOptions({
      port: "0",
      ttft: "250",
      tpot: "20ms",
      tokens: "5",
      jitter: "5%",
      errorRate: "0.1",
      errorStatus: "429",
    }),
  ).toEqual({
    port: 0,
    ttft: 250_000,
    tpot: 20_000,
    tokens: 5,
    jitter: { ttft: 0.05, tpot: 0.05 },
    errorRate: 0.1,
    errorStatus: 429,
    logRequests: 0,
  });
});

test("what is not given is left to the simulator's own defaults", () => {
  expect(simulatorOptions({})).toEqual({ logRequests: 0 });
});

test("every wrong flag is told at once, with the value seen and what is legal", () => {
  const wrong = {
    port: "99999",
    errorStatus: "200",
    ttft: "fast",
    errorRate: "2",
    api: "soap",
    tokensPerEvent: "0",
  };
  expect(() => simulatorOptions(wrong)).toThrow(
    [
      "6 problems in the configuration:",
      "  --api: saw soap; legal: openai-chat, openai-completions, openai-responses, anthropic-messages, ollama-chat",
      "  --port: saw 99999; legal: a port number, 0 for any",
      "  --ttft: saw fast; legal: a duration as 250ms or 2s, or a number of milliseconds",
      "  --tokens-per-event: saw 0; legal: a whole number from 1",
      "  --error-rate: saw 2; legal: a share from 0 to 1, as 5% or 0.05",
      "  --error-status: saw 200; legal: an HTTP status from 400 to 599",
    ].join("\n"),
  );
});
