// Phases follow each other, deadlines hold, and whatever ends a run early keeps what was seen.
import { expect, test } from "vitest";
import type { Progress } from "../../src/load/progress.ts";
import { runLoad } from "../../src/load/run-load.ts";
import type { RequestRecord } from "../../src/metrics/record.ts";
import {
  aPlan,
  aSchedule,
  closed,
  exchange,
  open,
  type Service,
  seconds,
} from "./fake-endpoint.ts";

function tally(records: readonly RequestRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of records) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const failing = (): Service => ({ duration: seconds(1), ending: "connection-lost" });
const hanging = (): Service => ({ duration: seconds(5_000) });

test("the measurement starts when the warm-up has drained, and never runs beside it", async () => {
  const warmUp = aSchedule("warm-up", { count: 6 });
  const measure = aSchedule("measure", { count: 8 });
  const { plan, clock, endpoint } = aPlan({ warmUp, measure, load: closed(4) });
  const result = await clock.run(runLoad(plan));
  expect(result.warmUp).toEqual({ attempted: 6, completed: 6, failures: [] });
  expect(tally(result.records)).toEqual({ completed: 8 });
  expect(result.records.every(({ phase }) => phase === "measure")).toBe(true);
  expect(result.startedAt).toBe(seconds(102));
  expect(Math.max(...endpoint.arrivals.map(({ inFlight }) => inFlight))).toBe(4);
});

test("the budget ends the sending, the drain timeout cuts what still runs", async () => {
  const measure = aSchedule("measure", { count: 100 });
  const deadlines = { sendUntil: seconds(105.5), drainTimeout: seconds(30) };
  const serve = (nth: number) => (nth % 2 === 0 ? { duration: seconds(2) } : hanging());
  const { plan, clock } = aPlan({ measure, deadlines, load: closed(3) }, serve);
  const { stopped, sendingEndedAt, endedAt, records } = await clock.run(runLoad(plan));
  expect({ stopped, sendingEndedAt, endedAt }).toEqual({
    stopped: "budget",
    sendingEndedAt: seconds(105.5),
    endedAt: seconds(135.5),
  });
  // 0 and 2 end at 2 s and make room for 3 and 4, 4 at 4 s for 5: then 1, 3 and 5 hang.
  expect(records.map(({ id, outcome }) => [id, outcome])).toEqual([
    [0, "completed"],
    [1, "interrupted"],
    [2, "completed"],
    [3, "interrupted"],
    [4, "completed"],
    [5, "interrupted"],
  ]);
});

test("a budget that runs out while the last answers come has cut nothing off", async () => {
  const measure = aSchedule("measure", { count: 4 });
  const deadlines = { sendUntil: seconds(102), drainTimeout: seconds(30) };
  const serve = () => ({ duration: seconds(3) });
  const { plan, clock } = aPlan({ measure, deadlines, load: closed(4) }, serve);
  const { stopped, records } = await clock.run(runLoad(plan));
  expect(stopped).toBe("planned");
  expect(tally(records)).toEqual({ completed: 4 });
});

test("a budget that is used up sends nothing", async () => {
  const deadlines = { sendUntil: seconds(100), drainTimeout: seconds(30) };
  const measure = aSchedule("measure", { count: 5 });
  const { plan, clock, endpoint } = aPlan({ measure, deadlines });
  const result = await clock.run(runLoad(plan));
  expect(result).toMatchObject({ stopped: "budget", records: [] });
  expect(result).not.toHaveProperty("startedAt");
  expect(endpoint.arrivals).toEqual([]);
});

test.each([
  ["closed", closed(3), aSchedule("measure", { count: 100 })],
  ["open", open(), aSchedule("measure", { offsets: [0, 1, 2, 3, 4, 5, 6].map(seconds) })],
])("a cancelled %s loop cuts at once and keeps what was seen", async (_, load, measure) => {
  const controller = new AbortController();
  const { signal } = controller;
  const serve = () => ({ duration: seconds(2.5) });
  const { plan, clock } = aPlan({ measure, load, signal }, serve);
  const running = runLoad(plan);
  await clock.advanceTo(seconds(104));
  controller.abort();
  const { stopped, endedAt, records } = await clock.run(running);
  expect({ stopped, endedAt }).toEqual({ stopped: "cancelled", endedAt: seconds(104) });
  const { completed = 0, interrupted = 0 } = tally(records);
  expect(completed).toBeGreaterThan(0);
  expect(interrupted).toBe(3);
  expect(completed + interrupted).toBe(records.length);
});

test("a run cancelled in the warm-up does not measure", async () => {
  const controller = new AbortController();
  const warmUp = aSchedule("warm-up", { count: 4 });
  const measure = aSchedule("measure", { count: 4 });
  const { plan, clock } = aPlan({ warmUp, measure, signal: controller.signal });
  const running = runLoad(plan);
  await clock.advanceTo(seconds(101.5));
  controller.abort();
  const result = await clock.run(running);
  expect(result).toMatchObject({ stopped: "cancelled", records: [] });
  expect(result.warmUp).toMatchObject({ attempted: 2, completed: 1 });
});

test.each([
  ["closed loop of 1", closed(1), aSchedule("measure", { count: 300 })],
  ["closed loop of 64", closed(64), aSchedule("measure", { count: 300 })],
  [
    "open loop",
    open(),
    aSchedule("measure", { offsets: Array.from({ length: 60 }, (_, i) => seconds(i / 20)) }),
  ],
])("no more than 10 requests of a %s reach a dead endpoint", async (_, load, measure) => {
  const { plan, clock, endpoint } = aPlan({ measure, load, proven: false }, failing);
  const { stopped, records } = await clock.run(runLoad(plan));
  expect(stopped).toBe("hopeless");
  expect(endpoint.arrivals.length).toBe(10);
  expect(tally(records)).toEqual({ failed: 10 });
});

test("failures of the warm-up count towards hopelessness and are told", async () => {
  const warmUp = aSchedule("warm-up", { count: 16 });
  const measure = aSchedule("measure", { count: 300 });
  const { plan, clock } = aPlan({ warmUp, measure, load: closed(4), proven: false }, failing);
  const { stopped, warmUp: result, records } = await clock.run(runLoad(plan));
  expect({ stopped, records }).toEqual({ stopped: "hopeless", records: [] });
  expect(result).toMatchObject({ attempted: 10, completed: 0 });
  expect(result.failures.map(({ failure }) => failure)).toEqual(Array(10).fill("truncated"));
});

test("one success among the first ten lifts the limit", async () => {
  const measure = aSchedule("measure", { count: 40 });
  const serve = (nth: number) => (nth === 9 ? { duration: seconds(4) } : failing());
  const { plan, clock, endpoint } = aPlan({ measure, load: closed(8), proven: false }, serve);
  const { stopped } = await clock.run(runLoad(plan));
  expect(stopped).toBe("planned");
  expect(endpoint.arrivals.length).toBe(40);
  // The eleventh had to wait for the tenth, which was sent at 1 s and took 4.
  expect(endpoint.arrivals[10]!.at).toBe(seconds(105));
});

test("an endpoint that was proven before may fail for as long as the plan goes", async () => {
  const measure = aSchedule("measure", { count: 40 });
  const { plan, clock, endpoint } = aPlan({ measure, load: closed(8) }, failing);
  expect((await clock.run(runLoad(plan))).stopped).toBe("planned");
  expect(endpoint.arrivals.length).toBe(40);
});

test("a cap on requests holds over both phases", async () => {
  const warmUp = aSchedule("warm-up", { count: 4 });
  const measure = aSchedule("measure", { count: 40 });
  const { plan, clock, endpoint } = aPlan({ warmUp, measure, load: closed(8), maxRequests: 15 });
  const { stopped, records } = await clock.run(runLoad(plan));
  expect(stopped).toBe("cap");
  expect([endpoint.arrivals.length, records.length]).toEqual([15, 11]);
});

test("progress is told as it goes and once more at the end", async () => {
  const told: Progress[] = [];
  const measure = aSchedule("measure", { count: 4 });
  const serve = (nth: number) => (nth === 3 ? failing() : { duration: seconds(1) });
  const onProgress = (progress: Progress) => told.push(progress);
  const { plan, clock } = aPlan({ measure, onProgress }, serve);
  await clock.run(runLoad(plan));
  // At 0, 0.25, … 4 s, and at the end.
  expect(told.length).toBe(18);
  expect(told[10]).toEqual({
    phase: "measure",
    planned: 4,
    sent: 3,
    done: 2,
    inFlight: 1,
    completed: 2,
    failed: 0,
    elapsed: seconds(2.5),
    remaining: seconds(2.5),
  });
  expect(told.at(-1)).toMatchObject({ done: 4, completed: 3, failed: 1, inFlight: 0 });
});

test.each([
  [
    "writes no request",
    {
      ...exchange,
      wireRequest: () => {
        throw new Error("our bug");
      },
    },
  ],
  [
    "reads no transcript",
    {
      ...exchange,
      read: () => {
        throw new Error("our bug");
      },
    },
  ],
])("an exchange that %s ends the run with its error", async (_, broken) => {
  const measure = aSchedule("measure", { count: 40 });
  const { plan, clock, endpoint } = aPlan({ measure, load: closed(4), exchange: broken });
  await expect(clock.run(runLoad(plan))).rejects.toThrow("our bug");
  expect(endpoint.inFlight).toBe(0);
});

test("answers are read in a later turn of the loop, after their places were freed", async () => {
  const events: string[] = [];
  const measure = aSchedule("measure", { count: 8 });
  const read: typeof exchange.read = (planned, transcript) => {
    events.push("read");
    return exchange.read(planned, transcript);
  };
  const { plan, clock, endpoint } = aPlan({
    measure,
    load: closed(4),
    exchange: { ...exchange, read },
  });
  const send = endpoint.send.bind(endpoint);
  endpoint.send = (request, signal) => {
    events.push("send");
    return send(request, signal);
  };
  const nextTurn = clock.nextTurn.bind(clock);
  clock.nextTurn = async () => {
    await nextTurn();
    events.push("turn");
  };
  await clock.run(runLoad(plan));
  const turns = events.join("").split("turn");
  expect(turns.filter((turn) => turn.includes("sendread"))).toEqual([]);
  expect(events.filter((event) => event === "read")).toHaveLength(8);
});
