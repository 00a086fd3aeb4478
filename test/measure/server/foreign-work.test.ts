// Others' work shows in what the server did beyond what this job asked of it.
import { expect, test } from "vitest";
import type { ServerFigures } from "../../../src/dialect/server-metrics/figures.ts";
import { aloneFaults, serverReading } from "../../../src/measure/server/foreign-work.ts";
import { digested } from "../../support/measured.ts";
import { aCompleted, anInterrupted } from "../../support/records.ts";

const idle: ServerFigures = { engine: "vLLM", running: 0, waiting: 0, finished: 1_000 };
const llama: ServerFigures = { engine: "llama.cpp", running: 0, waiting: 0, outputTokens: 5_000 };
const peaks = { running: 8, waiting: 2 };

/** Ten measured requests of 20 tokens, three of warm-up and probe. */
const ours = {
  sent: 13,
  records: digested(
    Array.from({ length: 10 }, (_, id) => aCompleted({ id, output: [1, 2], tokens: 20 })),
  ),
  outputTokens: 20,
};

const faults = (
  before: ServerFigures,
  after: Partial<ServerFigures>,
  asked: Partial<typeof ours> = {},
) =>
  aloneFaults({ before, after: { ...before, ...after }, peaks }, { ...ours, ...asked }).map(
    ({ code, message }) => `${code}: ${message}`,
  );

test.each([
  ["as many finished as were sent", idle, { finished: 1_013 }, []],
  ["fewer finished", idle, { finished: 1_007 }, []],
  [
    "one more finished",
    idle,
    { finished: 1_014 },
    ["not-alone: not alone: the server finished 14 requests where this job sent 13"],
  ],
  // 10 × 20 counted, and (13 − 10 + 1) × 20 at most for the others; 5 % beside.
  ["as many tokens as were asked for", llama, { outputTokens: 5_294 }, []],
  [
    "more tokens",
    llama,
    { outputTokens: 5_295 },
    [
      "not-alone: not alone: the server made 295 output tokens where this job asked for at most 280",
    ],
  ],
  [
    "something that still runs after ours have ended",
    idle,
    { running: 2, waiting: 1 },
    ["not-alone: not alone: 2 requests of others run and 1 wait after ours had ended"],
  ],
])("%s", (_, before, after, expected) => {
  expect(faults(before, after)).toEqual(expected);
});

test("what still runs may be ours where some of them were cut", () => {
  const records = digested([anInterrupted({ id: 10 })]);
  expect(faults(idle, { running: 2 }, { records })).toEqual([]);
});

test("tokens accuse nobody where one of our answers was not counted", () => {
  const records = digested([aCompleted({ output: [1, 2] })]);
  expect(faults(llama, { outputTokens: 99_999 }, { records })).toEqual([]);
});

test("the server's own times are means over what it finished meanwhile", () => {
  const before = { ...idle, queue: { seconds: 10, count: 1_000 }, prefill: { seconds: 2 } };
  const after = {
    ...idle,
    finished: 1_013,
    queue: { seconds: 10.026, count: 1_013 },
    prefill: { seconds: 2.65 },
  };
  const reading = serverReading({ before, after, peaks }, ours);
  // 26 ms over 13 requests; 650 ms over the 13 that we sent, as the server counts none.
  expect(reading.queueMeanMs).toBeCloseTo(2, 6);
  expect(reading.prefillMeanMs).toBeCloseTo(50, 6);
  expect(reading).toMatchObject({
    engine: "vLLM",
    runningMax: 8,
    waitingMax: 2,
    sent: 13,
    finished: 13,
  });
});

test("what a server does not tell is null, never zero", () => {
  const reading = serverReading({ before: llama, after: llama, peaks }, ours);
  expect(reading).toMatchObject({ finished: null, queueMeanMs: null, prefillMeanMs: null });
});
