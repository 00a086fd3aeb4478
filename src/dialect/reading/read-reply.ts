// read-reply.ts: from a transcript to a reply, the part that all dialects share.

import { shortcoming } from "../failures/conclusion.ts";
import { httpFailure } from "../failures/http-failure.ts";
import { messageIn, messageOf, oneLine } from "../failures/server-message.ts";
import { failInStream } from "../failures/stream-error.ts";
import { Arrivals } from "../framing/arrivals.ts";
import { isObject, type JsonObject, parseJson, wholeJson } from "../framing/json.ts";
import { significantHead } from "../framing/lines.ts";
import { ndjsonEvents } from "../framing/ndjson.ts";
import { sseEvents } from "../framing/sse.ts";
import { maxEventBytes, type WireEvent } from "../framing/wire-event.ts";
import type { Reply } from "../reply.ts";
import type { Transcript } from "../transcript.ts";
import { Assembly } from "./assembly.ts";
import type { Steps } from "./steps.ts";

/** The part that each dialect has of its own. */
export interface Grammar {
  readonly framing: "sse" | "ndjson";
  /** Writes what one event, or a whole JSON answer, says into the assembly. */
  hear(said: JsonObject, answer: Assembly, type: string): void;
}

/** A step takes in so many characters of events: some 30 µs. */
const stepLength = 4_096;

/**
 * Never throws, whatever the bytes. The first failure that the answer itself shows counts, then
 * the way it ended, then what it lacks.
 */
export function* readReply(transcript: Transcript, grammar: Grammar): Steps<Reply> {
  const answer = new Assembly();
  const refused = httpFailure(transcript);
  if (refused !== undefined) {
    answer.streamed = false;
    answer.fail(refused);
  } else {
    yield* listen(transcript, grammar, answer);
    const failure = answer.failed ? undefined : shortcoming(transcript, answer);
    if (failure !== undefined) answer.fail(failure);
  }
  return answer.reply();
}

function* listen(
  { body, reads, ending }: Transcript,
  grammar: Grammar,
  answer: Assembly,
): Steps<void> {
  const arrivals = () => new Arrivals(reads, ending.at);
  const whole = mayBeWhole(body, grammar) ? wholeAnswer(body, arrivals()) : undefined;
  if (whole !== undefined) {
    hearWhole(whole, grammar, answer);
    return;
  }
  const events = grammar.framing === "sse" ? sseEvents : ndjsonEvents;
  let heard = 0;
  for (const event of events(body, arrivals())) {
    hearEvent(event, grammar, answer);
    if (answer.over) {
      return;
    }
    heard += event.data.length;
    if (heard >= stepLength) {
      yield;
      heard = 0;
    }
  }
}

/** A line of NDJSON is a document too: there only one that is printed over several lines is the whole. */
function mayBeWhole(body: Uint8Array, { framing }: Grammar): boolean {
  return (framing === "sse" ? /^[{[]/ : /^\{[\r\n]/).test(significantHead(body));
}

interface WholeAnswer {
  readonly said: JsonObject;
  readonly at: WireEvent["at"];
}

/** The content type is not asked: a streamed request may be answered by one JSON document. */
function wholeAnswer(body: Uint8Array, arrivals: Arrivals): WholeAnswer | undefined {
  const whole = wholeJson(body, arrivals);
  // Gemini wraps its errors into a list of one.
  const said = Array.isArray(whole?.value) ? whole.value[0] : whole?.value;
  return whole !== undefined && isObject(said) ? { said, at: whole.at } : undefined;
}

function hearWhole({ said, at }: WholeAnswer, grammar: Grammar, answer: Assembly): void {
  answer.streamed = false;
  answer.at = at;
  grammar.hear(said, answer, "message");
  if (answer.pieces.length > 0 || answer.finished || answer.usage !== undefined) {
    answer.end();
  } else {
    answer.failHere("bad_response", messageOf(said) || "a JSON answer without output");
  }
}

function hearEvent(event: WireEvent, grammar: Grammar, answer: Assembly): void {
  const data = event.data.trim();
  if (event.oversized) {
    answer.at = event.at;
    answer.failHere("bad_response", `an event is longer than ${maxEventBytes / 2 ** 20} MiB`);
  } else if (event.type.includes("error")) {
    answer.at = event.at;
    failInStream(answer, messageIn(data));
  } else if (data === "[DONE]") {
    answer.at = event.at;
    answer.end();
  } else if (!isKeepAlive(data)) {
    hearData(event, grammar, answer);
  }
}

/** Parsed only where it could be an object: a failed parse costs more than a whole good event. */
function hearData(event: WireEvent, grammar: Grammar, answer: Assembly): void {
  const data = event.data.trim();
  const said = data.startsWith("{") ? parseJson(data) : undefined;
  if (isObject(said)) {
    answer.at = event.at;
    grammar.hear(said, answer, event.type);
  } else if (event.framed && data !== "null") {
    answer.at = event.at;
    hearNonsense(data, answer);
  }
}

/** A broken object may have been output, so the answer cannot count; bare words cannot have been. */
function hearNonsense(data: string, answer: Assembly): void {
  answer.odd("malformed_event");
  if (/^[{["]/.test(data)) {
    answer.failHere("bad_response", `an event is not a JSON object: ${oneLine(data)}`);
  }
}

/** Nothing, or a comment that somebody framed as data: `data: : keepalive`. */
function isKeepAlive(data: string): boolean {
  return data === "" || data.startsWith(":");
}
