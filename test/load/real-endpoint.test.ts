// The loops over real sockets: how many connections a load opens, and that a real cut keeps what was seen.
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { createHttpEndpoint } from "../../src/endpoint/http.ts";
import { type LoadPlan, runLoad } from "../../src/load/run-load.ts";
import { watchHealth } from "../../src/load/watch/health.ts";
import { fromMilliseconds, fromSeconds, micros } from "../../src/time.ts";
import { chunk, plainAnswer, rawServer, type Script, streamHead } from "../support/raw-server.ts";
import { aSchedule, closed, exchange, open } from "./fake-endpoint.ts";

async function load(script: Script, overrides: Partial<LoadPlan> & Pick<LoadPlan, "measure">) {
  const server = await rawServer(script);
  const endpoint = createHttpEndpoint({ origin: server.origin, clock: systemClock });
  onTestFinished(async () => {
    await endpoint.close();
    await server[Symbol.asyncDispose]();
  });
  const result = await runLoad({
    load: closed(1),
    bound: { kind: "requests", requests: overrides.measure.count ?? 0 },
    clock: systemClock,
    endpoint,
    exchange,
    deadlines: {
      sendUntil: micros(systemClock.now() + fromSeconds(20)),
      drainTimeout: fromSeconds(5),
    },
    proven: true,
    signal: new AbortController().signal,
    ...overrides,
  });
  return { result, server };
}

test.each([1, 8])(
  "a closed loop of %i opens as many connections and no more",
  async (concurrency) => {
    const warmUp = aSchedule("warm-up", { count: concurrency });
    const measure = aSchedule("measure", { count: 20 * concurrency });
    const answer: Script = (socket) => socket.write(plainAnswer("ok"));
    const { result, server } = await load(answer, { warmUp, measure, load: closed(concurrency) });
    expect(server.connections()).toBe(concurrency);
    expect(result.records.length).toBe(20 * concurrency);
    expect(result.records.every(({ outcome }) => outcome === "completed")).toBe(true);
  },
);

test("an open loop never sends early", async () => {
  const offsets = Array.from({ length: 60 }, (_, index) => fromMilliseconds(index * 5));
  const measure = aSchedule("measure", { offsets });
  const answer: Script = (socket) => socket.write(plainAnswer("ok"));
  const { result } = await load(answer, { measure, load: open(), watchHealth });
  expect(result.records.length).toBe(60);
  const early = result.records.filter(
    (record) => !("sentAt" in record && record.sentAt! >= record.scheduledAt),
  );
  expect(early).toEqual([]);
  expect(result.health).toBeDefined();
});

test("a cancelled load returns at once with what had arrived", async () => {
  const controller = new AbortController();
  const measure = aSchedule("measure", { count: 4 });
  const bytes: number[] = [];
  const read: typeof exchange.read = (planned, transcript) => {
    bytes.push(transcript.body.length);
    return exchange.read(planned, transcript);
  };
  let started = 0;
  const hang: Script = (socket) => {
    socket.write(streamHead + chunk("data: 1\n\n"));
    if (++started === 4) setTimeout(() => controller.abort(), 50);
  };
  const { signal } = controller;
  const reading = { ...exchange, read };
  const { result } = await load(hang, { measure, load: closed(4), signal, exchange: reading });
  expect(result.stopped).toBe("cancelled");
  expect(result.records.map(({ outcome }) => outcome)).toEqual(Array(4).fill("interrupted"));
  expect(bytes).toEqual([9, 9, 9, 9]);
});

test("the bytes of an answer are given back once it has been read", async () => {
  const measure = aSchedule("measure", { count: 3 });
  const bodies: { readonly whenRead: number; readonly body: Uint8Array }[] = [];
  const read: typeof exchange.read = (planned, transcript) => {
    bodies.push({ whenRead: transcript.body.length, body: transcript.body });
    return exchange.read(planned, transcript);
  };
  const answer: Script = (socket) => socket.write(plainAnswer("okay"));
  await load(answer, { measure, exchange: { ...exchange, read } });
  const lengths = bodies.map(({ whenRead, body }) => [whenRead, body.length]);
  expect(lengths).toEqual(Array(3).fill([4, 0]));
});
