// The client and the dialects held against what the simulator truly sent, over a real connection.
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { dialectOf } from "../../src/dialect/apis.ts";
import type { Dialect } from "../../src/dialect/dialect.ts";
import { readAll } from "../../src/dialect/reading/steps.ts";
import { createHttpEndpoint } from "../../src/endpoint/http.ts";
import { jsonRequest, requestUrl } from "../../src/endpoint/wire-request.ts";
import type { SimulatorOptions } from "../../src/simulator/options.ts";
import { voices } from "../../src/simulator/voices/voices.ts";
import { fromMilliseconds, fromSeconds } from "../../src/time.ts";
import { simulatedEndpoint } from "../support/simulated-endpoint.ts";

const prompt = { kind: "text", text: "One, two." } as const;
const ask = { model: "simulated", outputTokens: 9, outputExact: false, temperature: 0, seed: 1 };

async function exchanged(dialect: Dialect, stream: boolean, options: SimulatorOptions = {}) {
  const simulator = await simulatedEndpoint({ tpot: fromMilliseconds(3), ...options });
  const endpoint = createHttpEndpoint({ origin: simulator.url, clock: systemClock });
  onTestFinished(() => endpoint.close());
  const request = jsonRequest({
    url: requestUrl(new URL(simulator.url), dialect.path),
    headers: {},
    body: dialect.body({ ...ask, stream }, prompt),
    endMarkers: dialect.endMarkers,
    timeout: fromSeconds(20),
  });
  const transcript = await endpoint.send(request, new AbortController().signal);
  const [sent] = simulator.log().requests;
  if (!sent) throw new Error("nothing was logged");
  return { sent, transcript, reply: readAll(dialect.read(transcript)) };
}

const spoken = voices.flatMap(({ api }) => {
  const dialect = dialectOf(api);
  return dialect ? [{ api, dialect }] : [];
});

describe.each(spoken)("$api", ({ dialect }) => {
  test("stamps each byte of a stream once, and never before it was sent", async () => {
    const { sent, transcript } = await exchanged(dialect, true);
    const arrived = sent.events.map(({ at, end }) => {
      const read = transcript.reads.find((candidate) => candidate.end >= end);
      return { end, early: (read?.at ?? 0) < at };
    });
    expect(arrived).toEqual(sent.events.map(({ end }) => ({ end, early: false })));
    expect(transcript.body).toHaveLength(sent.events.at(-1)?.end ?? 0);
    expect(sent.arrivedAt).toBeGreaterThanOrEqual(transcript.sentAt ?? Number.POSITIVE_INFINITY);
  });

  test.each([true, false])("reads every token and the usage (streamed: %s)", async (stream) => {
    const { sent, reply } = await exchanged(dialect, stream);
    expect(reply.failure).toBeUndefined();
    expect(reply.text.split(" ").length - 1).toBe(9);
    if (stream) expect(reply.pieces).toHaveLength(9);
    expect(reply.usage).toMatchObject({ input: 4, output: 9 });
    expect(reply.endedAt).toBeGreaterThanOrEqual(sent.events.at(-1)?.at ?? 0);
    expect(reply.oddities).toEqual([]);
  });

  test.each<[string, SimulatorOptions]>([
    ["truncated", { truncateRate: 1 }],
    ["http_status", { errorRate: 1 }],
    ["empty_output", { emptyOutput: true }],
  ])("tells a failure: %s", async (kind, options) => {
    const { reply } = await exchanged(dialect, true, options);
    expect(reply.failure?.kind).toBe(kind);
  });
});
