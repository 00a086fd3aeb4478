// Several jobs of one endpoint, one after the other: each as if it were alone, all within one budget and the same caps.
import type { Config } from "../config/config.ts";
import type { Run, WorkloadRun } from "../metrics/run.ts";
import { firstOfJobs, measure, nextJob } from "./measure.ts";
import type { Measurement, MeasurePorts } from "./task.ts";

export interface MeasuredJob {
  readonly run: Run;
  /** Why it does not count, a clause each; empty where it does. */
  readonly faults: readonly string[];
}

export interface MeasuredJobs {
  readonly jobs: readonly MeasuredJob[];
  /** Why not all of them were measured, a clause. */
  readonly stopped?: string;
}

/** What is there counts, whatever stops the rest. */
export async function measureJobs(config: Config, ports: MeasurePorts): Promise<MeasuredJobs> {
  const jobs: MeasuredJob[] = [];
  let next = firstOfJobs(config, config.jobs, ports);
  let longest = 0;
  while (jobs.length < config.jobs) {
    const nth = jobs.length + 1;
    ports.log.info(`Job ${nth} of ${config.jobs}.`);
    const startedAt = ports.clock.now();
    const run = await measure(config, next, asJob(ports, nth));
    const job = { run, faults: faultsOf(run) };
    jobs.push(job);
    for (const fault of job.faults) ports.log.warn(`Job ${nth} does not count: ${fault}.`);
    longest = Math.max(longest, ports.clock.now() - startedAt);
    const before = next;
    next = nextJob(before, config, run);
    const stopped = obstacle({ run, before, next, longest }, ports);
    if (stopped !== undefined && jobs.length < config.jobs) return { jobs, stopped };
  }
  return { jobs };
}

/** Its prompts' nonces are its own, so that no prefix cache knows them from the job before. */
function asJob(ports: MeasurePorts, nth: number): MeasurePorts {
  return { ...ports, job: { ...ports.job, entropy: `${ports.job.entropy}.${nth}` } };
}

/** A job that ended before its plan would be compared with whole ones. */
const cutShort: ReadonlySet<string> = new Set(["budget", "cap", "cancelled"]);

function faultsOf({ workloads }: Run): string[] {
  return workloads.flatMap(({ name, invalid, warnings, counts }) => {
    const cut = warnings.filter(({ code }) => cutShort.has(code));
    const told = invalid.length > 0 ? invalid : cut;
    const found = told.map(({ message }) => `${name}: ${message}`);
    return found.length > 0 || counts.completed > 0 ? found : [`${name}: no request completed`];
  });
}

interface Progress {
  readonly run: Run;
  readonly before: Measurement;
  readonly next: Measurement;
  /** Microseconds of the longest job so far. */
  readonly longest: number;
}

/** What speaks against another job after this one. */
function obstacle(progress: Progress, { signal, clock }: MeasurePorts): string | undefined {
  const { run, before, next, longest } = progress;
  if (signal.aborted) return "it was cancelled";
  if (run.workloads.every(isSilent)) return "the endpoint completed no request";
  if (clock.now() + longest > next.deadlineAt) return "the budget does not last for another one";
  const short = (["requests", "tokens"] as const).some((what) => {
    const [had, left] = [before.caps[what], next.caps[what]];
    return had !== undefined && left !== undefined && left < had - left;
  });
  return short ? "max-requests or max-tokens does not last for another one" : undefined;
}

function isSilent({ counts }: WorkloadRun): boolean {
  return counts.completed === 0;
}
