// The open loop keeps to its plan, whatever the endpoint does.
import { expect, test } from "vitest";
import { runLoad } from "../../../src/load/run-load.ts";
import { micros } from "../../../src/time.ts";
import { aPlan, aSchedule, open, type Service, seconds } from "../fake-endpoint.ts";

const start = seconds(100);
/** Uneven on purpose, two at once, one pause of a minute. */
const offsets = [0, 0.1, 0.1, 0.25, 3, 63, 63.000_001].map(seconds);
const due = offsets.map((offset) => micros(start + offset));

const services: [string, (nth: number) => Service][] = [
  ["answers at once", () => ({ duration: micros(0) })],
  ["takes ten seconds each", () => ({ duration: seconds(10) })],
  ["hangs", () => ({ duration: seconds(1_000) })],
  ["breaks every connection", () => ({ duration: seconds(1), ending: "connection-lost" })],
];

test.each(services)(
  "sends at exactly the planned instants when the endpoint %s",
  async (_, serve) => {
    const measure = aSchedule("measure", { offsets });
    const { plan, clock, endpoint } = aPlan({ measure, load: open() }, serve);
    const { records, stopped, startedAt } = await clock.run(runLoad(plan));
    expect(endpoint.arrivals.map(({ at }) => at)).toEqual(due);
    expect(records.map(({ scheduledAt }) => scheduledAt)).toEqual(due);
    expect({ stopped, startedAt }).toEqual({ stopped: "planned", startedAt: start });
  },
);

test("a late wake-up sends all that is due, each still counted from its own due time", async () => {
  const measure = aSchedule("measure", { offsets: [0, 1, 2, 3].map(seconds) });
  const { plan, clock, endpoint } = aPlan({ measure, load: open() });
  const sleepUntil = clock.sleepUntil.bind(clock);
  // The client is away between 1 s and 2.5 s.
  clock.sleepUntil = (at, signal) =>
    sleepUntil(at === start + seconds(1) ? micros(start + seconds(2.5)) : at, signal);
  const { records } = await clock.run(runLoad(plan));
  const sentAfter = endpoint.arrivals.map(({ at }) => at - start);
  expect(sentAfter).toEqual([0, 2.5, 2.5, 3].map(seconds));
  expect(records.map(({ scheduledAt }) => scheduledAt - start)).toEqual([0, 1, 2, 3].map(seconds));
});

// One per second, each takes 2.5 s, two may run: of every three due one finds both places taken.
test("what finds too many in flight is dropped, not delayed", async () => {
  const measure = aSchedule("measure", { offsets: [0, 1, 2, 3, 4, 5].map(seconds) });
  const serve = () => ({ duration: seconds(2.5) });
  const { plan, clock, endpoint } = aPlan({ measure, load: open(2) }, serve);
  const { records } = await clock.run(runLoad(plan));
  const outcomes = records.map(({ outcome }) => outcome);
  const [c, d] = ["completed", "dropped"];
  expect(outcomes).toEqual([c, c, d, c, c, d]);
  expect(records[2]).toEqual({
    id: 2,
    phase: "measure",
    scheduledAt: start + seconds(2),
    outcome: "dropped",
  });
  expect(endpoint.arrivals.map(({ path }) => path)).not.toContain("/measure/2");
});

test("a phase of some duration lasts it out, though its last arrival comes earlier", async () => {
  const measure = aSchedule("measure", { offsets: [0, 4].map(seconds) });
  const bound = { kind: "duration", duration: seconds(10) } as const;
  const { plan, clock } = aPlan({ measure, bound, load: open() });
  const { stopped, sendingEndedAt } = await clock.run(runLoad(plan));
  expect({ stopped, sendingEndedAt }).toEqual({
    stopped: "duration",
    sendingEndedAt: start + seconds(10),
  });
});

test("an unproven endpoint that is slow to prove itself shifts the plan instead of flooding", async () => {
  const measure = aSchedule("measure", {
    offsets: Array.from({ length: 12 }, (_, i) => seconds(i)),
  });
  const serve = () => ({ duration: seconds(20) });
  const { plan, clock, endpoint } = aPlan({ measure, load: open(), proven: false }, serve);
  const { records } = await clock.run(runLoad(plan));
  // The tenth goes out at 9 s; the first answer comes at 20 s, 11 s later.
  const sentAfter = endpoint.arrivals.map(({ at }) => (at - start) / seconds(1));
  expect(sentAfter).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 21, 22]);
  expect(
    records.every((record) => "sentAt" in record && record.sentAt === record.scheduledAt),
  ).toBe(true);
});
