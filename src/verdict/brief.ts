// Brief: one workload of a run with all that is needed to judge it.
import type { PlacementDuet } from "../baseline/history.ts";
import type { Selection } from "../baseline/select.ts";
import { type CellId, cells } from "../metrics/catalog.ts";
import { observe } from "../metrics/observation.ts";
import type { Run, WorkloadRun } from "../metrics/run.ts";
import { toSeconds } from "../time.ts";
import { type Warning, warning } from "../warning.ts";
import { differences } from "../workload/key.ts";
import { absoluteFinding } from "./cells/absolute.ts";
import { spreadWarnings } from "./cells/spread.ts";
import { type DuetGround, duetGround } from "./duet/ground.ts";
import { explain, isBuffered } from "./explain.ts";
import type { BoundedSubject } from "./findings.ts";
import { type Pooled, pooled } from "./past/pool.ts";
import type { GatePolicy } from "./policy.ts";
import { type Second, secondOf } from "./second.ts";
import type { AbsoluteFinding, DuetIdentity, Explanation, WorkloadVerdict } from "./verdict.ts";

/** What main remembers of one workload, as far as this change is compared with it. */
export interface Reference extends Selection {
  /** Where it was read, for people. */
  readonly source: string;
}

export interface JudgeRequest {
  readonly run: Run;
  /** Runs of earlier attempts at the same commit: they are judged together. */
  readonly earlier?: readonly Run[] | undefined;
  /** The second measurement, where one was made. */
  readonly confirmation?: Run | undefined;
  /** A second measurement can still be made: what needs it is not decided before. */
  readonly confirmable: boolean;
  /** Names of the workloads that had to be measured. */
  readonly declared: readonly string[];
  /** Names of those that nobody declared and that main measures all the same. */
  readonly unmeasured?: readonly string[] | undefined;
  /** By workload name; a workload without one has no baseline. */
  readonly references: ReadonlyMap<string, Reference>;
  /** Why there are no references, in words that follow the workload's name. */
  readonly absence?: string | undefined;
  /** By workload name: main's duets with itself, which tell how alike two endpoints are placed. */
  readonly placements?: ReadonlyMap<string, readonly PlacementDuet[]> | undefined;
  /** What qualifies the references, or their absence. */
  readonly warnings?: readonly Warning[] | undefined;
  readonly policy: GatePolicy;
}

/** What a workload is held against: main's past, or a second endpoint beside it. */
export type Against =
  | { readonly kind: "history"; readonly reference: Reference | undefined }
  | { readonly kind: "duet"; readonly identity: DuetIdentity };

/** One workload prepared for judgement. */
export interface Brief {
  readonly subject: BoundedSubject;
  readonly against: Against;
  readonly notCompared: WorkloadVerdict["notCompared"];
  readonly explanation?: WorkloadVerdict["explanation"];
  readonly warnings: readonly Warning[];
}

/** What both ways of comparing rest on. */
interface Grounds {
  readonly first: Pooled;
  readonly again: Second;
}

export function briefOf(workload: WorkloadRun, request: JudgeRequest): Brief {
  const first = pooled(request, workload);
  const again = secondOf(workload, request);
  const openLoop = isOpenLoop(workload.definition);
  const duet = duetGround({ ...request, workload, attempts: first.attempts, again, openLoop });
  const brief = duet ? duetBrief(duet) : historyBrief(workload, request, { first, again });
  const absolute = boundsOf(first.workload, again.measured?.workload, request.policy);
  return {
    ...brief,
    subject: { ...brief.subject, absolute },
    warnings: [
      ...brief.warnings,
      ...bufferingWarnings(brief.explanation),
      ...spreadWarnings(first.observation, request.policy),
      ...first.warnings,
      ...again.warnings,
    ],
  };
}

/** The change is real, but its cause may not be the model: a sentence beside the verdict. */
function bufferingWarnings(explanation: Explanation | undefined): Warning[] {
  if (!explanation || !isBuffered(explanation)) return [];
  const message = "Answers begin later and then come faster, as behind a proxy that buffers";
  return [warning("buffering-suspected", message)];
}

function duetBrief({ subject, identity, notCompared, explanation, warnings }: DuetGround): Brief {
  const against = { kind: "duet", identity } as const;
  return { subject, against, notCompared, ...(explanation && { explanation }), warnings };
}

function historyBrief(
  workload: WorkloadRun,
  request: JudgeRequest,
  { first, again }: Grounds,
): Brief {
  const { references, policy } = request;
  const reference = references.get(workload.name);
  const notCompared = notComparedBecause(workload, reference, request.absence);
  const explanation = reference && explanationOf(reference, workload);
  return {
    subject: {
      workload: workload.name,
      candidate: first.observation,
      ...(again.measured && { confirmation: observe(again.measured.run, again.measured.workload) }),
      history: notCompared ? [] : (reference?.history.slice(-policy.history) ?? []),
      openLoop: isOpenLoop(workload.definition),
    },
    against: { kind: "history", reference },
    notCompared,
    ...(explanation && { explanation }),
    warnings: [],
  };
}

/** Whether a plan decided when requests were sent. */
export function isOpenLoop(definition: WorkloadRun["definition"]): boolean {
  return String(definition["load"]).startsWith("open");
}

/** Main measures it and this change was not held against it: what it would have shown is not known. */
export function unmeasuredVerdict(workload: string): WorkloadVerdict {
  const message = "main measures it, and here it was not measured";
  const notCompared = { reason: "not-comparable", message } as const;
  return { workload, comparisons: [], notCompared, warnings: [] };
}

export function noBaseline(message: string) {
  return { reason: "no-baseline", message } as const;
}

function notComparedBecause(
  workload: WorkloadRun,
  reference: Reference | undefined,
  absence = "there is no baseline for it",
): WorkloadVerdict["notCompared"] {
  if (!reference) return noBaseline(absence);
  if (reference.history.length === 0) {
    if (reference.key === workload.key) return noBaseline("its baseline holds no job yet");
    return { reason: "not-comparable", message: changeOf(reference, workload) };
  }
  if (!reference.tooOld) return undefined;
  const days = reference.age === undefined ? undefined : toSeconds(reference.age) / 86_400;
  const age = days === undefined ? "of unknown age" : `${days.toFixed(1)} days old`;
  return { reason: "not-comparable", message: `its baseline is ${age}, more than is allowed` };
}

function changeOf(reference: Reference, workload: WorkloadRun): string {
  const fields = differences(reference.definition, workload.definition).map(
    ({ field, a, b }) => `${field} was ${a ?? "not set"}, is ${b ?? "not set"}`,
  );
  const list = fields.length > 0 ? fields.join("; ") : "its key differs, no listed field does";
  return `the workload changed: ${list}`;
}

function explanationOf({ newest }: Reference, workload: WorkloadRun) {
  return newest.key === workload.key ? explain(newest, workload) : undefined;
}

function boundsOf(
  workload: WorkloadRun,
  again: WorkloadRun | undefined,
  { cells: limits }: GatePolicy,
): ReadonlyMap<CellId, AbsoluteFinding> {
  const found = [...limits].flatMap(([id, limit]) => {
    const cell = cells.get(id);
    const finding = cell && absoluteFinding({ cell, limit, workload, again });
    return finding ? [[id, finding] as const] : [];
  });
  return new Map(found);
}
