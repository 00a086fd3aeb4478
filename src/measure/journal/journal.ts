// Journal: where ended requests are kept while a measurement runs: in memory, or on disk, where they outlive a crash.

import type { RunHead, WorkloadHead } from "../../metrics/run/journal.ts";
import type { DigestedRecord } from "../../metrics/values/digest.ts";
import type { Redact } from "../../report/text/redact.ts";
import type { Side } from "../../workload/duet/order.ts";

export interface Journal {
  /** `redact` is applied to everything that is kept outside of this process. */
  beginRun(run: RunHead, redact: Redact): void;
  beginWorkload(head: WorkloadHead): void;
  /** `side`: the candidate's, unless it is said. */
  add(record: DigestedRecord, side?: Side): void;
  /** Those of one side of the workload that was begun last, in any order. */
  records(side?: Side): Promise<readonly DigestedRecord[]>;
}

export function memoryJournal(): Journal {
  let records: Readonly<Record<Side, DigestedRecord[]>> = { base: [], candidate: [] };
  return {
    beginRun() {},
    beginWorkload() {
      records = { base: [], candidate: [] };
    },
    add: (record, side = "candidate") => void records[side].push(record),
    records: async (side = "candidate") => records[side],
  };
}
