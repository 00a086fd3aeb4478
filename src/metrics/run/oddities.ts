// Oddities: what was strange about answers that still count, told once per kind with how many there were.
import { type Warning, warning } from "../../warning.ts";
import type { DigestedAttempted, DigestedCompleted, DigestedRecord } from "../values/digest.ts";
import { isAttempted, isCompleted } from "../values/window.ts";

/** Codes that dialects give, in words that follow "N of M answers". */
const words: Readonly<Record<string, string>> = {
  not_streamed: "came whole although a stream was asked for; they have no TTFT",
  malformed_event: "held events that are not JSON, which were left out",
  no_finish_reason: "gave no finish reason",
  no_end_event: "ended without the protocol's end event, after a finish reason",
  output_length_unverified: "were asked for an exact length and did not say how long they are",
};

function tell(code: string, count: number, of: number): Warning {
  const what = words[code] ?? `were odd (${code})`;
  return warning(code.replaceAll("_", "-"), `${count} of ${of} answers ${what}`);
}

function oddityWarnings(completed: readonly DigestedCompleted[]): Warning[] {
  const codes = completed.flatMap(({ oddities }) => oddities);
  return [...new Set(codes)].map((code) => {
    const count = completed.filter(({ oddities }) => oddities.includes(code)).length;
    return tell(code, count, completed.length);
  });
}

function arrivedAtOnce({ streamed, pieceCount, arrivals }: DigestedCompleted): boolean {
  return streamed && pieceCount > 1 && arrivals.outputReads === 1;
}

/** A proxy that collects a stream shows when it let go, not when the model spoke. */
function bufferingWarnings(completed: readonly DigestedCompleted[]): Warning[] {
  const count = completed.filter(arrivedAtOnce).length;
  if (count === 0) return [];
  const message = `${count} of ${completed.length} answers came in one piece: something between here and the model collects the stream, so they have no pace`;
  return [warning("buffered", message)];
}

function resendWarnings(attempted: readonly DigestedAttempted[]): Warning[] {
  const count = attempted.filter(({ resent }) => resent).length;
  if (count === 0) return [];
  const message = `${count} of ${attempted.length} requests were sent again, as the server had closed the kept connection before answering`;
  return [warning("resent", message)];
}

/** Neither success nor failure, so no other figure shows them. */
function cutWarnings(records: readonly DigestedRecord[]): Warning[] {
  const count = records.filter(({ outcome }) => outcome === "interrupted").length;
  if (count === 0) return [];
  const message = `${count} of ${records.length} requests were cut while they still ran; they are in no latency and no error rate`;
  return [warning("interrupted", message)];
}

/** A fleet rotates: worth knowing, since the numbers are then of several versions. */
function rotationWarnings(completed: readonly DigestedCompleted[]): Warning[] {
  const fingerprints = completed.flatMap(({ servedBy }) => servedBy.fingerprint ?? []);
  const distinct = new Set(fingerprints).size;
  if (distinct < 2) return [];
  const message = `the endpoint told ${distinct} different fingerprints of itself during the measurement`;
  return [warning("fingerprint-changed", message)];
}

export function answerWarnings(records: readonly DigestedRecord[]): Warning[] {
  const attempted = records.filter(isAttempted);
  const completed = attempted.filter(isCompleted);
  return [
    ...oddityWarnings(completed),
    ...bufferingWarnings(completed),
    ...resendWarnings(attempted),
    ...cutWarnings(records),
    ...rotationWarnings(completed),
  ];
}
