// Measuring: every workload in turn; together they are a Run.
import type { Config, Target } from "../config/config.ts";
import type { RunHead } from "../metrics/run/journal.ts";
import type { Run, WorkloadRun } from "../metrics/run.ts";
import { type Redact, redactAll, redactor } from "../report/text/redact.ts";
import { micros } from "../time.ts";
import { tool } from "../version.ts";
import { capsAfter, checkCaps, costLine, jobsCostLine } from "./caps.ts";
import { measureDuet } from "./duet/duet.ts";
import { environmentOf, isAuthenticated, secretsOf, shownEndpoint } from "./job.ts";
import type { Measurement, MeasurePorts } from "./task.ts";
import { trustWarnings, withTrustOf } from "./trust.ts";
import { measureWorkload } from "./workload.ts";

/** Measures every workload in turn; what could not be measured is in the run as invalid, with its reason. */
export async function measure(
  config: Config,
  { measurement, deadlineAt, caps: granted }: Measurement,
  ports: MeasurePorts,
): Promise<Run> {
  const { commit, runId, attempt, repository } = ports.job;
  const createdAt = new Date(ports.wallClock()).toISOString();
  const head: RunHead = {
    schema: 1,
    kind: "latency-gate-run",
    tool,
    name: config.name,
    createdAt,
    commit,
    runId,
    attempt,
    repository,
    measurement,
    endpoint: shownEndpoint(config.target),
    environment: environmentOf(config, ports.job),
    boundaries: "client",
  };
  const redact = redactor(targetsOf(config).flatMap(secretsOf));
  ports.journal?.beginRun(head, redact);
  const workloads: WorkloadRun[] = [];
  const trusting = withTrustOf(config.target, discreet(ports, redact));
  const untrusted = trustWarnings(config);
  let caps = granted;
  for (const workload of config.workloads) {
    const task = { workload, measurement, deadlineAt, caps };
    const run = config.duet
      ? await measureDuet(config, { ...task, duet: config.duet }, trusting)
      : await measureWorkload(config, task, trusting);
    caps = capsAfter(caps, workload, run);
    const authenticated = isAuthenticated(config.target);
    workloads.push({ ...run, authenticated, warnings: [...untrusted, ...run.warnings] });
  }
  return redactAll({ ...head, workloads }, redact);
}

/** What an endpoint echoes while it is waited for goes to the log. */
function discreet({ log, ...ports }: MeasurePorts, redact: Redact): MeasurePorts {
  const info = (line: string) => log.info(redact(line));
  const warn = (line: string) => log.warn(redact(line));
  return { ...ports, log: { ...log, info, warn } };
}

function targetsOf({ target, duet }: Config): readonly Target[] {
  return duet ? [target, { ...target, endpoint: duet.endpoint }] : [target];
}

/** The first measurement of a job that starts now: its cost is checked against the caps and said. */
export function firstMeasurement(config: Config, ports: MeasurePorts): Measurement {
  checkCaps(config);
  return announced(costLine(config), config, ports);
}

/** The same where several jobs are measured one after the other, within one budget and the same caps. */
export function firstOfJobs(config: Config, jobs: number, ports: MeasurePorts): Measurement {
  checkCaps(config, jobs);
  return announced(jobsCostLine(config, jobs), config, ports);
}

function announced(plan: string, config: Config, { clock, log }: MeasurePorts): Measurement {
  log.info(plan);
  for (const { message } of trustWarnings(config)) log.warn(`Warning: ${message}.`);
  const { budget, maxRequests, maxTokens } = config.measure;
  return {
    measurement: "first",
    deadlineAt: micros(clock.now() + budget),
    caps: { requests: maxRequests, tokens: maxTokens },
  };
}

/** A second one within the same budget and what is left of the caps. */
export function confirmationOf(first: Measurement, config: Config, run: Run): Measurement {
  return { ...nextJob(first, config, run), measurement: "confirmation" };
}

/** That of another job within the same budget and what is left of the caps. */
export function nextJob(before: Measurement, config: Config, run: Run): Measurement {
  const caps = config.workloads.reduce((left, workload) => {
    const done = run.workloads.find(({ name }) => name === workload.name);
    return done ? capsAfter(left, workload, done) : left;
  }, before.caps);
  return { ...before, caps };
}
