// Pace: which answers have one, and what it is taken from; in any unit of time.

interface Output {
  /** Output tokens; undefined where nobody counted them. */
  readonly tokens: number | undefined;
  /** Distinct arrivals that carried output. */
  readonly reads: number;
  /** When the first and the last piece came; undefined where the answer was not streamed. */
  readonly first: number | undefined;
  readonly last: number | undefined;
}

/** Tokens after the first, and the time that they took: TPOT is took ÷ tokens, the generation rate tokens ÷ took. */
export interface Pace {
  readonly tokens: number;
  readonly took: number;
}

/**
 * Pace needs at least two tokens and two arrivals: one token has no pace, and output that came in
 * one read shows when it was released, not how fast it was made.
 */
export function paceOf({ tokens, reads, first, last }: Output): Pace | undefined {
  if (tokens === undefined || tokens < 2 || reads < 2) return undefined;
  if (first === undefined || last === undefined) return undefined;
  return { tokens: tokens - 1, took: last - first };
}
