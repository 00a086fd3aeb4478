// What is kept of a request after its pieces are gone says the same as the pieces did.
import { expect, test } from "vitest";
import { metric } from "../../src/metrics/catalog.ts";
import { digest } from "../../src/metrics/digest.ts";
import { ManyValues } from "../../src/metrics/distribution.ts";
import { workloadRunFrom } from "../../src/metrics/workload-run.ts";
import { fromMilliseconds } from "../../src/time.ts";
import { aMeasured } from "../support/measured.ts";
import { aCompleted, aDropped, aFailed, anInterrupted } from "../support/records.ts";

/** One request every 100 ms, 10 pieces each: more than twice the concurrency of 2. */
const records = Array.from({ length: 40 }, (_, id) =>
  aCompleted({ id, start: 100 * id, output: Array.from({ length: 10 }, (_, k) => 50 + 20 * k) }),
);
const told = (overrides = {}) =>
  aMeasured({ records, sendingEndedAt: fromMilliseconds(4_000), ...overrides });

test("pieces are kept only where some may lie outside of the window", () => {
  const kept = digest(told()).records.filter((record) => "pieces" in record);
  // The first 4 (2 × concurrency), and those that ended after 4,000 ms: 38 and 39 ended at 4,030 and 4,130.
  expect(kept.map(({ id }) => id)).toEqual([0, 1, 2, 3, 38, 39]);
});

test("records come in planned order, in whatever order they were told", () => {
  const mixed = [records[7]!, aDropped(3), aFailed({ id: 5 }), anInterrupted({ id: 1 })];
  expect(digest(told({ records: mixed })).records.map(({ id }) => id)).toEqual([1, 3, 5, 7]);
});

test("texts go unless they are to be saved", () => {
  const spoken = [{ ...aCompleted({ output: [1] }), text: "hello", reasoning: "hm" }];
  const texts = (saveResponses: boolean) =>
    digest(told({ records: spoken, saveResponses })).records[0];
  expect(texts(false)).toMatchObject({ text: "", reasoning: "" });
  expect(texts(true)).toMatchObject({ text: "hello", reasoning: "hm" });
});

test("gaps are those of completed answers", () => {
  const { gaps } = digest(told({ records: [...records, aFailed({ id: 40, output: [1, 900] })] }));
  expect(gaps.distribution(metric("itl"))).toMatchObject({ n: 40 * 9, p50: 20, max: 20 });
});

test("a generator of records does as well as a list", () => {
  function* each() {
    yield* records;
  }
  expect(workloadRunFrom(told({ records: each() }), new Set())).toEqual(
    workloadRunFrom(told(), new Set()),
  );
});

test("more gaps than can be kept are within 0.1 % of the truth, mean and maximum exact", () => {
  const many = new ManyValues();
  const count = 300_000;
  for (let index = 0; index < count; index += 1) many.add(10 + index / 10_000);
  const found = many.distribution(metric("itl"));
  expect(found).toMatchObject({ n: count, max: 10 + (count - 1) / 10_000, weak: [] });
  expect(found?.mean).toBeCloseTo(10 + (count - 1) / 20_000, 6);
  for (const [value, share] of [
    [found?.p50, 0.5],
    [found?.p99, 0.99],
  ] as const)
    expect(Math.abs((value ?? 0) / (10 + 30 * share) - 1)).toBeLessThan(1e-3);
});
