// Shares that scatter more from job to job than coins would: a quasi-binomial test of a new one.
import { tUpperTail } from "../distributions/student-t.ts";
import type { Share } from "./fisher.ts";

export interface ScatterTest {
  /** Pooled share of the history, pulled off 0 and 1 by half an event (p_b). */
  readonly share: number;
  /** How many times the variance of coins, at least 1 (φ). */
  readonly dispersion: number;
  /** Share of history and candidate together. */
  readonly pooled: number;
  readonly z: number;
  /** P(T_{K−1} ≥ z). */
  readonly p: number;
}

/** At least two jobs with trials; φ is Pearson's χ² over its degrees of freedom (McCullagh and Nelder 1989, 4.5.2). */
export function scatterTest(candidate: Share, history: readonly Share[]): ScatterTest {
  const { x, n } = totalOf(history);
  const share = (x + 0.5) / (n + 1);
  const squares = history.reduce(
    (sum, job) => sum + (job.x - job.n * share) ** 2 / (job.n * share * (1 - share)),
    0,
  );
  const degrees = history.length - 1;
  const dispersion = Math.max(1, squares / degrees);
  const pooled = (x + candidate.x + 0.5) / (n + candidate.n + 1);
  const error = Math.sqrt(dispersion * pooled * (1 - pooled) * (1 / candidate.n + 1 / n));
  const z = (candidate.x / candidate.n - x / n) / error;
  return { share, dispersion, pooled, z, p: tUpperTail(z, degrees) };
}

export function totalOf(shares: readonly Share[]): Share {
  return shares.reduce((sum, { x, n }) => ({ x: sum.x + x, n: sum.n + n }), { x: 0, n: 0 });
}
