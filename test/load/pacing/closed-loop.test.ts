// The closed loop keeps exactly N requests in flight.
import { expect, test } from "vitest";
import { runLoad } from "../../../src/load/run-load.ts";
import { aPlan, aSchedule, closed, exchange, seconds } from "../fake-endpoint.ts";

const durations = (nth: number) => ({ duration: seconds(1 + ((nth * 7) % 5)) });

test.each([1, 3, 8, 50])(
  "keeps exactly %i in flight until the plan is sent",
  async (concurrency) => {
    const measure = aSchedule("measure", { count: 4 * concurrency });
    const { plan, clock, endpoint } = aPlan({ measure, load: closed(concurrency) }, durations);
    const { records, stopped } = await clock.run(runLoad(plan));
    const inFlight = endpoint.arrivals.map((arrival) => arrival.inFlight);
    const ramp = Array.from({ length: concurrency }, (_, index) => index + 1);
    expect(inFlight.slice(0, concurrency)).toEqual(ramp);
    expect(inFlight.slice(concurrency).every((count) => count <= concurrency)).toBe(true);
    expect(Math.max(...inFlight.slice(concurrency))).toBe(concurrency);
    expect(records.map(({ id }) => id)).toEqual(
      Array.from({ length: 4 * concurrency }, (_, i) => i),
    );
    expect(stopped).toBe("planned");
  },
);

test("a freed place is taken at once in virtual time", async () => {
  const measure = aSchedule("measure", { count: 4 });
  const { plan, clock, endpoint } = aPlan({ measure });
  await clock.run(runLoad(plan));
  expect(endpoint.arrivals.map(({ at }) => at)).toEqual([100, 101, 102, 103].map(seconds));
});

test("a freed place waits one turn of the loop, and the ramp takes several", async () => {
  const measure = aSchedule("measure", { count: 16 });
  const { plan, clock, endpoint } = aPlan({ measure, load: closed(16) });
  const perTurn: number[] = [];
  const nextTurn = clock.nextTurn.bind(clock);
  clock.nextTurn = () => {
    perTurn.push(endpoint.arrivals.length);
    return nextTurn();
  };
  await clock.run(runLoad(plan));
  expect(perTurn.slice(0, 4)).toEqual([4, 8, 12, 16]);
});

test("requests count from their hand-over", async () => {
  const measure = aSchedule("measure", { count: 3 });
  const { plan, clock, endpoint } = aPlan({ measure, load: closed(2) }, durations);
  const { records } = await clock.run(runLoad(plan));
  const handedAt = endpoint.arrivals.map(({ at }) => at);
  expect(records.map(({ scheduledAt }) => scheduledAt)).toEqual(handedAt);
});

test("sending ends with the last hand-over, not with the last answer", async () => {
  const measure = aSchedule("measure", { count: 3 });
  const { plan, clock } = aPlan({ measure });
  const { sendingEndedAt, endedAt } = await clock.run(runLoad(plan));
  expect([sendingEndedAt, endedAt]).toEqual([102, 103].map(seconds));
});

test("a duration ends the sending, and what runs may finish", async () => {
  const measure = aSchedule("measure", {});
  const bound = { kind: "duration", duration: seconds(10) } as const;
  const serve = () => ({ duration: seconds(3) });
  const { plan, clock } = aPlan({ measure, bound, load: closed(2) }, serve);
  const { records, stopped, sendingEndedAt, endedAt } = await clock.run(runLoad(plan));
  expect({ stopped, sendingEndedAt, endedAt }).toEqual({
    stopped: "duration",
    sendingEndedAt: seconds(110),
    endedAt: seconds(112),
  });
  // Two at 0, 3, 6 and 9 s.
  expect(records.filter(({ outcome }) => outcome === "completed").length).toBe(8);
});

// A long prompt takes milliseconds to make, which a freed place waited for.
test("a request is ready before there is a place for it", async () => {
  const events: string[] = [];
  const measure = aSchedule("measure", { count: 3 });
  const wireRequest: typeof exchange.wireRequest = (planned) => {
    events.push(`ready ${planned.id}`);
    return exchange.wireRequest(planned);
  };
  const reading = { ...exchange, wireRequest };
  const { plan, clock, endpoint } = aPlan({ measure, exchange: reading });
  const send = endpoint.send.bind(endpoint);
  endpoint.send = async (request, signal) => {
    events.push(`sent ${request.path}`);
    const transcript = await send(request, signal);
    events.push("answered");
    return transcript;
  };
  await clock.run(runLoad(plan));
  const sent = (id: number) => [`ready ${id}`, `sent /measure/${id}`];
  expect(events).toEqual([
    ...[...sent(0), "ready 1", "answered"],
    ...["sent /measure/1", "ready 2", "answered"],
    ...["sent /measure/2", "answered"],
  ]);
});
