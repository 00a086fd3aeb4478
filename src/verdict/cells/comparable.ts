// Which cells of two measurements of one workload may be compared.
import type { Cell, MetricId } from "../../metrics/catalog.ts";
import type { Observation } from "../../metrics/observation.ts";
import { mean } from "../../stats/moments.ts";

/** Output lengths may differ by this share before times that hold the whole output say something else. */
const lengthTolerance = 0.02;
/** Points by which the share of cached input may move. */
const cacheTolerance = 0.05;
/** Absorbs rounding: exactly at a tolerance is within it. */
const slack = 1e-9;

/** These hold the time of the whole output; TTFT and the pace do not. */
const dependOnLength: ReadonlySet<MetricId> = new Set<MetricId>([
  "e2e",
  "whole_request_rate",
  "output_throughput",
  "total_throughput",
  "request_throughput",
  "goodput",
  "good_share",
]);
/** These hold the reading of the prompt, which a cache shortens. */
const dependOnCache: ReadonlySet<MetricId> = new Set<MetricId>([
  "ttft",
  "ttfvt",
  ...dependOnLength,
]);

/** Why a cell may not be compared, in a sentence; undefined where it may. */
export type Objection = (cell: Cell) => string | undefined;

/** What must be alike on both sides for their times to say the same. */
export type Circumstances = Pick<Observation, "outTokMean" | "tokenSource" | "cachedShare">;

/** `epoch`: what the candidate is compared with, the newest last; not empty. */
export function objections(candidate: Circumstances, epoch: readonly Circumstances[]): Objection {
  const tokens = tokenSourceObjection(candidate, epoch.at(-1));
  const length = lengthObjection(candidate, epoch);
  const cache = cacheObjection(candidate, epoch);
  return ({ metric }) =>
    tokens ??
    (dependOnLength.has(metric.id) ? length : undefined) ??
    (dependOnCache.has(metric.id) ? cache : undefined);
}

function tokenSourceObjection(
  { tokenSource: after }: Circumstances,
  reference: Circumstances | undefined,
): string | undefined {
  const before = reference?.tokenSource;
  if (before === undefined || after === undefined || before === after) return undefined;
  return `tokens were counted by ${before}, now by ${after}`;
}

function lengthObjection(
  { outTokMean: after }: Circumstances,
  epoch: readonly Circumstances[],
): string | undefined {
  const lengths = epoch.flatMap(({ outTokMean }) => outTokMean ?? []);
  if (after === null || lengths.length === 0) return undefined;
  const before = mean(lengths);
  if (Math.abs(after - before) <= lengthTolerance * before + slack) return undefined;
  const moved = `answers were ${before.toFixed(1)} tokens long, now ${after.toFixed(1)}`;
  return `${moved}: fix their length (output-exact, temperature 0)`;
}

/** A share that a server does not report counts as none: an unreported cache must not hide one. */
function cacheObjection(
  candidate: Circumstances,
  epoch: readonly Circumstances[],
): string | undefined {
  const before = mean(epoch.map(({ cachedShare }) => cachedShare ?? 0));
  const after = candidate.cachedShare ?? 0;
  if (Math.abs(after - before) <= cacheTolerance + slack) return undefined;
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  return `${percent(before)} of the input came from a cache, now ${percent(after)}`;
}
