// Perform: carries out the plan of one answer on its connection, each write stamped in the log.
import type { ServerResponse } from "node:http";
import { type Micros, micros } from "../time.ts";
import type { AnswerPlan, PlannedEvent } from "./plan.ts";
import type { LogEntry } from "./sent-log.ts";
import { outputText } from "./text.ts";
import type { Timetable } from "./timetable.ts";
import type { Speech, Voice } from "./voice.ts";

/** One accepted request and what is to become of it. */
export interface Exchange {
  readonly id: number;
  readonly response: ServerResponse;
  readonly voice: Voice;
  readonly speech: Speech;
  readonly stream: boolean;
  readonly plan: AnswerPlan;
  readonly entry: LogEntry;
  readonly timetable: Timetable;
  readonly headersEarly: boolean;
}

/**
 * Writes and hands the bytes to the kernel within this call: Node would keep them until the end of the
 * turn, in which other streams may have their events, and the stamp would be too early.
 */
function write({ response, entry }: Exchange, text: string, tokens: number): void {
  entry.sending(Buffer.byteLength(text), tokens);
  response.write(text);
  response.socket?.uncork();
}

function finish({ response, entry }: Exchange, text: string, tokens: number): void {
  entry.sending(Buffer.byteLength(text), tokens);
  response.end(text);
  entry.end("completed");
}

function breakOff({ response, entry }: Exchange): void {
  entry.end("truncated");
  response.destroy();
}

/** The head and the events without output, sent when the request arrives. */
export function announce(exchange: Exchange): void {
  const { response, voice, stream, headersEarly, speech } = exchange;
  if (!stream) return;
  response.writeHead(200, { "content-type": voice.contentType, "cache-control": "no-cache" });
  if (!headersEarly) return;
  response.flushHeaders();
  if (speech.opening !== "") write(exchange, speech.opening, 0);
}

/** Plays the answer from `startAt` on; the returned function stops it where it stands. */
export function perform(exchange: Exchange, startAt: Micros): () => void {
  exchange.entry.begin(startAt);
  return exchange.stream ? performStream(exchange, startAt) : performWhole(exchange, startAt);
}

function performWhole(exchange: Exchange, startAt: Micros): () => void {
  const { id, plan, response, speech, timetable } = exchange;
  const tokens = plan.events.reduce((sum, event) => sum + event.tokens, 0);
  return timetable.at(micros(startAt + plan.endsAt), () => {
    const text = JSON.stringify(speech.whole(outputText(id, 0, tokens)));
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    if (plan.brokenAfter === undefined) return finish(exchange, text, tokens);
    write(exchange, text.slice(0, Math.floor(text.length / 2)), 0);
    breakOff(exchange);
  });
}

function performStream(exchange: Exchange, startAt: Micros): () => void {
  const { id, plan, speech, timetable, headersEarly } = exchange;
  let tokens = 0;
  let cancel = () => {};
  const at = (due: Micros, run: () => void) => {
    cancel = timetable.at(micros(startAt + due), run);
  };
  const opening = () => (tokens > 0 || headersEarly ? "" : speech.opening);
  const closing = () => speech.closing(outputText(id, 0, tokens));
  const spoken = (event: PlannedEvent) => {
    const text = opening() + speech.piece(outputText(id, tokens, event.tokens));
    tokens += event.tokens;
    return text;
  };
  const send = (event: PlannedEvent, n: number) => {
    const text = spoken(event);
    const broken = plan.brokenAfter === n + 1;
    const atOnce = n + 1 === plan.events.length && plan.endsAt <= event.due && !broken;
    if (atOnce) return finish(exchange, text + closing(), event.tokens);
    write(exchange, text, event.tokens);
    return broken ? breakOff(exchange) : proceed(n + 1);
  };
  const proceed = (n: number) => {
    const event = plan.events[n];
    if (event === undefined) at(plan.endsAt, () => finish(exchange, opening() + closing(), 0));
    else at(event.due, () => send(event, n));
  };
  proceed(0);
  return () => cancel();
}
