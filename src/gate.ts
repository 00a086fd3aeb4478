// The program: measure, compare with what main remembers, measure again if it looks slower, judge, record, report.
import type { BaselineRead } from "./baseline/store.ts";
import { type Conclusion, conclude, type Evidence, type JudgePorts, warned } from "./conclude.ts";
import type { Config, JudgeConfig } from "./config/config.ts";
import { confirmationOf, firstMeasurement, measure } from "./measure/measure.ts";
import type { Measurement, MeasurePorts } from "./measure/task.ts";
import type { Run } from "./metrics/run.ts";
import { pinWarnings, recordsFrom } from "./references.ts";
import { needsConfirmation } from "./verdict/judge.ts";
import { thinWarnings } from "./verdict/past/thin.ts";

type RecordPorts = JudgePorts & Pick<MeasurePorts, "log">;

export interface GatePorts extends JudgePorts, MeasurePorts {
  /** A main job: it records itself whatever its verdict, and is green unless it is invalid. */
  readonly record: boolean;
  /** What earlier attempts at the same commit left behind; they are judged with this one. */
  readonly before?: Pick<Evidence, "earlier" | "gaps"> | undefined;
}

/** Judges runs that are already there; nothing can be measured again, so that a stricter level has to do. */
export async function compare(
  config: JudgeConfig,
  evidence: Omit<Evidence, "confirmable">,
  ports: JudgePorts,
): Promise<Conclusion> {
  const read = await ports.baseline.read();
  return conclude(config, { ...evidence, confirmable: false, read }, ports);
}

/** The same as a main job: what was measured before it is recorded. */
export async function compareOnMain(
  config: JudgeConfig,
  evidence: Omit<Evidence, "confirmable">,
  ports: RecordPorts,
): Promise<Conclusion> {
  const read = await ports.baseline.read();
  const run = withoutRounds(evidence.run);
  const judged = { ...evidence, run, confirmable: false, read };
  const conclusion = conclude(asMain(config), judged, ports);
  return recorded(config, { ...conclusion, read }, ports);
}

/** The whole job of the gate. The baseline is read first: a broken one costs no requests. */
export async function gate(config: Config, ports: GatePorts): Promise<Conclusion> {
  const read = await ports.baseline.read();
  const settled = ports.record ? alone(asMain(config)) : config;
  const measurement = firstMeasurement(settled, ports);
  const run = await measure(settled, measurement, ports);
  const confirmable = config.policy.confirm > 0;
  const first = conclude(settled, { run, ...ports.before, confirmable, read }, ports);
  const conclusion = needsConfirmation(first.verdict)
    ? await confirmed({ settled, first, read, measurement }, ports)
    : first;
  return ports.record ? recorded(config, { ...conclusion, read }, ports) : conclusion;
}

const lenient = { onRegression: "warn", onInconclusive: "pass", onNoBaseline: "pass" } as const;

/** Main is judged for its history's sake: red there would block what has already landed. */
function asMain<C extends JudgeConfig>(config: C): C {
  return { ...config, policy: { ...config.policy, ...lenient } };
}

/** Main remembers one endpoint at a time. */
function alone(config: Config): Config {
  return { ...config, duet: undefined };
}

/** The same where it was measured in rounds before anybody knew that it is main's. */
function withoutRounds(run: Run): Run {
  return { ...run, workloads: run.workloads.map(({ duet: _, ...alone }) => alone) };
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
  const evidence = { run, ...ports.before, confirmation, confirmable: false, read };
  return conclude(settled, evidence, ports);
}

async function recorded(
  config: JudgeConfig,
  { read, ...conclusion }: Conclusion & { readonly read: BaselineRead },
  { baseline, log }: RecordPorts,
): Promise<Conclusion> {
  const { run, confirmation, verdict } = conclusion;
  if (verdict.kind === "invalid") {
    log.warn("Not recorded: the measurement is not valid.");
    return conclusion;
  }
  const records = recordsFrom({ read, run, confirmation, config });
  const told = warned(conclusion, [
    ...pinWarnings({ read, config }, records),
    ...thinWarnings(run, records),
  ]);
  const recorded = await baseline.record({ run, records, keep: config.policy.history });
  if (recorded.kind === "recorded") return { ...told, recordedAt: recorded.at };
  log.warn(`Not recorded: ${recorded.why}.`);
  return { ...told, notRecorded: recorded.why };
}
