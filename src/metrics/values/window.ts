// The window of the deployment's metrics, and what arrived inside it.
import { type Micros, micros } from "../../time.ts";
import type { Dropped } from "../record.ts";
import type { DigestedAttempted, DigestedRecord } from "./digest.ts";

/** Instants; what arrives at `startAt` or at `endAt` itself is inside. */
export interface Window {
  readonly startAt: Micros;
  readonly endAt: Micros;
  readonly end: "end-of-sending" | "last-completion";
}

export interface WindowInput {
  readonly records: readonly DigestedRecord[];
  /** Duration elapsed, or the last planned request sent. */
  readonly sendingEndedAt: Micros;
  /** Closed loop: requests in flight. Open loop: 1, since arrivals do not wait for completions. */
  readonly concurrency: number;
}

export function isAttempted<T extends { readonly outcome: string }>(
  record: T,
): record is Exclude<T, Dropped> {
  return record.outcome !== "dropped";
}

export function isCompleted<T extends { readonly outcome: string }>(
  record: T,
): record is Extract<T, { readonly outcome: "completed" }> {
  return record.outcome === "completed";
}

/**
 * From the first measured send to the end of sending. With fewer than 2 × concurrency requests the
 * last of them would mostly arrive after it, so the window then ends with the last completion.
 * Undefined when nothing was sent.
 */
export function windowOf({
  records,
  sendingEndedAt,
  concurrency,
}: WindowInput): Window | undefined {
  const attempted = records.filter(isAttempted);
  const sends = attempted.flatMap(({ sentAt }) => sentAt ?? []);
  if (sends.length === 0) return undefined;
  const startAt = micros(
    sends.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY),
  );
  const lastCompletion = attempted
    .filter(isCompleted)
    .reduce<number>((last, { endedAt }) => Math.max(last, endedAt), startAt);
  if (attempted.length < 2 * concurrency) {
    return { startAt, endAt: micros(lastCompletion), end: "last-completion" };
  }
  return { startAt, endAt: sendingEndedAt, end: "end-of-sending" };
}

/** Tokens of one request that arrived inside: its N spread over its pieces by their UTF-8 length. */
export function outputInside(record: DigestedAttempted, { startAt, endAt }: Window): number {
  if (record.tokens.output === undefined || record.pieceCount === 0) return 0;
  if (!record.pieces) return record.tokens.output;
  const total = record.pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  const inside = record.pieces
    .filter(({ at }) => at >= startAt && at <= endAt)
    .reduce((sum, { bytes }) => sum + bytes, 0);
  return (record.tokens.output * inside) / total;
}

/** Input tokens count when the first output arrives: the prompt has been processed by then. */
export function inputInside(record: DigestedAttempted, { startAt, endAt }: Window): number {
  const first = record.firstPieceAt;
  if (record.tokens.input === undefined || first === undefined) return 0;
  return first >= startAt && first <= endAt ? record.tokens.input : 0;
}
