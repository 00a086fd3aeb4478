// Builders of RequestRecords: a test names only what matters to it. Times in ms from the record's own start.
import type {
  Completed,
  Dropped,
  Failed,
  Interrupted,
  PieceKind,
} from "../../src/metrics/record.ts";
import { fromMilliseconds, micros } from "../../src/time.ts";

export interface RecordShape {
  id?: number;
  /** Request boundary, ms on the clock. */
  start?: number;
  sent?: number;
  /** Arrivals of output, ms from the boundary; one byte each unless `bytes` says otherwise. */
  output?: readonly number[];
  bytes?: readonly number[];
  kinds?: readonly PieceKind[];
  end?: number;
  tokens?: number;
  input?: number;
  streamed?: boolean;
}

function attempted(shape: RecordShape) {
  const start = shape.start ?? 0;
  const at = (offset: number) => fromMilliseconds(start + offset);
  const output = shape.output ?? [];
  return {
    id: shape.id ?? 0,
    phase: "measure" as const,
    scheduledAt: at(0),
    sentAt: at(shape.sent ?? 0),
    status: 200,
    streamed: shape.streamed ?? true,
    pieces: output.map((offset, index) => ({
      at: at(offset),
      bytes: shape.bytes?.[index] ?? 1,
      kind: shape.kinds?.[index] ?? ("text" as const),
    })),
    endedAt: at(shape.end ?? output.at(-1) ?? 0),
    tokens:
      shape.tokens === undefined
        ? { source: "unknown" as const }
        : {
            source: "usage" as const,
            output: shape.tokens,
            ...(shape.input !== undefined && { input: shape.input }),
          },
    freshConnection: false,
    resent: false,
    text: "",
    reasoning: "",
    servedBy: {},
    oddities: [],
  };
}

export function aCompleted(shape: RecordShape = {}): Completed {
  return { ...attempted(shape), outcome: "completed" };
}

export function aFailed(shape: RecordShape & { failure?: Failed["failure"] } = {}): Failed {
  const failure = shape.failure ?? "http_status";
  return { ...attempted(shape), outcome: "failed", failure, detail: "said so" };
}

export function anInterrupted(shape: RecordShape = {}): Interrupted {
  return { ...attempted(shape), outcome: "interrupted" };
}

export function aDropped(id = 0, start = 0): Dropped {
  return { id, phase: "measure", scheduledAt: micros(start * 1_000), outcome: "dropped" };
}
