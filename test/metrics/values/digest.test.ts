// What is kept of a request after its pieces are gone says the same as the pieces did.
import { expect, test } from "vitest";
import { metric } from "../../../src/metrics/catalog.ts";
import { workloadRunFrom } from "../../../src/metrics/run/workload-run.ts";
import { ManyValues } from "../../../src/metrics/values/distribution.ts";
import { fromMilliseconds } from "../../../src/time.ts";
import { aMeasured, digestOf } from "../../support/measured.ts";
import { aCompleted, aDropped, aFailed, anInterrupted } from "../../support/records.ts";

/** One request every 100 ms, 10 pieces each: more than twice the concurrency of 2. */
const records = Array.from({ length: 40 }, (_, id) =>
  aCompleted({
    id,
    start: 100 * id,
    output: Array.from({ length: 10 }, (_, k) => 50 + 20 * k),
    tokens: 10,
  }),
);

test("pieces are kept of the first 2 × concurrency answers, and of those that end when nothing is sent any more", () => {
  const kept = (sending: boolean) =>
    digestOf(records, { sending }).records.filter((record) => "pieces" in record);
  expect(kept(true).map(({ id }) => id)).toEqual([0, 1, 2, 3]);
  expect(kept(false)).toHaveLength(40);
});

test("a window's tokens are the same with pieces and without", () => {
  const ended = { sendingEndedAt: fromMilliseconds(5_000) };
  const [kept, gone] = [false, true].map((sending) =>
    workloadRunFrom({ ...aMeasured(ended), ...digestOf(records, { sending }) }, new Set()),
  );
  expect(gone).toEqual(kept);
  // 400 tokens in 5 s.
  expect(gone?.metrics["output_throughput"]).toMatchObject({ value: 80 });
});

test("texts go unless they are to be saved or counted, but for the first thousand", () => {
  const spoken = (id: number, tokens?: number) => ({
    ...aCompleted({ id, output: [1], ...(tokens !== undefined && { tokens }) }),
    text: "hello",
    reasoning: "hm",
    toolCallText: "f()",
  });
  const many = Array.from({ length: 1_001 }, (_, id) => spoken(id, 3));
  const last = (saveResponses: boolean) => digestOf(many, { saveResponses }).records[1_000];
  expect(digestOf(many).records[999]).toMatchObject({ text: "hello", toolCallText: "f()" });
  expect(last(false)).toMatchObject({ text: "", reasoning: "" });
  expect(last(false)).not.toHaveProperty("toolCallText");
  expect(last(true)).toMatchObject({ text: "hello", reasoning: "hm" });
  const uncounted = digestOf([...many, spoken(1_001)]).records[1_001];
  expect(uncounted).toMatchObject({ text: "hello", toolCallText: "f()" });
});

test("gaps are those of completed answers", () => {
  const { gaps } = digestOf([...records, aFailed({ id: 40, output: [1, 900] })]);
  expect(gaps.distribution(metric("itl"))).toMatchObject({ n: 40 * 9, p50: 20, max: 20 });
});

test("what was dropped stays as it is, and a request without output has no arrivals", () => {
  const [dropped, empty] = digestOf([aDropped(0, 5), anInterrupted({ id: 1 })]).records;
  expect(dropped).toEqual(aDropped(0, 5));
  expect(empty).toMatchObject({ arrivals: { outputReads: 0 }, pieceCount: 0 });
  expect(empty).not.toHaveProperty("firstPieceAt");
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
