// The gate's defaults, and what each verdict does to the check.
import { expect, test } from "vitest";
import { cells } from "../../src/metrics/catalog.ts";
import { defaultLimit, defaultPolicy, exitCodeOf } from "../../src/verdict/policy.ts";
import type { VerdictKind } from "../../src/verdict/verdict.ts";
import { aPolicy } from "../support/builders.ts";

test("six cells and the failures gate by default", () => {
  expect(defaultPolicy).toEqual(aPolicy());
});

test.each([
  ["ttft.mean", 0.1, 2],
  ["e2e.p90", 0.15, 2],
  ["ttft.p99", 0.25, 2],
  ["itl.p95", 0.15, 0.2],
  ["generation_rate.p50", 0.1, 0],
  ["goodput", 0.1, 0],
  ["error_rate", 0.005, 0],
  ["rejection_rate", 0.005, 0],
])("%s may change by %d, and by %d whatever share that is", (id, maxChange, minChange) => {
  expect(defaultLimit(cells.get(id)!)).toEqual({ maxChange, minChange });
});

test.each<[VerdictKind, number, number]>([
  ["passed", 0, 0],
  ["accepted", 0, 0],
  ["skipped", 0, 0],
  ["regressed", 1, 0],
  ["inconclusive", 0, 1],
  ["no-baseline", 0, 1],
  ["invalid", 3, 3],
])("%s exits with %d by default and with %d when turned round", (kind, usual, turned) => {
  expect(exitCodeOf(kind, defaultPolicy)).toBe(usual);
  const round = { onRegression: "warn", onInconclusive: "fail", onNoBaseline: "fail" } as const;
  expect(exitCodeOf(kind, round)).toBe(turned);
});
