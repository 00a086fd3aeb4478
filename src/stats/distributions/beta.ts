// The beta distribution.
import betainc from "@stdlib/math-base-special-betainc";

export interface Beta {
  readonly a: number;
  readonly b: number;
}

/** P(B ≤ x): the regularised incomplete beta function I_x(a, b). */
export function betaAtMost(x: number, { a, b }: Beta): number {
  return betainc(x, a, b);
}
