// Real labelled series: every labelled regression is found soon, and what is stable raises no flag.
import { describe, expect, test } from "vitest";
import { readSeries, replayed } from "./series.ts";

const series = readSeries();
const of = (wanted: string) => series.filter(({ kind }) => kind === wanted);

describe("a labelled regression is found within three builds", () => {
  test.each(of("Regression"))("series $series", (one) => {
    expect(replayed(one).delay).toBeLessThanOrEqual(2);
  });
});

describe("a stable series is never red", () => {
  test.each(of("Stable"))("series $series", (one) => {
    expect(replayed(one).red).toEqual([]);
  });
});

test("there are five of each label", () => {
  const sizes = [...Map.groupBy(series, ({ kind }) => kind).values()].map(({ length }) => length);
  expect(sizes).toEqual([5, 5, 5, 5, 5]);
});
