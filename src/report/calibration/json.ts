// The calibration as JSON: the public format that other tools read; the zod schema is its one source.
import { z } from "zod";
import type {
  CellCalibration,
  WorkloadCalibration,
} from "../../verdict/calibration/calibration.ts";
import type { DuetCalibration, DuetCell } from "../../verdict/calibration/duets.ts";
import { type CalibrationInput, validOf } from "./input.ts";
import { limitOf } from "./remedy.ts";

const calibrationSchemaVersion = 1;

const number = z.number().nullable();
const count = z.int().min(0);

/** Level in the metric's unit; deviations are of logarithms; limit, mde and remedy.limit are shares (0.15 is 15 %). */
const cellSchema = z.object({
  unit: z.string(),
  better: z.enum(["lower", "higher"]),
  /** Jobs of the level that the next job is held against. */
  jobs: count,
  level: number,
  between: number,
  within: number,
  mde: number,
  limit: number,
  theta: number,
  /** A change of twice the limit would be seen; null where the cell cannot be judged. */
  enough: z.boolean().nullable(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  /** Leave-one-out: how often it was called regressed. */
  red: count,
  remedy: z
    .object({ jobs: count.nullable(), requests: count.nullable(), limit: z.number() })
    .nullable(),
});

/** Of one version with itself; deviations and differences are of logarithms, worse is positive. */
const duetCellSchema = z.object({
  unit: z.string(),
  better: z.enum(["lower", "higher"]),
  difference: number,
  biased: z.boolean(),
  between: number,
  within: number,
  placement: number,
  mde: number,
  limit: number,
  theta: number,
  enough: z.boolean(),
});

export const calibrationSchema = z.object({
  schema: z.literal(calibrationSchemaVersion),
  kind: z.literal("latency-gate-calibration"),
  /** Level of the tests. */
  alpha: z.number(),
  source: z.string(),
  jobs: z.object({
    asked: count,
    measured: count,
    valid: count,
    recorded: z.boolean(),
    invalid: z.array(z.object({ nth: z.int().min(1), because: z.array(z.string()) })),
    stopped: z.string().nullable(),
  }),
  workloads: z.array(
    z.object({
      name: z.string(),
      key: z.string(),
      /** Of the current epoch. */
      jobs: count,
      from: z.string(),
      to: z.string(),
      requests: count,
      leaveOneOut: z.object({ jobs: count, red: count, unsure: count, atMost: z.number() }),
      cells: z.record(z.string(), cellSchema),
    }),
  ),
  duets: z.array(
    z.object({
      name: z.string(),
      duets: count,
      from: z.string(),
      to: z.string(),
      rounds: count,
      used: z.boolean(),
      cells: z.record(z.string(), duetCellSchema),
    }),
  ),
});
type Document = z.infer<typeof calibrationSchema>;

/** JSON has no NaN and no infinity: what is not a number is absent. */
function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

function cellJson(one: CellCalibration, red: number): z.infer<typeof cellSchema> {
  const { cell, jobs, remedy, enough, reason, note } = one;
  return {
    unit: cell.metric.unit,
    better: cell.metric.better,
    jobs,
    level: finite(one.level),
    between: finite(one.between),
    within: finite(one.within),
    mde: finite(one.mde),
    limit: finite(one.limit),
    theta: finite(one.theta),
    enough: enough ?? null,
    reason: reason ?? null,
    note: note ?? null,
    red,
    remedy: remedy
      ? {
          jobs: remedy.jobs ?? null,
          requests: remedy.requests ?? null,
          limit: limitOf(remedy.theta, one),
        }
      : null,
  };
}

function workloadJson(one: WorkloadCalibration): Document["workloads"][number] {
  const { cells: reds, ...counts } = one.leaveOneOut;
  const cells = one.cells.map((each) => {
    const { id } = each.cell;
    return [id, cellJson(each, reds.get(id) ?? 0)] as const;
  });
  const { workload: name, key, jobs, from, to, requests } = one;
  return {
    name,
    key,
    jobs,
    from,
    to,
    requests,
    leaveOneOut: counts,
    cells: Object.fromEntries(cells),
  };
}

function duetCellJson(one: DuetCell): z.infer<typeof duetCellSchema> {
  const { cell, biased, enough } = one;
  return {
    unit: cell.metric.unit,
    better: cell.metric.better,
    difference: finite(one.difference),
    biased,
    between: finite(one.between),
    within: finite(one.within),
    placement: finite(one.placement),
    mde: finite(one.mde),
    limit: finite(one.limit),
    theta: finite(one.theta),
    enough,
  };
}

function duetJson({ workload, cells, ...rest }: DuetCalibration): Document["duets"][number] {
  const entries = cells.map((one) => [one.cell.id, duetCellJson(one)] as const);
  return { name: workload, ...rest, cells: Object.fromEntries(entries) };
}

export function calibrationJson(input: CalibrationInput): Document {
  const { calibration, source, asked, measured, invalid, stopped, notRecorded } = input;
  const valid = validOf(input);
  return {
    schema: calibrationSchemaVersion,
    kind: "latency-gate-calibration",
    alpha: calibration.alpha,
    source,
    jobs: {
      asked,
      measured,
      valid,
      recorded: valid > 0 && notRecorded === undefined,
      invalid: invalid.map(({ nth, because }) => ({ nth, because: [...because] })),
      stopped: stopped ?? null,
    },
    workloads: calibration.workloads.map(workloadJson),
    duets: input.duets.map(duetJson),
  };
}
