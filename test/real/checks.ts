// Checks: a measured run held against what the server itself said; each check names what contradicts it.
import type { Distribution, RunRecord, WorkloadRun } from "../../src/metrics/run.ts";
import { type Pair, pairs } from "./pair.ts";
import type { Said } from "./said.ts";
import type { ServerClock } from "./words.ts";

export interface Check {
  readonly fact: string;
  /** What speaks against the fact; empty when it holds. */
  readonly against: readonly string[];
}

/** Records are whole microseconds; two clocks and two processes are compared to the same. */
const toleranceMs = 0.001;
/** Means of whole microseconds, summed from three of them. */
const meanToleranceMs = 0.003;

function everyPair(fact: string, paired: readonly Pair[], holds: (pair: Pair) => boolean): Check {
  const against = paired
    .filter((pair) => !holds(pair))
    .map(({ record, said }) => JSON.stringify({ record, said }));
  return { fact, against };
}

function everyRecord(
  fact: string,
  records: readonly RunRecord[],
  holds: (record: RunRecord) => boolean,
): Check {
  return {
    fact,
    against: records.filter((record) => !holds(record)).map((r) => JSON.stringify(r)),
  };
}

function isInOrder({ ttftMs, lastOutputMs, e2eMs }: RunRecord): boolean {
  if (ttftMs === null || lastOutputMs === null || e2eMs === null) return false;
  return 0 < ttftMs && ttftMs <= lastOutputMs && lastOutputMs <= e2eMs;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function distribution(workload: WorkloadRun, id: string): Distribution {
  const found = workload.metrics[id];
  if (!found || !("mean" in found)) throw new Error(`the run has no ${id}`);
  return found;
}

/** Reported ttft, tpot and e2e come from three places; with N equal for all their means must add up. */
function addsUp(workload: WorkloadRun, tokens: number): Check {
  const tail = mean(workload.records.map((r) => (r.e2eMs ?? 0) - (r.lastOutputMs ?? 0)));
  const [ttft, tpot, e2e] = ["ttft", "tpot", "e2e"].map((id) => distribution(workload, id).mean);
  const parts = (ttft ?? 0) + (tokens - 1) * (tpot ?? 0) + tail;
  const difference = Math.abs((e2e ?? 0) - parts);
  // tpot is itself rounded to a whole microsecond, and counts N − 1 times.
  const allowed = meanToleranceMs + (tokens - 1) * (toleranceMs / 2);
  const against = difference <= allowed ? [] : [`e2e ${e2e} ms, parts ${parts} ms`];
  return { fact: "e2e = ttft + (N − 1)·tpot + tail", against };
}

function countsAre(workload: WorkloadRun, requests: number): Check {
  const { attempted, completed, failed, interrupted, dropped } = workload.counts;
  const right = attempted === requests && completed === requests;
  const rest = failed + interrupted + dropped;
  const against = right && rest === 0 ? [] : [JSON.stringify(workload.counts)];
  return { fact: `all ${requests} requests completed`, against };
}

/** One readiness probe, the warm-up, the measurement: nothing else generated. */
function nothingHidden(workload: WorkloadRun, answers: readonly Said[]): Check {
  const expected = 1 + workload.counts.warmUp.attempted + workload.counts.attempted;
  const against = answers.length === expected ? [] : [`${answers.length}, expected ${expected}`];
  return { fact: "the server generated for the probe, the warm-up and the records alone", against };
}

export interface Expected {
  readonly requests: number;
  readonly outputTokens: number;
  /** Whether the server holds that length in this API; else it is the most. */
  readonly exact: boolean;
  readonly streamed: boolean;
}

interface Clocked extends Pair {
  readonly clock: ServerClock;
}

/** None where the server tells no clock in this API; that it does in the others is demanded where it is read. */
function clocked(paired: readonly Pair[]): Clocked[] {
  return paired.flatMap((pair) => (pair.said.clock ? [{ ...pair, clock: pair.said.clock }] : []));
}

function everyClocked(
  fact: string,
  paired: readonly Pair[],
  holds: (pair: Clocked) => boolean,
): Check[] {
  const those = clocked(paired);
  if (those.length === 0) return [];
  const against = those.filter((pair) => !holds(pair)).map((pair) => JSON.stringify(pair));
  return [{ fact, against }];
}

function lengthCheck(paired: readonly Pair[], { outputTokens, exact }: Expected): Check {
  const fact = exact ? "output tokens are exactly as asked for" : "no more tokens than asked for";
  return everyPair(`${fact}, by usage`, paired, ({ record }) => {
    const tokens = record.outputTokens ?? 0;
    const right = exact ? tokens === outputTokens : 0 < tokens && tokens <= outputTokens;
    return right && record.tokenSource === "usage";
  });
}

function tokenChecks(paired: readonly Pair[], expected: Expected): Check[] {
  return [
    lengthCheck(paired, expected),
    everyPair("recorded tokens are those of the server's usage", paired, ({ record, said }) => {
      return record.outputTokens === said.outputTokens && record.inputTokens === said.inputTokens;
    }),
    ...everyClocked(
      "recorded tokens are those of the server's timings",
      paired,
      ({ record, clock }) => record.outputTokens === clock.predictedTokens,
    ),
  ];
}

/** What is missing on either side speaks against the fact. */
function notBelow(ours: number | null, theirs: number | undefined): boolean {
  return ours !== null && theirs !== undefined && ours >= theirs - toleranceMs;
}

function endChecks(paired: readonly Pair[]): Check[] {
  return [
    everyPair("e2e is not below what passed by", paired, ({ record, said }) =>
      notBelow(record.e2eMs, said.endMs),
    ),
    ...everyClocked(
      "e2e is not below the server's own prefill and decoding",
      paired,
      ({ record, clock }) => notBelow(record.e2eMs, clock.promptMs + clock.predictedMs),
    ),
  ];
}

function streamChecks(records: readonly RunRecord[], paired: readonly Pair[]): Check[] {
  return [
    ...everyClocked("ttft is not below the server's own prefill", paired, ({ record, clock }) =>
      notBelow(record.ttftMs, clock.promptMs),
    ),
    everyPair("ttft is not below what passed by", paired, ({ record, said }) =>
      notBelow(record.ttftMs, said.firstContentMs),
    ),
    everyRecord("0 < ttft ≤ last output ≤ e2e", records, isInOrder),
  ];
}

function wholeChecks(paired: readonly Pair[]): Check[] {
  return [
    everyPair("what the server sent whole has no ttft", paired, ({ record, said }) => {
      return said.firstContentMs === undefined && record.ttftMs === null;
    }),
  ];
}

/** What holds in every API. `answers`: all generations of the run in order of asking; the measured ones are the last. */
export function checkAnswers(
  workload: WorkloadRun,
  answers: readonly Said[],
  expected: Expected,
): Check[] {
  const { records } = workload;
  const paired = pairs(records, answers.slice(-records.length));
  const unpaired = records.length - paired.length;
  return [
    countsAre(workload, expected.requests),
    nothingHidden(workload, answers),
    everyRecord("the text is not empty", records, ({ text }) => (text ?? "") !== ""),
    {
      fact: "each recorded text is one that the server sent",
      against: unpaired === 0 ? [] : [`${unpaired} records have no such answer`],
    },
    ...tokenChecks(paired, expected),
    ...endChecks(paired),
    ...(expected.streamed ? streamChecks(records, paired) : wholeChecks(paired)),
  ];
}

/** Chat, streamed, of one length: there the reported means must add up too. */
export function checkRun(
  workload: WorkloadRun,
  answers: readonly Said[],
  { requests, outputTokens }: Pick<Expected, "requests" | "outputTokens">,
): Check[] {
  const expected = { requests, outputTokens, exact: true, streamed: true };
  return [...checkAnswers(workload, answers, expected), addsUp(workload, outputTokens)];
}

/** Requests sent one at a time: the server's decoding clock runs from first token to last, as tpot's does. */
export function checkPace(workload: WorkloadRun, answers: readonly Said[]): Check {
  const paired = pairs(workload.records, answers.slice(-workload.records.length));
  const ratios = clocked(paired)
    .map(({ record, clock }) => {
      return ((record.lastOutputMs ?? 0) - (record.ttftMs ?? 0)) / clock.predictedMs;
    })
    .sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? Number.NaN;
  const against = Math.abs(median - 1) <= 0.1 ? [] : [`median ratio ${median}`];
  return { fact: "the pace is the server's own within 10 %", against };
}

/** Open loop: sent on the drawn schedule, never before it. */
export function checkSchedule({ records }: WorkloadRun): Check {
  return everyRecord("nothing is sent before it is due", records, ({ scheduledMs, sentMs }) => {
    return sentMs !== null && sentMs >= scheduledMs - toleranceMs;
  });
}
