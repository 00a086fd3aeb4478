// Steadiness: whether the first tenth of the measured requests was still unlike the rest, so that more warm-up is needed.
import { approximatePOf } from "../../stats/comparisons/mann-whitney.ts";
import { quantile } from "../../stats/quantile.ts";
import { sampleOf } from "../../stats/sample.ts";
import type { Micros } from "../../time.ts";
import { type Warning, warning } from "../../warning.ts";
import type { Load } from "../../workload/workload.ts";
import { type MetricId, metric } from "../catalog.ts";
import { type Derived, derive } from "../values/derive.ts";
import type { DigestedCompleted } from "../values/digest.ts";

const firstShare = 0.1;
/** Fewer requests than these in the tenth say nothing. */
const leastFirst = 10;
/** Requests of one run are not independent: the bound is far below what one would ask of those that are. */
const alpha = 1e-3;
/** Medians that differ by less are of no account, however many requests say so. */
const leastDifference = 0.05;

type Reader = (derived: Derived) => Micros | number | undefined;

/** What a cold start lengthens: reading the prompt and the pace; the whole where neither is known. */
const readers: readonly (readonly [MetricId, Reader])[] = [
  ["ttft", ({ ttft }) => ttft],
  ["tpot", ({ tpot }) => tpot],
  ["e2e", ({ e2e, ttft }) => (ttft === undefined ? e2e : undefined)],
];

interface Parts {
  readonly first: readonly number[];
  readonly rest: readonly number[];
}

/**
 * A closed loop opens with all its requests at once, which no amount of warm-up changes: its tenth begins after them.
 * Undefined where there are too few.
 */
function parted(values: readonly number[], load: Load): Parts | undefined {
  const opening = load.kind === "closed" ? load.concurrency : 0;
  const count = Math.floor(firstShare * values.length);
  if (count < leastFirst || opening + count > values.length / 2) return undefined;
  return {
    first: values.slice(opening, opening + count),
    rest: values.slice(opening + count),
  };
}

function medianOf(values: readonly number[]): number {
  const sample = sampleOf(values);
  return sample ? quantile(sample, 0.5) : Number.NaN;
}

function trendOf(id: MetricId, { first, rest }: Parts): string | undefined {
  const [before, after] = [medianOf(first), medianOf(rest)];
  if (Math.abs(before / after - 1) <= leastDifference) return undefined;
  if (approximatePOf({ a: first, b: rest }) >= alpha) return undefined;
  const [shown, steady] = [before, after].map((each) => (each / 1_000).toFixed(1));
  return `${metric(id).label} p50 ${shown} ms in the first ${first.length} requests and ${steady} ms after them`;
}

/** `completed`: in planned order. */
export function steadinessWarnings(completed: readonly DigestedCompleted[], load: Load): Warning[] {
  const derived = completed.map((record) => derive(record, record.arrivals));
  const trends = readers.flatMap(([id, read]) => {
    const parts = parted(
      derived.flatMap((each) => read(each) ?? []),
      load,
    );
    return (parts && trendOf(id, parts)) ?? [];
  });
  if (trends.length === 0) return [];
  const message = `the endpoint was not steady when the measurement began: ${trends.join(", ")}; a longer warm-up may help`;
  return [warning("not-steady", message)];
}
