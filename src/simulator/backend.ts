// Backend: takes each request for output through refusal, fate, slot and performance.
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Micros } from "../time.ts";
import type { Behaviour } from "./options.ts";
import type { Gauges } from "./pages.ts";
import { announce, type Exchange, perform } from "./perform.ts";
import { planFor } from "./plan.ts";
import { badRequest, failed, type Refusal, refusalFor } from "./refusal.ts";
import type { LogBook, LogEntry } from "./sent-log.ts";
import { createSlots } from "./slots.ts";
import { createTimetable, processNow } from "./timetable.ts";
import { type Asked, isRecord, readAsked, type Voice } from "./voice.ts";

/** A request whose body has arrived. */
interface Arrival {
  readonly voice: Voice;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: Micros;
  readonly response: ServerResponse;
}

export interface Backend {
  receive(arrival: Arrival): void;
  gauges(): Gauges;
  close(): void;
}

/** Output of a request that sets no maximum, where the simulated model has no end of its own either. */
const defaultTokens = 128;
/** Longer than any model's output; an answer is planned as a whole, so its length must be bounded. */
const mostTokens = 1_000_000;

export function sendJson(response: ServerResponse, { status, body }: Refusal): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How many tokens come, and whether the model or the maximum ends them. */
function lengthOf(behaviour: Behaviour, maximum: number | undefined) {
  if (behaviour.emptyOutput) return { tokens: 0, finish: "stop" } as const;
  const most = maximum ?? Number.POSITIVE_INFINITY;
  const natural = behaviour.tokens ?? (maximum === undefined ? defaultTokens : most);
  const tokens = Math.min(natural, most, mostTokens);
  return { tokens, finish: tokens >= most ? "length" : "stop" } as const;
}

export function createBackend(behaviour: () => Behaviour, book: LogBook): Backend {
  const timetable = createTimetable();
  const slots = createSlots(() => behaviour().slots ?? Number.POSITIVE_INFINITY);
  let arrivals = 0;
  let completed = 0;

  const run = (exchange: Exchange, arrivedAt: Micros) => {
    const { response, entry } = exchange;
    announce(exchange);
    let stop = () => {};
    const leave = slots.take((waited) => {
      stop = perform(exchange, waited ? processNow() : arrivedAt);
    });
    response.once("close", () => {
      entry.end("cancelled");
      if (entry.request.outcome === "completed") completed += 1;
      stop();
      leave();
    });
  };

  const answer = (arrival: Arrival, asked: Asked, entry: LogEntry) => {
    const { response, voice, at } = arrival;
    const now = behaviour();
    const { id } = entry.request;
    const { tokens, finish } = lengthOf(now, asked.maxTokens);
    const plan = planFor(now, id, tokens);
    if (plan.kind === "error")
      return refuse(response, entry, { ...failed(now.errorStatus), kind: "error" });
    if (plan.kind === "dropped") return drop(response, entry);
    const reported =
      !now.omitUsage && (asked.includeUsage || !asked.stream || !voice.usageOnDemand);
    const usage = reported ? { input: asked.inputTokens, output: tokens } : undefined;
    const speech = voice.speak({ id, model: asked.model ?? now.model, finish, usage });
    const { stream } = asked;
    const { headersEarly } = now;
    run({ id, response, voice, speech, stream, plan, entry, timetable, headersEarly }, at);
  };

  return {
    receive(arrival) {
      const { voice, headers, response, at } = arrival;
      const entry = book.open(arrivals++, at);
      response.setHeader("x-request-id", String(entry.request.id));
      const body = parse(arrival.body);
      if (!isRecord(body))
        return refuse(response, entry, badRequest("the body is not a JSON object"));
      const asked = readAsked(voice, body);
      const refusal = refusalFor(behaviour(), headers, asked.model);
      if (refusal) return refuse(response, entry, refusal);
      answer(arrival, asked, entry);
    },
    gauges: () => ({ running: slots.running, waiting: slots.waiting, completed }),
    close: () => timetable.close(),
  };
}

type Refused = Refusal & { readonly kind?: "error" };

function refuse(response: ServerResponse, entry: LogEntry, refused: Refused): void {
  sendJson(response, refused);
  entry.end(refused.kind ?? "refused");
}

function drop(response: ServerResponse, entry: LogEntry): void {
  entry.end("dropped");
  response.socket?.destroy();
}
