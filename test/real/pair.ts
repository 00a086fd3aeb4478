// Pair: which of the answers that the witness saw belongs to which record of the run.
import type { RunRecord } from "../../src/metrics/run.ts";
import type { Said } from "./said.ts";

export interface Pair {
  readonly record: RunRecord;
  readonly said: Said;
}

/** How far a record's three instants lie from an answer's, ms; the clocks are aligned at the first request. */
function distance(record: RunRecord, said: Said, origin: number): number {
  const { sentMs, ttftMs, e2eMs } = record;
  if (sentMs === null || ttftMs === null || e2eMs === null) return Number.POSITIVE_INFINITY;
  return (
    Math.abs(sentMs - (said.askedAt - origin)) +
    Math.abs(ttftMs - said.firstContentMs) +
    Math.abs(e2eMs - said.endMs)
  );
}

/** Each record with the nearest answer of the very same text; a record without one is left out. */
export function pairs(records: readonly RunRecord[], answers: readonly Said[]): Pair[] {
  const origin = Math.min(...answers.map(({ askedAt }) => askedAt));
  const free = new Set(answers);
  return records.flatMap((record) => {
    const [said] = [...free]
      .filter(({ text }) => text === record.text)
      .sort((a, b) => distance(record, a, origin) - distance(record, b, origin));
    if (!said) return [];
    free.delete(said);
    return [{ record, said }];
  });
}
