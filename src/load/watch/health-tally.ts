// HealthTally: what several watches of the client saw together, as a duet's rounds have one each.
import type { HealthReading } from "./health.ts";
import { readingOf, TurnCounts } from "./turns.ts";

/** What one watch saw. Milliseconds. */
export interface HealthSample {
  /** The loop's delays, by so many evenly spaced quantiles, and how many there were. */
  readonly delays: { readonly quantiles: readonly number[]; readonly count: number };
  readonly delayMax: number;
  readonly pauses: readonly number[];
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly busyMs: number;
}

interface Weighted {
  readonly value: number;
  readonly weight: number;
}

/** Where the running weight reaches a share of all; undefined for nothing. */
function weightedQuantile(values: readonly Weighted[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  return sorted.find(({ weight }) => {
    below += weight;
    return below >= share * total * (1 - 1e-9);
  })?.value;
}

export class HealthTally {
  /** Filled by the watch of turns while one of ours runs. */
  readonly turns = new TurnCounts();
  readonly #samples: HealthSample[] = [];

  add(sample: HealthSample): void {
    if (sample.delays.count > 0 && sample.wallMs > 0) this.#samples.push(sample);
  }

  /** Undefined if all watches were too short for a single sample. */
  reading(): HealthReading | undefined {
    const loopDelayP99Ms = weightedQuantile(this.#delays(), 0.99);
    if (loopDelayP99Ms === undefined) return undefined;
    const { waitP99Ms = null, readsTogether = null } = readingOf(this.turns) ?? {};
    const gc = this.#samples.flatMap(({ pauses }) => pauses);
    return {
      lagP99Ms: lagOf(loopDelayP99Ms, waitP99Ms),
      loopDelayP99Ms,
      turnWaitP99Ms: waitP99Ms,
      readsTogether,
      lagMaxMs: largest(this.#samples.map(({ delayMax }) => delayMax)),
      gcPauses: gc.length,
      gcMaxMs: largest(gc),
      gcTotalMs: total(gc),
      cpuShare: this.#total(({ cpuMs }) => cpuMs) / this.#total(({ wallMs }) => wallMs),
      // Both were taken one after the other, so that a loop that was always busy may seem busier.
      eventLoopUtilization: Math.min(
        1,
        this.#total(({ busyMs }) => busyMs) / this.#total(({ wallMs }) => wallMs),
      ),
    };
  }

  #delays(): Weighted[] {
    return this.#samples.flatMap(({ delays: { quantiles, count } }) =>
      quantiles.map((value) => ({ value, weight: count / quantiles.length })),
    );
  }

  #total(of: (sample: HealthSample) => number): number {
    return total(this.#samples.map(of));
  }
}

/** Timers keep whole milliseconds: an idle loop's look up to one late, which no socket has to wait for. */
const timerRounding = 1;

/** Of the two the larger one; nothing else is known where nothing was read. */
function lagOf(loopDelay: number, wait: number | null): number {
  return wait === null ? loopDelay : Math.max(wait, loopDelay - timerRounding);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
