// Pair: which of the answers that the witness saw belongs to which record of the run.
import type { RunRecord } from "../../src/metrics/run.ts";
import type { Said } from "./said.ts";

export interface Pair {
  readonly record: RunRecord;
  readonly said: Said;
}

function gap(ours: number | null, theirs: number | undefined): number {
  return ours === null || theirs === undefined ? 0 : Math.abs(ours - theirs);
}

/** How far a record's instants lie from an answer's, ms; the clocks are aligned at the first request. */
function distance({ sentMs, ttftMs, e2eMs }: RunRecord, said: Said, origin: number): number {
  return (
    gap(sentMs, said.askedAt - origin) + gap(ttftMs, said.firstContentMs) + gap(e2eMs, said.endMs)
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
