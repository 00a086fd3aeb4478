// The program: measure, compare with what main remembers, measure again if it looks slower, judge, record, report.
import type { BaselineRead, BaselineStore } from "./baseline/store.ts";
import type { Config, JudgeConfig } from "./config/config.ts";
import { confirmationOf, firstMeasurement, measure } from "./measure/measure.ts";
import type { Measurement, MeasurePorts } from "./measure/workload.ts";
import type { Run } from "./metrics/run.ts";
import { absenceOf, recordsFrom, referencesFrom, seriesFrom, warningsOf } from "./references.ts";
import type { Acceptance, ReportInput } from "./report/input.ts";
import { type Report, reportFrom } from "./report/report.ts";
import { judge, needsConfirmation } from "./verdict/judge.ts";
import { exitCodeOf, type GatePolicy } from "./verdict/policy.ts";
import type { Verdict } from "./verdict/verdict.ts";

export interface JudgePorts extends Pick<MeasurePorts, "wallClock"> {
  readonly baseline: BaselineStore;
  /** The commits that the report names, and those that lead to the base, the nearest first. */
  readonly commit: {
    readonly head?: string | undefined;
    readonly base?: string | undefined;
    readonly ancestors?: readonly string[] | undefined;
  };
  /** The command that repeats this comparison. */
  readonly reproduce: string;
  /** The label by which people accept a slowdown, where they can. */
  readonly acceptLabel?: string | undefined;
}

export interface GatePorts extends JudgePorts, MeasurePorts {
  /** A main job: it records itself whatever its verdict, and is green unless it is invalid. */
  readonly record: boolean;
}

/** Runs to judge: one measurement, or two where the first looked slower. */
export interface Evidence {
  readonly run: Run;
  /** Runs of earlier attempts at the same commit: they are judged together. */
  readonly earlier?: readonly Run[] | undefined;
  readonly confirmation?: Run | undefined;
  /** A second measurement can still be made. */
  readonly confirmable: boolean;
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

/** Judges runs that are already there. */
export async function compare(
  config: JudgeConfig,
  evidence: Omit<Evidence, "confirmable">,
  ports: JudgePorts,
): Promise<Conclusion> {
  const read = await ports.baseline.read();
  return conclude(config, { ...evidence, confirmable: false, read }, ports);
}

/** The whole job of the gate. The baseline is read first: a broken one costs no requests. */
export async function gate(config: Config, ports: GatePorts): Promise<Conclusion> {
  const read = await ports.baseline.read();
  const settled = ports.record ? { ...config, policy: lenient(config.policy) } : config;
  const measurement = firstMeasurement(config, ports);
  const run = await measure(config, measurement, ports);
  const confirmable = config.policy.confirm > 0;
  const first = conclude(settled, { run, confirmable, read }, ports);
  const conclusion = needsConfirmation(first.verdict)
    ? await confirmed({ settled, first, read, measurement }, ports)
    : first;
  return ports.record ? recorded(config, { ...conclusion, read }, ports) : conclusion;
}

/** Main is judged for its history's sake: red there would block what has already landed. */
function lenient(policy: GatePolicy): GatePolicy {
  return { ...policy, onRegression: "warn", onInconclusive: "pass", onNoBaseline: "pass" };
}

interface Unconfirmed {
  readonly settled: Config;
  readonly first: Conclusion;
  readonly read: BaselineRead;
  readonly measurement: Measurement;
}

async function confirmed(unconfirmed: Unconfirmed, ports: GatePorts): Promise<Conclusion> {
  const { settled, first, read, measurement } = unconfirmed;
  const { run } = first;
  ports.log.info("It looks slower: measuring a second time.");
  const confirmation = await measure(settled, confirmationOf(measurement, settled, run), ports);
  return conclude(settled, { run, confirmation, confirmable: false, read }, ports);
}

function conclude(
  config: JudgeConfig,
  { run, earlier, confirmation, confirmable, read }: Evidence & { readonly read: BaselineRead },
  ports: JudgePorts,
): Conclusion {
  const { policy } = config;
  const now = new Date(ports.wallClock());
  const references = referencesFrom({ read, run, config, commit: ports.commit, now });
  const verdict = judge({
    run,
    earlier,
    confirmation,
    confirmable,
    declared: config.declared,
    references,
    absence: absenceOf(read),
    warnings: warningsOf(read),
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

async function recorded(
  config: Config,
  { read, ...conclusion }: Conclusion & { readonly read: BaselineRead },
  { baseline, log }: GatePorts,
): Promise<Conclusion> {
  const { run, confirmation, verdict } = conclusion;
  if (verdict.kind === "invalid") {
    log.warn("Not recorded: the measurement is not valid.");
    return conclusion;
  }
  const records = recordsFrom({ read, run, confirmation, config });
  const recorded = await baseline.record({ run, records, keep: config.policy.history });
  if (recorded.kind === "recorded") return { ...conclusion, recordedAt: recorded.at };
  log.warn(`Not recorded: ${recorded.why}.`);
  return { ...conclusion, notRecorded: recorded.why };
}
