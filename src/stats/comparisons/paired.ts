// Tests of paired differences: is their centre above 0?
import { tUpperTail } from "../distributions/student-t.ts";
import { mean, standardDeviation } from "../moments.ts";
import { doubledMidranks, subsetSums } from "./ranks.ts";

export interface PairedT {
  readonly t: number;
  /** P(T ≥ t). */
  readonly oneSided: number;
  readonly twoSided: number;
}

export function pairedT(differences: readonly number[]): PairedT {
  const error = standardDeviation(differences) / Math.sqrt(differences.length);
  const t = mean(differences) / error;
  const degrees = differences.length - 1;
  return {
    t,
    oneSided: tUpperTail(t, degrees),
    twoSided: 2 * tUpperTail(Math.abs(t), degrees),
  };
}

/** Wilcoxon's signed ranks: the smaller of both rank sums, and the exact two-sided p; zeros are left out. */
export function signedRanks(differences: readonly number[]): {
  readonly w: number;
  readonly p: number;
} {
  const kept = differences.filter((value) => value !== 0);
  const ranks = doubledMidranks(kept.map(Math.abs));
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const above = ranks.reduce((sum, rank, index) => sum + ((kept[index] ?? 0) > 0 ? rank : 0), 0);
  const smaller = Math.min(above, total - above);
  const ways = subsetSums(ranks);
  const tail = ways.slice(0, smaller + 1).reduce((sum, count) => sum + count, 0);
  return { w: smaller / 2, p: Math.min(1, (2 * tail) / 2 ** kept.length) };
}

/** Past so many the 2^n ways take too long. */
const mostFlipped = 20;

export interface SignFlips {
  /** The share of all ways to flip signs that give a mean at least as large. */
  readonly oneSided: number;
  /** At least as far from 0. */
  readonly twoSided: number;
}

/** Undefined beyond 20 differences. */
export function signFlips(differences: readonly number[]): SignFlips | undefined {
  const n = differences.length;
  if (n > mostFlipped) return undefined;
  const seen = differences.reduce((sum, value) => sum + value, 0);
  const reach = 1e-12 * differences.reduce((sum, value) => sum + Math.abs(value), 0);
  let [above, beyond] = [0, 0];
  for (let flips = 0; flips < 2 ** n; flips += 1) {
    const sum = flippedSum(differences, flips);
    if (sum >= seen - reach) above += 1;
    if (Math.abs(sum) >= Math.abs(seen) - reach) beyond += 1;
  }
  return { oneSided: above / 2 ** n, twoSided: beyond / 2 ** n };
}

/** Bit i of `flips` turns the sign of difference i. */
function flippedSum(differences: readonly number[], flips: number): number {
  let sum = 0;
  for (const [index, value] of differences.entries()) sum += (flips >> index) & 1 ? -value : value;
  return sum;
}
