// Records: each answer digested as soon as it was read, all of them in planned order when the load is over.
import { estimated } from "../dialect/reading/estimate.ts";
import type { RecordSink } from "../load/send.ts";
import { type DigestedRecord, Digester, type DigesterOptions } from "../metrics/values/digest.ts";
import type { ManyValues } from "../metrics/values/distribution.ts";
import { loadTokenCounter } from "../tokens.ts";
import type { Side } from "../workload/duet/order.ts";
import type { Encoding } from "../workload/workload.ts";
import type { Journal } from "./journal/journal.ts";

export interface Records {
  readonly sink: RecordSink;
  readonly gaps: ManyValues;
  inOrder(): Promise<readonly DigestedRecord[]>;
}

export function recordsIn(journal: Journal, options: DigesterOptions): Records {
  const digester = new Digester(options);
  return {
    gaps: digester.gaps,
    sink: {
      add: (record) => journal.add(digester.digest(record)),
      sendingEnded: () => digester.sendingEnded(),
    },
    inOrder: () => inOrder(journal),
  };
}

/** Those of one side of a duet, or of the only one there is. */
export async function inOrder(journal: Journal, side?: Side): Promise<readonly DigestedRecord[]> {
  return (await journal.records(side)).toSorted((a, b) => a.id - b.id);
}

/** Where the server counts, its counts stand; the tokenizer is loaded only where it does not. */
export async function counted(
  records: readonly DigestedRecord[],
  encoding: Encoding,
): Promise<{ records: readonly DigestedRecord[]; encoding?: string }> {
  // Without a piece of output there is nothing to count: plain HTTP.
  const isUncounted = (record: DigestedRecord) =>
    record.outcome === "completed" && record.tokens.source === "unknown" && record.pieceCount > 0;
  if (!records.some(isUncounted)) return { records };
  const counter = await loadTokenCounter(encoding);
  return {
    records: records.map((record) => estimated(record, counter, { besideUsage: true })),
    encoding,
  };
}
