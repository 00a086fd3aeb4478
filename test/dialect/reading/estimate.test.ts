import { expect, it } from "vitest";
import { openAiChat } from "../../../src/dialect/apis/openai-chat.ts";
import { estimated } from "../../../src/dialect/reading/estimate.ts";
import { readAll } from "../../../src/dialect/reading/steps.ts";
import { recordFrom } from "../../../src/dialect/record.ts";
import type { Dropped, RequestRecord } from "../../../src/metrics/record.ts";
import { micros } from "../../../src/time.ts";
import { type Chunk, delta, done, said, stop, transcriptOf, usage } from "../wire.ts";

/** One token per character. */
const counter = { encoding: "o200k_base", count: (text: string) => text.length };

function record(...chunks: Chunk[]): Exclude<RequestRecord, Dropped> {
  const record = readAll(
    recordFrom({
      planned: { id: 0, phase: "measure", scheduledAt: micros(0) },
      transcript: transcriptOf(chunks),
      dialect: openAiChat,
      criteria: { stream: true, outputTokens: 8, outputExact: false },
    }),
  );
  if (record.outcome === "dropped") throw new Error("never tried");
  return record;
}

const counted = record(said("four"), stop, usage(9, 3), done);

it("counts text, reasoning and tool calls where the server counted nothing", () => {
  const call = { tool_calls: [{ index: 0, function: { name: "f", arguments: "{}" } }] };
  const answer = record(delta({ reasoning: "ab" }), said("four"), delta(call), stop, done);
  // 2 of reasoning, 4 of text, 3 of "f{}".
  const tokens = { source: "estimate", output: 9, estimatedOutput: 9 };
  expect(estimated(answer, counter)).toMatchObject({ outcome: "completed", tokens });
});

it("leaves the server's count alone and stands beside it when asked to", () => {
  expect(estimated(counted, counter)).toBe(counted);
  expect(estimated(counted, counter, { besideUsage: true })).toMatchObject({
    tokens: { source: "usage", input: 9, output: 3, estimatedOutput: 4 },
  });
});

it("never makes up a count: no text, no estimate", () => {
  const tokens = { source: "unknown" } as const;
  const textless: RequestRecord = { ...counted, outcome: "completed", tokens, text: "" };
  expect(estimated(textless, counter)).toBe(textless);
});

it("leaves requests that did not complete as they are", () => {
  const cut = record(said("four"));
  expect(cut.outcome).toBe("failed");
  expect(estimated(cut, counter)).toBe(cut);
});
