// conclusion.ts: what an answer lacks, judged by how it ended and by what was heard until then.

import { bufferOver, significantHead } from "../framing/lines.ts";
import type { Assembly } from "../reading/assembly.ts";
import type { ReplyFailure } from "../reply.ts";
import type { Transcript } from "../transcript.ts";
import { messageIn, oneLine } from "./server-message.ts";

/** Undefined for a complete answer with output, and for one that we interrupted. */
export function shortcoming(transcript: Transcript, answer: Assembly): ReplyFailure | undefined {
  if (!answer.ended) {
    const failure = cut(transcript, progress(transcript, answer)) ?? incomplete(transcript, answer);
    if (failure !== undefined || transcript.ending.kind === "interrupted") {
      return failure;
    }
    answer.odd("no_end_event");
    answer.end();
  }
  if (!answer.finished) {
    answer.odd("no_finish_reason");
  }
  return answer.pieces.length > 0
    ? undefined
    : { kind: "empty_output", detail: "a complete answer without output" };
}

/** Endings that no finish reason makes good. `progress`: how far the answer had come. */
export function cut({ ending, status }: Transcript, progress: string): ReplyFailure | undefined {
  switch (ending.kind) {
    case "timeout":
      return { kind: "timeout", detail: `timed out ${progress}` };
    case "connect-error":
      return { kind: "connect", detail: oneLine(ending.detail) };
    case "bad-http":
      return { kind: "bad_response", detail: oneLine(ending.detail) };
    case "connection-lost":
      return status === undefined ? { kind: "connect", detail: oneLine(ending.detail) } : undefined;
    default:
      return undefined;
  }
}

/** A finish reason makes an answer complete though its end event never came: it ends with its last event. */
function incomplete(transcript: Transcript, answer: Assembly): ReplyFailure | undefined {
  const { body, ending } = transcript;
  if (ending.kind === "interrupted" || answer.finished) {
    return undefined;
  }
  if (ending.kind === "connection-lost") {
    const detail = `${oneLine(ending.detail)} ${progress(transcript, answer)}`;
    return { kind: "truncated", detail };
  }
  return lacking(body, answer);
}

function progress({ headersAt }: Transcript, { pieces }: Assembly): string {
  if (pieces.length > 0) {
    return `after ${pieces.length} output pieces`;
  }
  return headersAt === undefined ? "before any answer" : "before any output";
}

/** Why a body that ended by its own framing is no answer. */
function lacking(body: Uint8Array, { at }: Assembly): ReplyFailure {
  const head = significantHead(body);
  if (head === "") {
    return { kind: "empty_output", detail: "the body is empty" };
  }
  if (at === undefined && !/^(?::|data|event|id|retry)/.test(head)) {
    const said = messageIn(bufferOver(body.subarray(0, 4096)).toString("utf8"));
    return { kind: "bad_response", detail: `neither JSON nor an event stream: ${said}` };
  }
  return { kind: "truncated", detail: "ended without an end event and without a finish reason" };
}
