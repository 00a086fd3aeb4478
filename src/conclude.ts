// Concluding: runs and what main remembers → verdict, report and exit code.
import type { BaselineRead, BaselineStore } from "./baseline/store.ts";
import type { JudgeConfig } from "./config/config.ts";
import type { MeasurePorts } from "./measure/task.ts";
import type { Run } from "./metrics/run.ts";
import {
  absenceOf,
  asideWarnings,
  isHeldAgainstMain,
  placementsOf,
  referencesFrom,
  seriesFrom,
  unmeasuredOf,
  warningsOf,
} from "./references.ts";
import type { Acceptance, ReportInput } from "./report/input.ts";
import { type Report, reportFrom } from "./report/report.ts";
import { judge } from "./verdict/judge.ts";
import { exitCodeOf, type GatePolicy } from "./verdict/policy.ts";
import type { Verdict } from "./verdict/verdict.ts";
import type { Warning } from "./warning.ts";

export interface JudgePorts extends Pick<MeasurePorts, "wallClock"> {
  readonly baseline: BaselineStore;
  /** The commits that the report names, and those that lead to the base, the nearest first. */
  readonly commit: {
    readonly head?: string | undefined;
    readonly base?: string | undefined;
    readonly ancestors?: readonly string[] | undefined;
    /** The branch that the change goes to, where nothing is recorded of it: the ancestors are main's. */
    readonly aside?: string | undefined;
  };
  /** The command that repeats this comparison. */
  readonly reproduce: string;
  /** The label by which people accept a slowdown, where they can. */
  readonly acceptLabel?: string | undefined;
}

/** Runs to judge: one measurement, or two where the first looked slower. */
export interface Evidence {
  readonly run: Run;
  /** Runs of earlier attempts at the same commit: they are judged together. */
  readonly earlier?: readonly Run[] | undefined;
  /** What should be here and is not. */
  readonly gaps?: readonly Warning[] | undefined;
  readonly confirmation?: Run | undefined;
  /** A second measurement can still be made. */
  readonly confirmable: boolean;
  /** What main measures has to be in the run: nobody said what else. */
  readonly asMain?: boolean | undefined;
}

export interface Conclusion {
  readonly run: Run;
  readonly confirmation?: Run | undefined;
  readonly verdict: Verdict;
  readonly policy: GatePolicy;
  /** What the report is drawn from. */
  readonly told: ReportInput;
  readonly report: Report;
  readonly exitCode: number;
  /** Where a main job recorded itself. */
  readonly recordedAt?: string | undefined;
  /** Why a main job could not record itself. */
  readonly notRecorded?: string | undefined;
}

export function conclude(
  config: JudgeConfig,
  {
    run,
    earlier,
    gaps = [],
    confirmation,
    confirmable,
    asMain,
    read,
  }: Evidence & { readonly read: BaselineRead },
  ports: JudgePorts,
): Conclusion {
  const { policy } = config;
  const now = new Date(ports.wallClock());
  const references = referencesFrom({ read, run, config, commit: ports.commit, now });
  const ofMain = isHeldAgainstMain(run)
    ? [...warningsOf(read), ...asideWarnings(references, ports.commit)]
    : [];
  const verdict = judge({
    run,
    earlier,
    confirmation,
    confirmable,
    declared: config.declared,
    unmeasured: asMain ? unmeasuredOf({ read, run }, references) : [],
    references,
    absence: absenceOf(read),
    placements: placementsOf(read, run),
    warnings: [...ofMain, ...gaps],
    policy,
  });
  const told = {
    name: config.name,
    verdict,
    run,
    confirmation,
    policy,
    commit: ports.commit,
    history: seriesFrom(references, policy.cells.keys()),
    reproduce: ports.reproduce,
    baselineSource: read.source,
    acceptLabel: ports.acceptLabel,
  };
  const exitCode = exitCodeOf(verdict.kind, policy);
  return { run, confirmation, verdict, policy, told, report: reportFrom(told), exitCode };
}

/** The same with its regression agreed to; any other verdict stays as it is. */
export function accepted(conclusion: Conclusion, acceptance: Acceptance): Conclusion {
  const { policy } = conclusion;
  if (conclusion.verdict.kind !== "regressed") return conclusion;
  const verdict: Verdict = { ...conclusion.verdict, kind: "accepted" };
  const told = { ...conclusion.told, verdict, acceptance };
  const exitCode = exitCodeOf(verdict.kind, policy);
  return { ...conclusion, verdict, told, report: reportFrom(told), exitCode };
}

/** The same with something more to say, which changes no verdict. */
export function warned(conclusion: Conclusion, warnings: readonly Warning[]): Conclusion {
  if (warnings.length === 0) return conclusion;
  const { verdict: before } = conclusion;
  const verdict: Verdict = { ...before, warnings: [...before.warnings, ...warnings] };
  const told = { ...conclusion.told, verdict };
  return { ...conclusion, verdict, told, report: reportFrom(told) };
}
