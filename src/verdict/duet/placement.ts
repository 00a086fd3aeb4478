// What a duet's rounds predict: the scatter of their differences, and what the endpoints' placement adds.
import type { PlacementDuet } from "../../baseline/history.ts";
import type { CellId } from "../../metrics/catalog.ts";
import { tUpperTail } from "../../stats/distributions/student-t.ts";
import { mean, standardDeviation } from "../../stats/moments.ts";
import type { Prediction } from "../cells/compare.ts";

/**
 * How much the two endpoints differ by where they are placed: the variance f² of a difference that no round shows,
 * and the degrees of freedom behind it.
 */
export interface Placement {
  readonly variance: number;
  readonly degrees: number;
}

/** Assumed of each endpoint until A/A duets show more (σ_ep). */
const assumedDeviation = 0.01;
export const assumedPlacement: Placement = {
  variance: 2 * assumedDeviation ** 2,
  degrees: Number.POSITIVE_INFINITY,
};

/** From duets of one version with itself: each gives the differences of its rounds. At least two. */
export function placementFrom(duets: readonly (readonly number[])[]): Placement {
  const between = standardDeviation(duets.map(mean)) ** 2;
  const within = mean(duets.map(squaredError));
  return { variance: Math.max(0, between - within), degrees: duets.length - 1 };
}

/** Two-sided. */
const biasAlpha = 0.01;

/** Whether it is no chance that duets of one version with itself are off by their mean. At least two. */
export function isBiased(means: readonly number[]): boolean {
  const deviation = standardDeviation(means);
  const t = Math.abs(mean(means)) / (deviation / Math.sqrt(means.length));
  return deviation > 0 && 2 * tUpperTail(t, means.length - 1) <= biasAlpha;
}

/** Of a cell's limit θ: a smaller bias decides little. */
const notableShare = 0.25;

export function isNotable(bias: number, theta: number): boolean {
  return Math.abs(bias) >= notableShare * theta;
}

/** From fewer duets the scatter between them cannot be told. */
const fewestDuets = 5;

export interface Placements {
  readonly byCell: ReadonlyMap<CellId, Placement>;
  /** By how much the candidate's endpoint was the worse one in them, where that is no chance; f² does not hold it. */
  readonly biases: ReadonlyMap<CellId, number>;
  /** Duets that they rest on; 0 where they have to be assumed. */
  readonly duets: number;
}

/** What main's duets with itself tell of a workload measured here. */
export function placementsFrom(
  duets: readonly PlacementDuet[],
  { key, where }: Pick<PlacementDuet, "key" | "where">,
): Placements {
  const fitting = duets.filter((duet) => duet.key === key && duet.where === where);
  const ids = new Set(fitting.flatMap(({ cells }) => Object.keys(cells)));
  const known = [...ids].flatMap((id) => {
    const ofCell = fitting.flatMap(({ cells }) => (cells[id] ? [cells[id]] : []));
    const scattered = ofCell.filter((differences) => differences.length >= 2);
    return scattered.length < fewestDuets ? [] : [[id, scattered] as const];
  });
  const means = known.map(([id, scattered]) => [id, scattered.map(mean)] as const);
  const biased = means.filter(([, ofCell]) => isBiased(ofCell));
  return {
    byCell: new Map(known.map(([id, scattered]) => [id, placementFrom(scattered)])),
    biases: new Map(biased.map(([id, ofCell]) => [id, mean(ofCell)])),
    duets: known.length === 0 ? 0 : fitting.length,
  };
}

/** Rounds that agree to the last digit, of endpoints placed alike, still leave this much doubt. */
const smallestError = 1e-6;
/** Beyond it Student's t is the normal distribution to all digits. */
const mostDegrees = 1e9;

/**
 * The difference that would be seen if nothing differed: 0 ± t_ν · SE, SE² = se² + f². Welch and Satterthwaite's
 * degrees: ν = SE⁴ / (se⁴/(R − 1) + f⁴/ν_f). At least two rounds.
 */
export function predictDuet(differences: readonly number[], placement: Placement): Prediction {
  return predictRounds(
    { rounds: differences.length, square: squaredError(differences) },
    placement,
  );
}

/** se²: of the mean of the rounds. */
export function squaredError(differences: readonly number[]): number {
  return standardDeviation(differences) ** 2 / differences.length;
}

export interface Rounds {
  readonly rounds: number;
  /** se² */
  readonly square: number;
}

/** The same of rounds that are known by their number and their error alone. */
export function predictRounds({ rounds, square }: Rounds, placement: Placement): Prediction {
  const { variance, degrees } = placement;
  const total = square + variance;
  const spread = square ** 2 / (rounds - 1) + variance ** 2 / degrees;
  const effective = spread === 0 ? mostDegrees : Math.min(total ** 2 / spread, mostDegrees);
  const error = Math.max(Math.sqrt(total), smallestError);
  return { centre: 0, error, degrees: effective, jobs: rounds };
}
