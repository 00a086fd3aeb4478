// One record → its own times and rates; absent wherever the definition does not apply.
import { type Micros, micros, toSeconds } from "../../time.ts";
import type { Attempted, Piece } from "../record.ts";
import { paceOf } from "./pace.ts";

/** When output came, as durations from the request boundary; without times where the answer was not streamed. */
export interface Arrivals {
  readonly ttft?: Micros;
  readonly ttfvt?: Micros;
  readonly lastOutput?: Micros;
  /** Distinct arrivals that carried output. */
  readonly outputReads: number;
}

/** Durations from the request boundary. */
export interface Derived extends Arrivals {
  readonly e2e: Micros;
  readonly queueDelay?: Micros;
  /** µs per token; not rounded, so that e2e = ttft + (N − 1)·tpot + tail holds to the microsecond. */
  readonly tpot?: number;
  readonly generationRate?: number;
  readonly wholeRequestRate?: number;
}

function isVisible(piece: Piece): boolean {
  return piece.kind !== "reasoning";
}

function distinctArrivals(pieces: readonly Piece[]): number {
  return new Set(pieces.map(({ at }) => at)).size;
}

/** The times of the first, first visible and last piece; none of them where the answer was not streamed. */
export function arrivalsOf({ pieces, streamed, scheduledAt }: Attempted): Arrivals {
  const outputReads = distinctArrivals(pieces);
  const first = pieces[0];
  const last = pieces.at(-1);
  if (!streamed || !first || !last) return { outputReads };
  const since = (piece: Piece) => micros(piece.at - scheduledAt);
  const visible = pieces.find(isVisible);
  return {
    outputReads,
    ttft: since(first),
    lastOutput: since(last),
    ...(visible && { ttfvt: since(visible) }),
  };
}

/** Gaps between successive pieces, 0 within one read; none where all output came in one. */
export function gapsOf({ pieces, streamed }: Attempted, { outputReads }: Arrivals): Micros[] {
  if (!streamed || outputReads < 2) return [];
  return pieces.slice(1).map((piece, index) => micros(piece.at - (pieces[index]?.at ?? piece.at)));
}

function paceFigures(
  tokens: number | undefined,
  { ttft, lastOutput, outputReads }: Arrivals,
): Pick<Derived, "tpot" | "generationRate"> {
  const pace = paceOf({ tokens, reads: outputReads, first: ttft, last: lastOutput });
  if (!pace) return {};
  const took = micros(pace.took);
  return { tpot: took / pace.tokens, generationRate: pace.tokens / toSeconds(took) };
}

type Timed = Pick<Attempted, "scheduledAt" | "sentAt" | "endedAt" | "tokens">;

export function derive(record: Timed, arrivals: Arrivals): Derived {
  const e2e = micros(record.endedAt - record.scheduledAt);
  const tokens = record.tokens.output;
  return {
    e2e,
    ...(record.sentAt !== undefined && { queueDelay: micros(record.sentAt - record.scheduledAt) }),
    ...arrivals,
    ...paceFigures(tokens, arrivals),
    ...(tokens !== undefined && e2e > 0 && { wholeRequestRate: tokens / toSeconds(e2e) }),
  };
}
