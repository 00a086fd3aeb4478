// Turns: how long arrived bytes waited for theirs, and how many reads the event loop found at once.
import { fromMilliseconds, type Micros, micros, toMilliseconds } from "../../time.ts";

export interface TurnReading {
  /** p99 of stamp − arrival, over all reads, ms; the arrival is reckoned from what the loop was doing. */
  readonly waitP99Ms: number;
  /** Half of all reads came in turns of so many reads or more; far above 1 where streams are in step. */
  readonly readsTogether: number;
}

const bucketWidth = 10;
/** 20 ms; what waited longer is counted in the last one. */
const buckets = 2_000;
/** libuv asks for no more ready sockets at once. */
const largestTurn = 1_024;

/** The place at which the running sum of counts passes a share of all; undefined where nothing was counted. */
function placeOf(counts: Uint32Array, share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  const place = counts.findIndex((count) => {
    below += count;
    return below > share * total;
  });
  return place < 0 ? undefined : place;
}

/** What was counted. */
export class TurnCounts {
  readonly waits = new Uint32Array(buckets);
  /** Reads by the size of the turn that they came in. */
  readonly reads = new Uint32Array(largestTurn + 1);
}

/** Undefined where nothing was read. */
export function readingOf({ waits, reads }: TurnCounts): TurnReading | undefined {
  const wait = placeOf(waits, 0.99);
  const readsTogether = placeOf(reads, 0.5);
  if (wait === undefined || readsTogether === undefined) return undefined;
  return { waitP99Ms: toMilliseconds(micros(wait * bucketWidth)), readsTogether };
}

/** What the event loop has done since the process began. */
export interface LoopState {
  /** Waiting for something to happen. */
  readonly idle: Micros;
  readonly turns: number;
}

function systemLoop(): LoopState {
  const { idleTime, uvMetricsInfo } = performance.nodeTiming;
  return { idle: fromMilliseconds(idleTime), turns: uvMetricsInfo.loopCount };
}

/** Fractions that fill the unit interval evenly, however many are taken. */
const goldenStep = (Math.sqrt(5) - 1) / 2;

/**
 * Everything that one turn of the loop reads had arrived when the turn began: a read's stamp − the turn's first stamp is
 * a lower bound of how late that stamp is. It sees what the loop's delay shows only half of, streams in step: 256
 * events that arrive together are stamped over 3 ms, and a timer finds the loop busy for 3 ms out of 20 only.
 *
 * What a read waited before its turn began follows from the turns since the last one with reads: bytes that come while
 * the loop idles wake it, and those that come while it works wait until that is done. When they came is not known, and
 * taken as evenly spread. A wake-up that the machine itself delays is not seen.
 */
export class TurnWatch {
  readonly #loop: () => LoopState;
  #counts = new TurnCounts();
  #startedAt: Micros | undefined;
  #size = 0;
  #last: (LoopState & { readonly at: Micros }) | undefined;
  /** Of one turn since the last one with reads, on average: how long it took, and how much of that it worked. */
  #turn = { length: 0, busy: 0 };
  #fraction = 0;

  constructor(loop: () => LoopState = systemLoop) {
    this.#loop = loop;
  }

  /** The hot path: to be called with the stamp of each read. */
  readonly noteRead = (at: Micros): void => {
    if (this.#startedAt === undefined) {
      this.#startedAt = at;
      this.#beginTurn(at);
      // Immediates run right after the turn's reads, and before the next ones.
      setImmediate(this.#endTurn);
    }
    this.#size += 1;
    const waited = at - this.#startedAt + this.#waitedBefore();
    const bucket = Math.min(buckets - 1, Math.floor(waited / bucketWidth));
    const { waits } = this.#counts;
    waits[bucket] = (waits[bucket] ?? 0) + 1;
  };

  #beginTurn(at: Micros): void {
    const last = this.#last;
    const now = { at, ...this.#loop() };
    this.#last = now;
    if (!last) return;
    const turns = Math.max(1, now.turns - last.turns);
    const span = now.at - last.at;
    const busy = Math.max(0, span - (now.idle - last.idle));
    this.#turn = { length: span / turns, busy: busy / turns };
  }

  #waitedBefore(): number {
    this.#fraction = (this.#fraction + goldenStep) % 1;
    const { length, busy } = this.#turn;
    return Math.max(0, busy - this.#fraction * length);
  }

  readonly #endTurn = (): void => {
    const size = Math.min(this.#size, largestTurn);
    const { reads } = this.#counts;
    reads[size] = (reads[size] ?? 0) + this.#size;
    this.#startedAt = undefined;
    this.#size = 0;
  };

  /** Counts what comes from now on, and nothing before it. */
  countInto(counts: TurnCounts): void {
    this.#counts = counts;
  }
}
