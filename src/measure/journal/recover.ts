// Recovering: a journal that a crash left behind → the run that it was on the way to.
import { duetRunFrom } from "../../metrics/duet/duet-run.ts";
import type { JournalEntry, RunHead, WorkloadHead } from "../../metrics/run/journal.ts";
import type { Measured, MeasuredRound } from "../../metrics/run/measured.ts";
import { workloadRunFrom } from "../../metrics/run/workload-run.ts";
import type { Run, WorkloadRun } from "../../metrics/run.ts";
import type { DigestedRecord } from "../../metrics/values/digest.ts";
import { ManyValues } from "../../metrics/values/distribution.ts";
import { type Micros, micros } from "../../time.ts";
import { warning } from "../../warning.ts";
import type { Side } from "../../workload/duet/order.ts";

interface Part {
  readonly head: WorkloadHead;
  readonly records: Readonly<Record<Side, DigestedRecord[]>>;
}

const recovered = warning(
  "recovered",
  "rebuilt from the journal of a measurement that was cut off: warm-up, ITL and the client's own health are not known",
);

/** When the last request was seen to end: nothing is known of what came after. */
function lastOf(records: readonly DigestedRecord[]): Micros {
  const ends = records.map((record) =>
    record.outcome === "dropped" ? record.scheduledAt : record.endedAt,
  );
  return micros(ends.reduce<number>((last, end) => Math.max(last, end), 0));
}

/** As far as the records tell: a round's sending ended no later than its last answer. */
function roundsOf(records: readonly DigestedRecord[]): MeasuredRound[] {
  const count = 1 + records.reduce((last, { round = 0 }) => Math.max(last, round), 0);
  return Array.from({ length: count }, (_, index) => ({
    sendingEndedAt: lastOf(records.filter(({ round }) => round === index)),
    gaps: new ManyValues(),
  }));
}

function measuredFrom({ head, records }: Part, side: Side): Measured {
  const own = records[side].toSorted((a, b) => a.id - b.id);
  return {
    ...head,
    records: own,
    gaps: new ManyValues(),
    ...(head.baseEndpoint !== undefined && { rounds: roundsOf(own) }),
    sendingEndedAt: lastOf(own),
    stopped: "cancelled",
    warmUp: { attempted: 0, completed: 0 },
    obstacles: [],
    warnings: [recovered],
  };
}

const none: ReadonlySet<string> = new Set();

/** Which rounds of a duet were whole is not known: what is left of it is not judged anyway. */
function workloadFrom(part: Part): WorkloadRun {
  const candidate = measuredFrom(part, "candidate");
  const { baseEndpoint: endpoint } = part.head;
  if (endpoint === undefined) return workloadRunFrom(candidate, none);
  const base = measuredFrom(part, "base");
  return duetRunFrom({ candidate, base, endpoint, first: [], complete: 0 }, none);
}

function begun(head: WorkloadHead): Part {
  return { head, records: { base: [], candidate: [] } };
}

type Ended = Extract<JournalEntry, { readonly request: DigestedRecord }>;

function keep({ request, side }: Ended, part: Part | undefined): void {
  part?.records[side ?? "candidate"].push(request);
}

/**
 * The first run of a journal; a second one would be its confirmation. What is no line of a journal, as the last one that
 * was cut may be, is left out. Undefined where there is no run at all.
 */
export function recover(entries: Iterable<JournalEntry | undefined>): Run | undefined {
  let run: RunHead | undefined;
  const parts: Part[] = [];
  for (const entry of entries) {
    if (entry === undefined) continue;
    if ("run" in entry && run) break;
    if ("run" in entry) run = entry.run;
    else if ("workload" in entry) parts.push(begun(entry.workload));
    else keep(entry, parts.at(-1));
  }
  return run && { ...run, workloads: parts.map(workloadFrom) };
}
