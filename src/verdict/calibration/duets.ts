// Duets of one version with itself: what the placement of the two endpoints makes of a difference, and what is seen then.
import type { PlacementDuet } from "../../baseline/history.ts";
import { type Cell, cells, isFailureShare } from "../../metrics/catalog.ts";
import { mean, standardDeviation } from "../../stats/moments.ts";
import { thetaOf } from "../cells/cases.ts";
import { detectableChange } from "../cells/compare.ts";
import {
  assumedPlacement,
  isBiased,
  isNotable,
  type Placement,
  placementFrom,
  placementsFrom,
  predictRounds,
  squaredError,
} from "../duet/placement.ts";
import type { GatePolicy } from "../policy.ts";
import type { Comparison } from "../verdict.ts";
import { seesEnough } from "./remedy.ts";

/** What main remembers of one workload, measured at two endpoints of the same version. */
export interface DuetSeries {
  readonly workload: string;
  /** Of its key, oldest first; the newest one says where. */
  readonly duets: readonly PlacementDuet[];
  readonly openLoop: boolean;
}

/** Deviations are of logarithms. */
export interface DuetCell extends Pick<Comparison, "cell" | "limit"> {
  readonly theta: number;
  /** How much worse the candidate's endpoint was on average; of one version with itself it should be nothing. */
  readonly difference: number;
  /** It is no chance, and matters, that it is not nothing: the endpoints are not placed alike. */
  readonly biased: boolean;
  /** Of a duet's mean from that of the others. */
  readonly between: number;
  /** Standard error of a duet's mean by its rounds. */
  readonly within: number;
  /** σ_ep: of each endpoint, what no round shows. */
  readonly placement: number;
  /** What one more duet would show. */
  readonly mde: number;
  readonly enough: boolean;
}

export interface DuetCalibration {
  readonly workload: string;
  readonly duets: number;
  readonly from: string;
  readonly to: string;
  /** In each duet, at least. */
  readonly rounds: number;
  /** The gate uses what they tell; otherwise it goes on assuming. */
  readonly used: boolean;
  readonly cells: readonly DuetCell[];
}

const fewest = 2;

/** Those of which there are two duets or more; their gating cells are tested together, as those of one job are. */
export function duetCalibrations(
  series: readonly DuetSeries[],
  policy: GatePolicy,
  alpha: number,
): readonly DuetCalibration[] {
  const known = series.flatMap((one) => groundOf(one, policy) ?? []);
  const family = known.reduce((sum, { gating }) => sum + gating.length, 0);
  const terms = { policy, alpha, family: Math.max(1, family) };
  return known.map((ground) => calibrationOf(ground, terms));
}

interface Ground extends DuetSeries {
  readonly newest: PlacementDuet;
  readonly gating: readonly Cell[];
}

function groundOf({ workload, duets, openLoop }: DuetSeries, policy: GatePolicy) {
  const newest = duets.at(-1);
  const here = duets.filter(({ where }) => where === newest?.where);
  if (!newest || here.length < fewest) return undefined;
  const gating = [...policy.cells.keys()].flatMap((id) => {
    const cell = cells.get(id);
    const offered = openLoop && id.endsWith("_throughput") && !policy.named.has(id);
    const measured = differencesIn(here, id).length >= fewest;
    return cell && measured && !offered && !isFailureShare(cell.metric) ? [cell] : [];
  });
  return { workload, duets: here, openLoop, newest, gating };
}

/** Of the duets that have enough rounds with the cell. */
function differencesIn(duets: readonly PlacementDuet[], id: string): (readonly number[])[] {
  return duets.flatMap((duet) => {
    const differences = duet.cells[id];
    return differences && differences.length >= fewest ? [differences] : [];
  });
}

interface Terms {
  readonly policy: GatePolicy;
  readonly alpha: number;
  /** Cells tested together. */
  readonly family: number;
}

function calibrationOf(ground: Ground, terms: Terms): DuetCalibration {
  const { workload, duets, newest, gating } = ground;
  const { byCell } = placementsFrom(duets, newest);
  const measured = gating.map((cell) => ({ cell, duets: differencesIn(duets, cell.id) }));
  const rounds = measured.flatMap((one) => one.duets.map(({ length }) => length));
  return {
    workload,
    duets: duets.length,
    from: duets[0]?.time ?? newest.time,
    to: newest.time,
    rounds: rounds.length === 0 ? 0 : Math.min(...rounds),
    used: byCell.size > 0,
    cells: measured.map((one) => cellOf(one, { ...terms, placement: byCell.get(one.cell.id) })),
  };
}

interface Measured {
  readonly cell: Cell;
  readonly duets: readonly (readonly number[])[];
}

interface Context extends Terms {
  /** Absent: it is assumed. */
  readonly placement: Placement | undefined;
}

function cellOf({ cell, duets }: Measured, context: Context): DuetCell {
  const { policy, alpha, family, placement } = context;
  const limit = policy.cells.get(cell.id) ?? { maxChange: 0, minChange: 0 };
  const theta = thetaOf(limit, cell);
  const means = duets.map(mean);
  const between = standardDeviation(means);
  const square = mean(duets.map(squaredError));
  const rounds = Math.min(...duets.map(({ length }) => length));
  const prediction = predictRounds({ rounds, square }, placement ?? assumedPlacement);
  const { rule } = policy;
  const mde = detectableChange({ prediction, theta, alpha, family, rule });
  return {
    cell,
    limit: cell.metric.better === "lower" ? limit.maxChange : -limit.maxChange,
    theta,
    difference: mean(means),
    biased: isBiased(means) && isNotable(mean(means), theta),
    between,
    within: Math.sqrt(square),
    placement: Math.sqrt(placementFrom(duets).variance / 2),
    mde,
    enough: seesEnough(mde, theta),
  };
}
