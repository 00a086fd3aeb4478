// One record → its own times and rates; absent wherever the definition does not apply.
import { type Micros, micros, toSeconds } from "../time.ts";
import type { Attempted, Piece } from "./record.ts";

/** Durations from the request boundary; `itl` are gaps between successive pieces, 0 within one read. */
export interface Derived {
  readonly e2e: Micros;
  readonly queueDelay?: Micros;
  readonly ttft?: Micros;
  readonly ttfvt?: Micros;
  readonly lastOutput?: Micros;
  /** µs per token; not rounded, so that e2e = ttft + (N − 1)·tpot + tail holds to the microsecond. */
  readonly tpot?: number;
  readonly generationRate?: number;
  readonly wholeRequestRate?: number;
  readonly itl: readonly Micros[];
  /** Distinct arrivals that carried output. */
  readonly outputReads: number;
}

function isVisible(piece: Piece): boolean {
  return piece.kind !== "reasoning";
}

function distinctArrivals(pieces: readonly Piece[]): number {
  return new Set(pieces.map(({ at }) => at)).size;
}

function gaps(pieces: readonly Piece[]): Micros[] {
  return pieces.slice(1).map((piece, index) => micros(piece.at - (pieces[index]?.at ?? piece.at)));
}

/** The times of the first, first visible and last piece; none of them where the answer was not streamed. */
function arrivals(record: Attempted): Pick<Derived, "ttft" | "ttfvt" | "lastOutput"> {
  const first = record.pieces[0];
  const last = record.pieces.at(-1);
  if (!record.streamed || !first || !last) return {};
  const since = (piece: Piece) => micros(piece.at - record.scheduledAt);
  const visible = record.pieces.find(isVisible);
  return { ttft: since(first), lastOutput: since(last), ...(visible && { ttfvt: since(visible) }) };
}

/**
 * Pace needs at least two tokens and two arrivals: one token has no pace, and output that came in
 * one read shows when it was released, not how fast it was made.
 */
function pace(
  tokens: number | undefined,
  { ttft, lastOutput }: Pick<Derived, "ttft" | "lastOutput">,
  outputReads: number,
): Pick<Derived, "tpot" | "generationRate"> {
  if (tokens === undefined || tokens < 2 || outputReads < 2) return {};
  if (ttft === undefined || lastOutput === undefined) return {};
  const generation = micros(lastOutput - ttft);
  return { tpot: generation / (tokens - 1), generationRate: (tokens - 1) / toSeconds(generation) };
}

export function derive(record: Attempted): Derived {
  const e2e = micros(record.endedAt - record.scheduledAt);
  const tokens = record.tokens.output;
  const times = arrivals(record);
  const outputReads = distinctArrivals(record.pieces);
  return {
    e2e,
    ...(record.sentAt !== undefined && { queueDelay: micros(record.sentAt - record.scheduledAt) }),
    ...times,
    ...pace(tokens, times, outputReads),
    ...(tokens !== undefined && e2e > 0 && { wholeRequestRate: tokens / toSeconds(e2e) }),
    itl: record.streamed && outputReads > 1 ? gaps(record.pieces) : [],
    outputReads,
  };
}
