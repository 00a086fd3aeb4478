// A campaign: main's jobs seed a history, then changed and unchanged pull requests are judged by the whole program.
import type { Conclusion } from "../../../src/conclude.ts";
import { regressedOf } from "../../../src/report/rank.ts";

/** What a pull request did to the endpoint. */
export const changes = ["nothing", "waiting", "pace", "errors"] as const;
export type Change = (typeof changes)[number];

/** One job of the gate at an endpoint that was changed so; a recording one is of main. */
export type Lab = (change: Change, record: boolean) => Promise<Conclusion>;

export interface Size {
  readonly main: number;
  readonly pullRequests: Readonly<Record<Change, number>>;
}

export interface Tally {
  readonly change: Change;
  readonly jobs: number;
  readonly red: number;
  /** Red, and for the right reason. */
  readonly explained: number;
  /** What was said of the others, and of those that should have been green. */
  readonly misjudged: readonly string[];
  /** Green with a warning. */
  readonly inconclusive: number;
  /** Measurements that were thrown away and made again, as they were not valid. */
  readonly repeated: number;
}

/** A busy machine spoils measurements; one that always does has no figure. */
const mostTries = 20;

export async function* campaign(lab: Lab, size: Size): AsyncGenerator<Tally> {
  for (let job = 0; job < size.main; job += 1) await validJob(() => lab("nothing", true));
  for (const change of changes) {
    const jobs = size.pullRequests[change];
    if (jobs > 0) yield await tallyOf(lab, change, jobs);
  }
}

async function tallyOf(lab: Lab, change: Change, jobs: number): Promise<Tally> {
  const tally = { change, jobs, red: 0, explained: 0, inconclusive: 0, repeated: 0 };
  const misjudged: string[] = [];
  for (let job = 0; job < jobs; job += 1) {
    const { conclusion, repeated } = await validJob(() => lab(change, false));
    tally.repeated += repeated;
    const [red, right] = [conclusion.exitCode === 1, explains(conclusion, change)];
    if (red) tally.red += 1;
    if (red && right) tally.explained += 1;
    if (red !== (change !== "nothing") || (red && !right)) misjudged.push(saidOf(conclusion));
    if (conclusion.verdict.kind === "inconclusive") tally.inconclusive += 1;
  }
  return { ...tally, misjudged };
}

function saidOf({ verdict }: Conclusion): string {
  const moved = verdict.workloads.map(({ explanation }) => explanation?.sentence ?? "");
  return [verdict.kind, ...verdict.because, ...moved].join(" ");
}

async function validJob(job: () => Promise<Conclusion>) {
  let why: readonly string[] = [];
  for (let repeated = 0; repeated < mostTries; repeated += 1) {
    const conclusion = await job();
    if (conclusion.verdict.kind !== "invalid") return { conclusion, repeated };
    why = conclusion.verdict.because;
  }
  throw new Error(`${mostTries} measurements in a row were invalid: ${why.join(" ")}`);
}

/** Cells in which each change must show first. */
const shows: Readonly<Record<Exclude<Change, "nothing">, RegExp>> = {
  waiting: /^ttft\./,
  pace: /^tpot\./,
  errors: /^error_rate$/,
};

/** Whether the worst finding, which the headline names, is of what was changed, and so is the part of E2E that moved. */
function explains({ verdict }: Conclusion, change: Change): boolean {
  const [workload] = verdict.workloads;
  if (!workload || change === "nothing") return false;
  const [worst] = regressedOf(workload.comparisons);
  if (!worst || !shows[change].test(worst.cell.id)) return false;
  return change === "errors" || workload.explanation?.moved === change;
}

export interface Bar {
  readonly change: Change;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Shares of the jobs that may, or must, be red; red for another reason counts as not found. */
export const bars: readonly Bar[] = [
  { change: "nothing", atMost: 0 },
  { change: "waiting", atLeast: 0.9 },
  { change: "pace", atLeast: 0.9 },
  { change: "errors", atLeast: 0.9 },
];

export function isKept({ change, jobs, red, explained }: Tally): boolean {
  const bar = bars.find((one) => one.change === change);
  return red <= (bar?.atMost ?? 1) * jobs && explained >= (bar?.atLeast ?? 0) * jobs;
}
