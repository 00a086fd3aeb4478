import { expect, test } from "vitest";
import type { RequestRecord } from "../../../src/metrics/record.ts";
import { clientWarnings, faultsOf } from "../../../src/metrics/run/validity.ts";
import type { DigestedRecord } from "../../../src/metrics/values/digest.ts";
import { type Micros, micros } from "../../../src/time.ts";
import { aMeasured, calm, digested } from "../../support/measured.ts";
import { aCompleted, aDropped, aFailed, anInterrupted } from "../../support/records.ts";
import { aWorkload } from "../../support/workloads.ts";

function codes(overrides: Parameters<typeof aMeasured>[0], smallest = 100): string[] {
  return faultsOf(aMeasured(overrides), smallest).map(({ code }) => code);
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const open = aWorkload({
  load: { kind: "open", arrival: "constant", ratePerSecond: 10, maxInFlight: 100 },
});

/** An open loop of 100 requests, one every 100 ms, of which some were dropped or all were late. */
function paced({ dropped = 0, stretch = 1 }): RequestRecord[] {
  return times(100, (id) =>
    id >= 1 && id <= dropped
      ? aDropped(id, id * 100)
      : aCompleted({ id, start: id * 100, sent: id * 100 * (stretch - 1), output: [10] }),
  );
}

test.each([
  ["a calm measurement is valid", {}, []],
  ["no request at all is nothing measured", { records: [] }, ["nothing-measured"]],
  ["only failures are nothing measured", { records: [aFailed()] }, ["nothing-measured"]],
  [
    "only interrupted ones are nothing measured",
    { records: [anInterrupted()] },
    ["nothing-measured"],
  ],
  [
    "a fifth failed is still judged",
    { records: [...times(8, () => aCompleted()), ...times(2, () => aFailed())] },
    [],
  ],
  [
    "more than a fifth failed is not",
    { records: [...times(7, () => aCompleted()), ...times(2, () => aFailed())] },
    ["too-many-failures"],
  ],
  ["half of the plan is enough", { planned: 2 }, []],
  ["less than half of the plan is not", { planned: 3 }, ["too-few-measured"]],
  ["unless the budget ran out", { planned: 3, stopped: "budget" }, []],
  [
    "a cancelled run is not judged, however much of it there is",
    { planned: 1, stopped: "cancelled" },
    ["cancelled"],
  ],
  [
    "a fifth cut at the end of draining is still judged",
    { records: [...times(8, () => aCompleted()), ...times(2, () => anInterrupted())] },
    [],
  ],
  [
    "more than a fifth failed or cut is an endpoint that stopped answering",
    { records: [...times(7, () => aCompleted()), aFailed(), anInterrupted()] },
    ["too-many-cut"],
  ],
  [
    "what the budget cut is not held against the endpoint",
    {
      records: [...times(7, () => aCompleted()), ...times(3, () => anInterrupted())],
      stopped: "budget",
    },
    [],
  ],
  [
    "a loop busy over 90 % is invalid",
    { health: { ...calm, eventLoopUtilization: 0.91 } },
    ["client-saturated"],
  ],
  ["an open loop on time is valid", { workload: open, records: paced({}) }, []],
  ["2 % dropped is within the rule", { workload: open, records: paced({ dropped: 2 }) }, []],
  [
    "3 % dropped missed the schedule",
    { workload: open, records: paced({ dropped: 3 }) },
    ["missed-schedule"],
  ],
  [
    "3 % slower than drawn missed it too",
    { workload: open, records: paced({ stretch: 1.03 }) },
    ["missed-schedule"],
  ],
] as const satisfies readonly (readonly [
  string,
  Parameters<typeof aMeasured>[0],
  readonly string[],
])[])("%s", (_, overrides, expected) => {
  expect(codes(overrides)).toEqual(expected);
});

test("an obstacle found beforehand is the only reason given", () => {
  const obstacles = [{ code: "refused", message: "401: wrong key" }];
  expect(codes({ records: [], obstacles })).toEqual(["refused"]);
});

// Lag must pass 1 ms and 2 % of the smallest gated value: both sides of each bound.
test.each([
  [0.9, 10, []],
  [1.1, 100, []],
  [1.1, 54, ["client-lag"]],
  [2.1, 100, ["client-lag"]],
  [2.0, 100, []],
])("a lag of %s ms against a smallest gated value of %s ms", (lagP99Ms, smallest, expected) => {
  expect(codes({ health: { ...calm, lagP99Ms } }, smallest)).toEqual(expected);
});

test("a lag that comes from streams in step says so", () => {
  const told = (loopDelayP99Ms: number, turnWaitP99Ms: number) =>
    clientWarnings({ ...calm, lagP99Ms: 3, loopDelayP99Ms, turnWaitP99Ms })[0]?.message;
  expect(told(1.4, 3)).toBe("the client lagged by 3.0 ms (p99), as many streams sent at once");
  expect(told(3, 0.2)).toBe("the client lagged by 3.0 ms (p99)");
});

test("a lag above 0.5 ms is worth a warning", () => {
  expect(clientWarnings({ ...calm, lagP99Ms: 0.5 })).toEqual([]);
  expect(clientWarnings({ ...calm, lagP99Ms: 0.51 })).toMatchObject([{ code: "client-lag" }]);
});

test("time between the rounds of a duet hides no missed schedule", () => {
  // Two rounds of 50 requests, each 10 % slower than drawn, 10 minutes apart.
  const rounds = [0, 1].flatMap((round) =>
    digested(paced({ stretch: 1.1 }).slice(0, 50)).map((record) => ({
      ...shifted(record, round * 600_000_000),
      round,
    })),
  );
  const measured = { ...aMeasured({ workload: open }), records: rounds };
  expect(faultsOf(measured, 100).map(({ code }) => code)).toEqual(["missed-schedule"]);
});

function shifted(record: DigestedRecord, by: number): DigestedRecord {
  const at = (instant: Micros) => micros(instant + by);
  const scheduledAt = at(record.scheduledAt);
  if (record.outcome === "dropped" || record.sentAt === undefined)
    return { ...record, scheduledAt };
  return { ...record, scheduledAt, sentAt: at(record.sentAt), endedAt: at(record.endedAt) };
}

test("of a duet that the budget ended, what hung in its whole rounds counts", () => {
  const round = (index: number, hung: number) => {
    const answers = times(10, (id) => (id < hung ? anInterrupted({ id }) : aCompleted({ id })));
    return digested(answers).map((record) => ({ ...record, round: index }));
  };
  const measured = aMeasured({ stopped: "budget" });
  const duet = (...hung: number[]) =>
    faultsOf(
      {
        ...measured,
        records: hung.flatMap((cut, index) => round(index, cut)),
        rounds: hung.map(() => ({ sendingEndedAt: micros(0), gaps: measured.gaps })),
      },
      100,
    ).map(({ code }) => code);
  expect(duet(3, 3, 0)).toEqual(["too-many-cut"]);
  expect(duet(2, 2, 0)).toEqual([]);
  expect(duet(0, 0, 9)).toEqual([]);
});
