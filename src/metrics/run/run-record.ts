// One RequestRecord as an entry of run.json: milliseconds, null where absent.
import { type Micros, micros, toMilliseconds } from "../../time.ts";
import type { RunRecord } from "../run.ts";
import { derive } from "../values/derive.ts";
import type { DigestedAttempted, DigestedRecord } from "../values/digest.ts";

const never = {
  failure: null,
  detail: null,
  status: null,
  sentMs: null,
  ttftMs: null,
  ttfvtMs: null,
  lastOutputMs: null,
  e2eMs: null,
  outputReads: null,
  outputPieces: null,
  inputTokens: null,
  outputTokens: null,
  reasoningTokens: null,
  cachedTokens: null,
  estimatedOutputTokens: null,
  tokenSource: null,
  finishReason: null,
  freshConnection: null,
  connectMs: null,
  resent: false,
} as const;

export interface RecordOptions {
  /** Start of the window: what `scheduledMs` and `sentMs` count from. */
  readonly zero: Micros;
  readonly saveResponses: boolean;
}

function orNull(duration: Micros | undefined): number | null {
  return duration === undefined ? null : toMilliseconds(duration);
}

function times(record: DigestedAttempted, zero: Micros) {
  const derived = derive(record, record.arrivals);
  const sent = record.sentAt === undefined ? undefined : micros(record.sentAt - zero);
  return {
    sentMs: orNull(sent),
    ttftMs: orNull(derived.ttft),
    ttfvtMs: orNull(derived.ttfvt),
    lastOutputMs: orNull(derived.lastOutput),
    e2eMs: orNull(derived.e2e),
    outputReads: derived.outputReads,
    outputPieces: record.pieceCount,
  };
}

function tokens({ tokens: counts }: DigestedAttempted) {
  return {
    inputTokens: counts.input ?? null,
    outputTokens: counts.output ?? null,
    reasoningTokens: counts.reasoning ?? null,
    cachedTokens: counts.cached ?? null,
    estimatedOutputTokens: counts.estimatedOutput ?? null,
    tokenSource: counts.source,
  };
}

export function runRecordFrom(record: DigestedRecord, options: RecordOptions): RunRecord {
  const { id, outcome } = record;
  const scheduledMs = toMilliseconds(micros(record.scheduledAt - options.zero));
  const round = record.round === undefined ? {} : { round: record.round };
  if (outcome === "dropped") return { ...never, id, ...round, outcome, scheduledMs };
  return {
    id,
    ...round,
    outcome,
    failure: outcome === "failed" ? record.failure : null,
    detail: outcome === "failed" ? record.detail : null,
    status: record.status ?? null,
    scheduledMs,
    ...times(record, options.zero),
    ...tokens(record),
    finishReason: record.finishReason ?? null,
    freshConnection: record.freshConnection,
    connectMs: orNull(record.connect),
    resent: record.resent,
    ...(options.saveResponses && { text: record.text, reasoning: record.reasoning }),
  };
}
