// Journal: where ended requests are kept while a measurement runs: in memory, or on disk, where they outlive a crash.

import type { RunHead, WorkloadHead } from "../../metrics/run/journal.ts";
import type { DigestedRecord } from "../../metrics/values/digest.ts";
import type { Redact } from "../../report/text/redact.ts";

export interface Journal {
  /** `redact` is applied to everything that is kept outside of this process. */
  beginRun(run: RunHead, redact: Redact): void;
  beginWorkload(head: WorkloadHead): void;
  add(record: DigestedRecord): void;
  /** Of the workload that was begun last, in any order. */
  records(): Promise<readonly DigestedRecord[]>;
}

export function memoryJournal(): Journal {
  let records: DigestedRecord[] = [];
  return {
    beginRun() {},
    beginWorkload() {
      records = [];
    },
    add: (record) => void records.push(record),
    records: async () => records,
  };
}
