import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { createLogBook } from "../../src/simulator/sent-log.ts";
import type { Simulator } from "../../src/simulator/simulator.ts";
import { hrtimeOffset, processNow } from "../../src/simulator/timetable.ts";
import { fromMilliseconds, micros } from "../../src/time.ts";
import { ask, simulatedEndpoint } from "../support/simulated-endpoint.ts";

function onlyRequest(simulator: Simulator) {
  const [request] = simulator.log().requests;
  if (!request) throw new Error("nothing was logged");
  return request;
}

describe("the log of a stream", () => {
  test("holds every byte and every token, in order, none before it was due", async () => {
    const simulator = await simulatedEndpoint({ tpot: fromMilliseconds(2) });
    const before = systemClock.now();
    const text = await (await ask(simulator, { stream: true, max_tokens: 12 })).text();
    const after = systemClock.now();
    const { arrivedAt, startedAt, events, endedAt, outcome } = onlyRequest(simulator);
    const output = events.filter(({ tokens }) => tokens > 0);
    expect(output.map(({ tokens }) => tokens)).toEqual(Array(12).fill(1));
    expect(events.at(-1)?.end).toBe(Buffer.byteLength(text));
    const instants = [before, arrivedAt, ...events.map(({ at }) => at), endedAt ?? 0, after];
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    // ttft 5 ms (the helper's), tpot 2 ms: token n is never sent before 5 + 2n ms after the arrival.
    const early = output.filter(({ at }, n) => at - arrivedAt < 5_000 + 2_000 * n);
    expect(early).toEqual([]);
    expect([startedAt, outcome]).toEqual([arrivedAt, "completed"]);
  });

  test.each([
    ["with the arrival", true, [0, 1, 1]],
    ["together with the first token", false, [1, 1]],
  ])("has the role %s", async (_, headersEarly, tokens) => {
    const simulator = await simulatedEndpoint({ headersEarly });
    await (await ask(simulator, { stream: true, max_tokens: 2 })).text();
    expect(onlyRequest(simulator).events.map((event) => event.tokens)).toEqual(tokens);
  });

  test("has the closing events apart when there is a tail", async () => {
    const simulator = await simulatedEndpoint({ tail: fromMilliseconds(3) });
    await (await ask(simulator, { stream: true, max_tokens: 1 })).text();
    const [, first, closing] = onlyRequest(simulator).events;
    expect([first?.tokens, closing?.tokens]).toEqual([1, 0]);
    expect((closing?.at ?? 0) - onlyRequest(simulator).arrivedAt).toBeGreaterThanOrEqual(8_000);
  });

  test("gives the number that the answer carries", async () => {
    const simulator = await simulatedEndpoint();
    const ids = [];
    for (let n = 0; n < 3; n += 1)
      ids.push(Number((await ask(simulator)).headers.get("x-request-id")));
    expect(simulator.log().requests.map(({ id }) => id)).toEqual(ids);
  });
});

test("a request waits for its slot in order of arrival, and TTFT counts from the slot", async () => {
  const simulator = await simulatedEndpoint({ slots: 1 });
  await Promise.all([1, 2, 3].map(async () => (await ask(simulator, { stream: true })).text()));
  const requests = simulator.log().requests;
  const ends = requests.map(({ endedAt }) => endedAt ?? 0);
  expect(requests[0]?.startedAt).toBe(requests[0]?.arrivedAt);
  for (const n of [1, 2])
    expect(requests[n]?.startedAt ?? 0).toBeGreaterThanOrEqual(ends[n - 1] ?? 0);
});

test("a client that goes away ends its stream and frees its slot", async () => {
  const simulator = await simulatedEndpoint({ slots: 1, ttft: fromMilliseconds(3_600_000) });
  const cut = new AbortController();
  await ask(simulator, { stream: true }, { signal: cut.signal });
  simulator.set({ ttft: fromMilliseconds(1) });
  const next = ask(simulator, { stream: true });
  cut.abort();
  await (await next).text();
  expect(simulator.log().requests.map(({ outcome }) => outcome)).toEqual([
    "cancelled",
    "completed",
  ]);
});

test("closing breaks running and waiting streams", async () => {
  const simulator = await simulatedEndpoint({ slots: 1, ttft: fromMilliseconds(3_600_000) });
  const answers = [await ask(simulator, { stream: true }), await ask(simulator, { stream: true })];
  await simulator.close();
  for (const answer of answers) await expect(answer.text()).rejects.toThrow("terminated");
  await expect(ask(simulator)).rejects.toThrow("fetch failed");
  expect(simulator.log().requests.map(({ outcome }) => outcome)).toEqual([
    "cancelled",
    "cancelled",
  ]);
});

test("a process whose simulator was closed amid an answer ends by itself", async () => {
  const child = path.join(import.meta.dirname, "closed-simulator.ts");
  // Rejects with the signal if the limit, far above the 0.2 s that it takes, has to end it.
  const ended = await promisify(execFile)(process.execPath, [child], { timeout: 20_000 });
  expect(ended.stdout).toBe("closed\n");
});

test("the log forgets the oldest requests past its size and says how many", () => {
  const book = createLogBook(2);
  for (const id of [0, 1, 2]) book.open(id, micros(id));
  expect(book.read().requests.map(({ id }) => id)).toEqual([1, 2]);
  expect(book.read().forgotten).toBe(1);
});

test("a log of size 0 keeps nothing", async () => {
  const simulator = await simulatedEndpoint({ logRequests: 0 });
  await ask(simulator);
  expect(simulator.log()).toMatchObject({ requests: [], forgotten: 1 });
});

test("the offset turns the process's clock into the machine's", () => {
  const shared = () => Number(process.hrtime.bigint()) / 1_000;
  const before = shared();
  const ours = processNow() + hrtimeOffset();
  const after = shared();
  // Two roundings to a microsecond lie in between.
  expect(ours).toBeGreaterThanOrEqual(before - 2);
  expect(ours).toBeLessThanOrEqual(after + 2);
});
