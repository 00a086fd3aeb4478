// The window of the deployment's metrics, and what arrived inside it.
import { type Micros, micros } from "../../time.ts";
import type { Dropped } from "../record.ts";
import type { DigestedAttempted, DigestedRecord } from "./digest.ts";

/** Instants; what arrives at `startAt` or at `endAt` itself is inside. */
interface Stretch {
  readonly startAt: Micros;
  readonly endAt: Micros;
}

export interface Window {
  /** One, in a duet one for each round: what the other endpoint took lies between them. Ascending, at least one. */
  readonly stretches: readonly Stretch[];
  readonly end: "end-of-sending" | "last-completion";
}

export interface WindowInput {
  readonly records: readonly DigestedRecord[];
  /** Duration elapsed, or the last planned request sent. */
  readonly sendingEndedAt: Micros;
  /** Closed loop: requests in flight. Open loop: 1, since arrivals do not wait for completions. */
  readonly concurrency: number;
  /** In a duet: when each round's sending ended. */
  readonly rounds?: readonly Pick<WindowInput, "sendingEndedAt">[] | undefined;
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

export function durationOf({ stretches }: Window): Micros {
  return micros(stretches.reduce((sum, { startAt, endAt }) => sum + endAt - startAt, 0));
}

export function isInside(at: Micros, { stretches }: Window): boolean {
  return stretches.some(({ startAt, endAt }) => at >= startAt && at <= endAt);
}

/** Undefined when nothing was sent. */
export function windowOf({ rounds, ...whole }: WindowInput): Window | undefined {
  const parts = rounds?.map(({ sendingEndedAt }, index) => ({
    ...whole,
    sendingEndedAt,
    records: whole.records.filter(({ round }) => round === index),
  }));
  const windows = (parts ?? [whole]).flatMap((part) => stretchOf(part) ?? []);
  const [cut] = windows.filter(({ end }) => end === "last-completion");
  if (windows.length === 0) return undefined;
  return {
    stretches: windows.map(({ startAt, endAt }) => ({ startAt, endAt })),
    end: cut?.end ?? "end-of-sending",
  };
}

/**
 * From the first measured send to the end of sending. With fewer than 2 × concurrency requests the
 * last of them would mostly arrive after it, so it then ends with the last completion.
 */
function stretchOf({
  records,
  sendingEndedAt,
  concurrency,
}: WindowInput): (Stretch & Pick<Window, "end">) | undefined {
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
export function outputInside(record: DigestedAttempted, window: Window): number {
  if (record.tokens.output === undefined || record.pieceCount === 0) return 0;
  if (!record.pieces) return record.tokens.output;
  const total = record.pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  const inside = record.pieces
    .filter(({ at }) => isInside(at, window))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  return (record.tokens.output * inside) / total;
}

/** Input tokens count when the first output arrives: the prompt has been processed by then. */
export function inputInside(record: DigestedAttempted, window: Window): number {
  const first = record.firstPieceAt;
  if (record.tokens.input === undefined || first === undefined) return 0;
  return isInside(first, window) ? record.tokens.input : 0;
}
