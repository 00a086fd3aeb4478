// The error rate against main's jobs: both tests, the limit in points, and a second measurement.
import { describe, expect, test } from "vitest";
import type { Subject } from "../../../src/verdict/cells/cases.ts";
import { failuresOf } from "../../../src/verdict/cells/error-rate.ts";
import type { GatePolicy } from "../../../src/verdict/policy.ts";
import { expectClose } from "../../stats/close.ts";
import vectors from "../../stats/vectors.json" with { type: "json" };
import { aHistoryRecord, aPolicy } from "../../support/builders.ts";

interface Given {
  /** Failures of each of main's jobs. */
  readonly main?: readonly number[];
  readonly x: number;
  readonly n?: number;
  readonly again?: number;
  readonly awaited?: boolean;
  readonly policy?: Partial<GatePolicy>;
}

const calm = new Array<number>(10).fill(0);

function found({ main = calm, x, n = 300, again, awaited = false, policy }: Given) {
  const observed = (failed: number) => aHistoryRecord({}, { err: { x: failed, n } });
  const subject: Subject = {
    workload: "chat",
    candidate: observed(x),
    confirmation: again === undefined ? undefined : observed(again),
    history: main.map(observed),
    openLoop: false,
  };
  return failuresOf(subject, { policy: aPolicy(policy), awaited }).find(
    ({ cell }) => cell.id === "error_rate",
  );
}

function check(given: Given): string | undefined {
  const { finding, reason } = found(given) ?? {};
  return reason ? `${finding}: ${reason}` : finding;
}

// None in 3000 on main. Fisher: 3 of 300 is (300·299·298)/(3300·3299·3298) = 7.4e-4, 2 of 300 is 8.2e-3.
test.each<[string, Given, string]>([
  ["three of 300, where none failed", { x: 3 }, "regressed"],
  ["two are too few to be called a rise", { x: 2 }, "inconclusive: underpowered"],
  ["one is within the limit", { x: 1 }, "unchanged"],
  ["none", { x: 0 }, "unchanged"],
  ["none, where many failed", { main: new Array(10).fill(9), x: 0 }, "unchanged"],
  ["as many as on main, which is many", { main: new Array(10).fill(9), x: 9 }, "unchanged"],
  // 3.33 % against 2 %: Fisher .10
  [
    "more, but perhaps by chance",
    { main: new Array(10).fill(6), x: 10 },
    "inconclusive: exceeds-within-noise",
  ],
])("%s", (_, given, finding) => {
  expect(check(given)).toBe(finding);
});

test("exactly the limit is too much, a hair less is not", () => {
  // 15 of 3000 is .5 points; Fisher against 0 in 30,000 is far below .01
  expect(check({ x: 15, n: 3000 })).toBe("regressed");
  expect(check({ x: 14, n: 3000 })).toBe("unchanged");
});

test("jobs that scatter more than coins need more than coins would", () => {
  const { history, candidate, p } = vectors.scatter;
  const main = history.map(([x = 0]) => x);
  const one = found({ main, x: candidate[0]! });
  expectClose(one?.p, p);
  expect(one?.finding).toBe("regressed");
  // As many failures in one job of ten: χ²/9 = 10, so z falls below t₉'s 1 % point of 2.82
  const clustered = [11, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  expect(check({ main: clustered, x: 7 })).toBe("inconclusive: exceeds-within-noise");
  // Four jobs do not tell their scatter: Fisher alone decides
  expect(check({ main: [11, 0, 0, 0], x: 15 })).toBe("regressed");
});

test("a second measurement is awaited, then must rise itself", () => {
  expect(found({ x: 6, awaited: true })).toMatchObject({
    finding: "inconclusive",
    awaitsConfirmation: true,
  });
  expect(check({ x: 6, again: 6 })).toBe("regressed");
  expect(check({ x: 6, again: 0 })).toBe("inconclusive: exceeds-within-noise");
  // one of 300 is .33 points, more than half of the .5 that are allowed
  expect(check({ x: 6, again: 1 })).toBe("regressed");
});

test("a limit of the user's and a cell that is off", () => {
  const limit = (maxChange: number) => ({
    cells: new Map([["error_rate", { maxChange, minChange: 0 }]]),
  });
  expect(check({ x: 6, policy: limit(0.05) })).toBe("unchanged");
  expect(check({ x: 0, policy: limit(0) })).toBe("unchanged");
  expect(found({ x: 6, policy: { cells: new Map() } })?.gating).toBe(false);
});

test("nothing to compare with, and nothing attempted", () => {
  expect(check({ main: [], x: 100 })).toBe("inconclusive: no-baseline");
  expect(found({ x: 0, n: 0 })).toBeUndefined();
});

test("the interval is that of this run's share, against main's", () => {
  // none of 300: at most 1 − .1^(1/300) with 90 %
  const one = found({ x: 0 });
  expect([one?.baseline, one?.change, one?.lower]).toEqual([0, 0, 0]);
  expectClose(one?.upper, 1 - 0.1 ** (1 / 300));
});

test("under equivalence a rise by the limit must be excluded", () => {
  const policy = { rule: "equivalence" } as const;
  // none of 300 excludes .76 points with 90 %, none of 500 excludes 1 − .1^(1/500) = .46
  expect(check({ x: 0, policy })).toBe("inconclusive: unproven");
  expect(check({ x: 0, n: 500, policy })).toBe("unchanged");
});

describe("refusals", () => {
  interface Refused {
    /** Failed and refused requests of 300, of each of main's jobs; undefined is a job of which it is not known. */
    readonly main?: readonly (readonly [number, number | undefined])[];
    readonly x: number;
    readonly rej?: number | undefined;
    readonly policy?: Partial<GatePolicy>;
  }

  function rows({ main = new Array(10).fill([0, 0]), x, rej, policy }: Refused) {
    const observed = ([failed, refused]: readonly [number, number | undefined]) =>
      aHistoryRecord(
        {},
        {
          err: { x: failed, n: 300 },
          ...(refused !== undefined && { rej: refused }),
        },
      );
    const subject: Subject = {
      workload: "chat",
      candidate: observed([x, rej]),
      history: main.map(observed),
      openLoop: false,
    };
    const found = failuresOf(subject, { policy: aPolicy(policy), awaited: false });
    return found.map(({ cell, finding, reason }) => [cell.id, reason ?? finding]);
  }

  test("rise by themselves, and as the failures that they are", () => {
    expect(rows({ x: 6, rej: 6 })).toEqual([
      ["rejection_rate", "regressed"],
      ["error_rate", "regressed"],
    ]);
  });

  test("rise though all failures together do not", () => {
    // 9 of 300 failed in each job, none of them refused; now 9 failed, all refused
    const main = new Array(10).fill([9, 0]);
    expect(rows({ main, x: 9, rej: 9 })).toEqual([
      ["rejection_rate", "regressed"],
      ["error_rate", "unchanged"],
    ]);
  });

  test("have no row where nobody was refused, unless the user named it", () => {
    expect(rows({ x: 6, rej: 0 })).toEqual([["error_rate", "regressed"]]);
    expect(rows({ x: 0, rej: 0, policy: { named: new Set(["rejection_rate"]) } })).toEqual([
      ["rejection_rate", "unchanged"],
      ["error_rate", "unchanged"],
    ]);
  });

  test("of jobs that did not tell them are unknown, not none", () => {
    const main = new Array(10).fill([9, undefined]);
    expect(rows({ main, x: 9, rej: 9 })[0]).toEqual(["rejection_rate", "new"]);
    // where nothing failed nothing was refused
    const calmMain = new Array(10).fill([0, undefined]);
    expect(rows({ main: calmMain, x: 9, rej: 9 })[0]).toEqual(["rejection_rate", "regressed"]);
    expect(rows({ main, x: 9 })).toEqual([["error_rate", "unchanged"]]);
  });
});
