// Digest: what is kept of each request once its answer has been taken in, so that an hour of them fits into memory.
import { type Micros, toMilliseconds } from "../time.ts";
import { type Derived, derive } from "./derive.ts";
import { ManyValues } from "./distribution.ts";
import type { Measured } from "./measured.ts";
import type {
  Attempted,
  Completed,
  Dropped,
  Failed,
  Interrupted,
  Piece,
  RequestRecord,
} from "./record.ts";

/** In the place of an answer's pieces: its own times and what of its pieces is still asked for. */
interface Kept {
  readonly derived: Omit<Derived, "itl">;
  readonly pieceCount: number;
  readonly firstPieceAt?: Micros;
  /** Absent where all of them arrived while requests were still being sent, and so inside of the window. */
  readonly pieces?: readonly Piece[];
}

type Digested<T extends Attempted> = Omit<T, "pieces"> & Kept;
export type DigestedAttempted = Digested<Attempted>;
export type DigestedCompleted = Digested<Completed>;
export type DigestedFailed = Digested<Failed>;
export type DigestedRecord = DigestedCompleted | DigestedFailed | Digested<Interrupted> | Dropped;

/** A measurement ready to be counted: records in planned order, and every gap between pieces of completed answers. */
export interface DigestedMeasurement extends Omit<Measured, "records"> {
  readonly records: readonly DigestedRecord[];
  readonly gaps: ManyValues;
}

interface Task {
  /** Answers that ended later may have pieces outside of the window. */
  readonly sendingEndedAt: Micros;
  readonly saveResponses: boolean;
}

function kept(record: Attempted, derived: Kept["derived"], keepsPieces: boolean): Kept {
  const { pieces } = record;
  const [first] = pieces;
  return {
    derived,
    pieceCount: pieces.length,
    ...(first && { firstPieceAt: first.at }),
    ...(keepsPieces && { pieces }),
  };
}

/** Without texts nobody saves. */
function textsOf({ text, reasoning }: Attempted, { saveResponses }: Task) {
  return saveResponses ? { text, reasoning } : { text: "", reasoning: "" };
}

function digestOne(record: RequestRecord, task: Task, gaps: ManyValues, isEarly: boolean) {
  if (record.outcome === "dropped") return record;
  const { itl, ...derived } = derive(record);
  if (record.outcome === "completed") for (const gap of itl) gaps.add(toMilliseconds(gap));
  const { pieces: _, toolCallText: __, ...rest } = record;
  const keepsPieces = isEarly || record.endedAt > task.sendingEndedAt;
  return { ...rest, ...textsOf(record, task), ...kept(record, derived, keepsPieces) };
}

/** One pass over the records, which may come from a file and in any order. */
export function digest(measured: Measured): DigestedMeasurement {
  const { workload } = measured;
  const gaps = new ManyValues();
  // Of fewer requests than these the window ends with the last completion, wherever that lies.
  const early = 2 * (workload.load.kind === "closed" ? workload.load.concurrency : 1);
  const records: DigestedRecord[] = [];
  for (const record of measured.records)
    records.push(digestOne(record, measured, gaps, records.length < early));
  return { ...measured, records: records.toSorted((a, b) => a.id - b.id), gaps };
}
