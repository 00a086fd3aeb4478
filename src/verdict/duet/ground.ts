// Ground: one workload measured in rounds, with all that is needed to judge it beside its base endpoint.
import type { PlacementDuet } from "../../baseline/history.ts";
import { cells } from "../../metrics/catalog.ts";
import { observe, refusedOf, whereOf } from "../../metrics/observation.ts";
import { originOf } from "../../metrics/run/legs.ts";
import type { Run, WorkloadRun } from "../../metrics/run.ts";
import { totalOf } from "../../stats/comparisons/scatter.ts";
import { type Warning, warning } from "../../warning.ts";
import { thetaOf } from "../cells/cases.ts";
import type { Counts } from "../cells/error-rate.ts";
import { explain } from "../explain.ts";
import type { GatePolicy } from "../policy.ts";
import type { Second } from "../second.ts";
import type { DuetIdentity, WorkloadVerdict } from "../verdict.ts";
import { cellName, movement } from "../words.ts";
import { type DuetSubject, fewestRounds, type PlayedDuet } from "./duet.ts";
import { isNotable, type Placements, placementsFrom } from "./placement.ts";
import { unequalPlacement } from "./unequal.ts";

export interface DuetGround {
  readonly subject: DuetSubject;
  readonly identity: DuetIdentity;
  readonly notCompared: WorkloadVerdict["notCompared"];
  readonly explanation: WorkloadVerdict["explanation"] | undefined;
  readonly warnings: readonly Warning[];
}

export interface GroundRequest {
  readonly run: Run;
  readonly workload: WorkloadRun;
  /** The workload and its earlier attempts: their rounds are judged together. */
  readonly attempts: readonly WorkloadRun[];
  readonly again: Second;
  /** A plan decides when requests are sent. */
  readonly openLoop: boolean;
  readonly placements?: ReadonlyMap<string, readonly PlacementDuet[]> | undefined;
  readonly policy: Pick<GatePolicy, "cells">;
}

type Duet = NonNullable<WorkloadRun["duet"]>;

/** Undefined where one endpoint was measured alone. */
export function duetGround(request: GroundRequest): DuetGround | undefined {
  const { run, workload, attempts, again, openLoop, placements } = request;
  const { name, key, duet } = workload;
  if (!duet) return undefined;
  const { endpoint, environment } = originOf(run, workload);
  const rounds = attempts.flatMap((attempt) => attempt.duet?.rounds ?? []);
  const known = placementsFrom(placements?.get(name) ?? [], { key, where: whereOf(environment) });
  const unequal = unequalPlacement(
    { endpoint: duet.endpoint, run: duet.base },
    { endpoint, run: workload },
  );
  return {
    subject: {
      workload: name,
      ...playedOf(run, workload, duet),
      rounds,
      failures: failuresOf(attempts),
      confirmation: again.measured && confirmationOf(again.measured),
      openLoop,
      placements: known.byCell,
    },
    identity: {
      kind: "duet",
      endpoint: duet.endpoint,
      rounds: rounds.length,
      placementDuets: known.duets,
    },
    notCompared: tooFew(rounds.length),
    explanation: explain(duet.base, workload),
    warnings: [...(unequal ? [unequal] : []), ...biasWarnings(known, request.policy)],
  };
}

function biasWarnings({ biases }: Placements, { cells: limits }: GroundRequest["policy"]) {
  const found = [...limits].flatMap(([id, limit]) => {
    const [cell, bias] = [cells.get(id), biases.get(id)];
    if (!cell || bias === undefined) return [];
    if (!isNotable(bias, thetaOf(limit, cell))) return [];
    const shown = Math.expm1(cell.metric.better === "lower" ? bias : -bias);
    return `${cellName(cell)} ${movement(shown)}`;
  });
  if (found.length === 0) return [];
  const message = `Main's duets with itself, in which nothing changed, already found that ${found.join(", ")}: as much of a change may be the placement's.`;
  return [warning("placement-biased", message)];
}

function playedOf(run: Run, workload: WorkloadRun, { rounds, base }: Duet): PlayedDuet {
  return {
    rounds,
    base: observe(run, base),
    candidate: observe(run, workload),
    failures: failuresOf([workload]),
  };
}

function failuresOf(attempts: readonly WorkloadRun[]): PlayedDuet["failures"] {
  return {
    base: countsOf(attempts.flatMap(({ duet }) => duet?.base ?? [])),
    candidate: countsOf(attempts),
  };
}

function countsOf(runs: readonly Pick<WorkloadRun, "counts">[]): Counts {
  return {
    err: totalOf(runs.map(({ counts }) => ({ x: counts.failed, n: counts.attempted }))),
    rej: runs.reduce((sum, { counts }) => sum + refusedOf(counts), 0),
  };
}

function confirmationOf({
  run,
  workload,
}: NonNullable<Second["measured"]>): PlayedDuet | undefined {
  return workload.duet && playedOf(run, workload, workload.duet);
}

function tooFew(rounds: number): WorkloadVerdict["notCompared"] {
  if (rounds >= fewestRounds) return undefined;
  const message = `a comparison takes ${fewestRounds} rounds, there were ${rounds}`;
  return { reason: "insufficient-samples", message };
}
