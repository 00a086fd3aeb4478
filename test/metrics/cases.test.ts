// Cases that other tools were once wrong about, each with its right answer over a whole workload.
import { expect, test } from "vitest";
import { dialectOf } from "../../src/dialect/apis.ts";
import { readAll } from "../../src/dialect/reading/steps.ts";
import { recordFrom } from "../../src/dialect/record.ts";
import type { Transcript } from "../../src/dialect/transcript.ts";
import type { RequestRecord } from "../../src/metrics/record.ts";
import { workloadRunFrom } from "../../src/metrics/run/workload-run.ts";
import { fromMilliseconds } from "../../src/time.ts";
import { aMeasured } from "../support/measured.ts";
import { aCompleted, aFailed, anInterrupted } from "../support/records.ts";

function runOf(records: readonly RequestRecord[], endedMs: number, wallZeroMs = 0) {
  const sendingEndedAt = fromMilliseconds(endedMs);
  return workloadRunFrom(aMeasured({ records, sendingEndedAt, wallZeroMs }), new Set(["ttft.p50"]));
}

test("answers without a token are failures, and no TTFT of 0", () => {
  const empty = [30, 31, 29].map((end, id) => aFailed({ id, end, failure: "empty_output" }));
  const good = [
    aCompleted({ id: 3, output: [130, 400], end: 410, tokens: 20 }),
    aCompleted({ id: 4, output: [110, 380], end: 390, tokens: 20 }),
  ];
  const run = runOf([...empty, ...good], 500);
  expect(run.counts).toMatchObject({ completed: 2, failed: 3, failures: { empty_output: 3 } });
  expect(run.metrics["error_rate"]).toMatchObject({ value: 0.6 });
  expect(run.metrics["ttft"]).toMatchObject({ n: 2, p50: 120 });
  // Three of five failed: what survived says nothing.
  expect(run.invalid.map(({ code }) => code)).toEqual(["too-many-failures"]);
});

test("a wall clock that is wrong or jumps moves the date and no duration", () => {
  const records = [aCompleted({ start: 1_000, output: [300], end: 450, tokens: 1 })];
  const [before, after] = [1_700_000_000_000, 1_699_999_998_000].map((zero) =>
    runOf(records, 2_000, zero),
  );
  expect(before?.window.start).not.toBe(after?.window.start);
  expect(before?.records).toEqual(after?.records);
  expect(after?.records[0]).toMatchObject({ ttftMs: 300, e2eMs: 450 });
});

test("requests cut at the deadline are neither success nor failure", () => {
  const records = [
    aCompleted({ id: 0, output: [300, 4_000], end: 4_000, tokens: 100 }),
    aCompleted({ id: 1, start: 4_000, output: [300, 4_000], end: 4_000, tokens: 100 }),
    anInterrupted({ id: 2, start: 8_000, output: [300], end: 2_000 }),
  ];
  const run = runOf(records, 10_000);
  expect(run.counts).toMatchObject({ completed: 2, failed: 0, interrupted: 1 });
  expect(run.metrics["error_rate"]).toMatchObject({ value: 0 });
  expect(run.metrics["ttft"]).toMatchObject({ n: 2 });
});

test("an error inside a stream is not credited with the length that was asked for", () => {
  const records = [
    aFailed({ id: 0, end: 40, failure: "in_stream_error" }),
    ...[1, 2, 3, 4].map((id) => aCompleted({ id, output: [100, 900], end: 1_000, tokens: 25 })),
  ];
  const run = runOf(records, 1_000);
  expect(run.tokens.output).toMatchObject({ n: 4, total: 100 });
  expect(run.metrics["output_throughput"]).toMatchObject({ value: 100 });
});

test("connections that had to be opened are counted with their time, and their TTFT is kept", () => {
  const cold = {
    ...aCompleted({ id: 0, output: [380, 700], end: 710, tokens: 20 }),
    freshConnection: true,
    connect: fromMilliseconds(180),
  };
  const warm = aCompleted({ id: 1, output: [200, 520], end: 530, tokens: 20 });
  const run = runOf([cold, warm], 1_000);
  expect(run.client).toMatchObject({ freshConnections: 1, connectP50Ms: 180 });
  expect(run.records.map(({ ttftMs }) => ttftMs)).toEqual([380, 200]);
  expect(run.records.map(({ connectMs }) => connectMs)).toEqual([180, null]);
});

/** Five answers of one unchanged server. */
test("percentiles of five requests are numbers, and all marked as weak", () => {
  const ttfts = [406, 222, 215, 312, 322];
  const run = runOf(
    ttfts.map((ttft, id) => aCompleted({ id, output: [ttft, ttft + 20], tokens: 2 })),
    1_000,
  );
  expect(run.metrics["ttft"]).toMatchObject({
    p50: 312,
    max: 406,
    weak: ["p50", "p90", "p95", "p99"],
  });
});

const chat = dialectOf("openai-chat");
const event = (said: unknown) => `data: ${JSON.stringify(said)}\n\n`;
const word = (content: string, usage?: object) =>
  event({ choices: [{ delta: { content } }], ...(usage && { usage }) });

/** Headers after so many ms, then one read per event, 100 ms apart from `first` on. */
function transcriptOf(events: readonly string[], headersAt: number, first: number): Transcript {
  let end = 0;
  const reads = events.map((each, index) => {
    end += Buffer.byteLength(each);
    return { end, at: fromMilliseconds(first + 100 * index) };
  });
  return {
    handedAt: fromMilliseconds(0),
    sentAt: fromMilliseconds(0),
    status: 200,
    headersAt: fromMilliseconds(headersAt),
    headers: { "content-type": "text/event-stream" },
    body: Buffer.from(events.join("")),
    reads,
    ending: { kind: "body-end", at: fromMilliseconds(first + 100 * events.length) },
    connection: { fresh: false, resent: false },
  };
}

function recordOf(events: readonly string[], headersAt = 1, first = 800) {
  if (!chat) throw new Error("the dialect is gone");
  return readAll(
    recordFrom({
      planned: { id: 0, phase: "measure", scheduledAt: fromMilliseconds(0) },
      transcript: transcriptOf(events, headersAt, first),
      dialect: chat,
      criteria: { stream: true, outputTokens: 128, outputExact: false },
    }),
  );
}

const end = event({ choices: [{ delta: {}, finish_reason: "stop" }] });
const done = "data: [DONE]\n\n";

test("headers that a server sends earlier or later do not move TTFT", () => {
  const events = [word("a"), word("b"), end, done];
  const [late, early] = [790, 8].map((headersAt) => runOf([recordOf(events, headersAt)], 2_000));
  expect(early?.metrics["ttft"]).toEqual(late?.metrics["ttft"]);
  expect(early?.records[0]).toMatchObject({ ttftMs: 800 });
});

test("usage that grows with every event is taken once, not added up", () => {
  const usages = Array.from({ length: 29 }, (_, k) => ({
    prompt_tokens: 1_965,
    completion_tokens: k + 1,
  }));
  const record = recordOf([...usages.map((usage, k) => word(`w${k} `, usage)), end, done]);
  expect(record).toMatchObject({ tokens: { source: "usage", input: 1_965, output: 29 } });
});

test("several events of one read have one stamp, however long their reading takes", () => {
  const one = [word("a") + word("b") + word("c"), end, done];
  const record = recordOf(one, 1, 100);
  expect(record).toMatchObject({ outcome: "completed" });
  expect("pieces" in record && record.pieces.map(({ at }) => at)).toEqual([
    100_000, 100_000, 100_000,
  ]);
});
