// Recovering: a journal that a crash left behind → the run that it was on the way to.

import type { JournalEntry, RunHead, WorkloadHead } from "../../metrics/run/journal.ts";
import type { Measured } from "../../metrics/run/measured.ts";
import { workloadRunFrom } from "../../metrics/run/workload-run.ts";
import type { Run } from "../../metrics/run.ts";
import type { DigestedRecord } from "../../metrics/values/digest.ts";
import { ManyValues } from "../../metrics/values/distribution.ts";
import { type Micros, micros } from "../../time.ts";
import { warning } from "../../warning.ts";

interface Part {
  readonly head: WorkloadHead;
  readonly records: DigestedRecord[];
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

function measuredFrom({ head, records }: Part): Measured {
  return {
    ...head,
    records: records.toSorted((a, b) => a.id - b.id),
    gaps: new ManyValues(),
    sendingEndedAt: lastOf(records),
    stopped: "cancelled",
    warmUp: { attempted: 0, completed: 0 },
    obstacles: [],
    warnings: [recovered],
  };
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
    else if ("workload" in entry) parts.push({ head: entry.workload, records: [] });
    else parts.at(-1)?.records.push(entry.request);
  }
  const none: ReadonlySet<string> = new Set();
  return (
    run && { ...run, workloads: parts.map((part) => workloadRunFrom(measuredFrom(part), none)) }
  );
}
