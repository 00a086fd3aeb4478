// Plan: what becomes of one request and when each of its events is due; pure in seed and request number.
import { type Random, randomFrom } from "../stats/random.ts";
import { type Micros, micros } from "../time.ts";
import type { Behaviour } from "./options.ts";

/** `due` counts from the start of the answer; `tokens` are carried by this event. */
export interface PlannedEvent {
  readonly due: Micros;
  readonly tokens: number;
}

export interface AnswerPlan {
  readonly kind: "answer";
  readonly events: readonly PlannedEvent[];
  /** When the response ends: the last event's instant plus the tail. */
  readonly endsAt: Micros;
  /** The connection breaks after so many events; absent: the answer is complete. */
  readonly brokenAfter?: number;
}

export type Fate = AnswerPlan | { readonly kind: "error" } | { readonly kind: "dropped" };

/** A generator of the request's own, so that a draw depends on its number and not on its neighbours. */
function drawsOf(seed: number, request: number): Random {
  return randomFrom(seed ^ Math.imul(request + 1, 0x9e3779b1));
}

/**
 * A lognormal factor with mean 1 and coefficient of variation `share`: sigma² = ln(1 + share²),
 * exp(sigma·z − sigma²/2), z by Box and Muller. Takes two draws whatever the share.
 */
function factor(share: number, random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  const z = radius * Math.cos(2 * Math.PI * random());
  const variance = Math.log(1 + share * share);
  return Math.exp(Math.sqrt(variance) * z - variance / 2);
}

/** Instants of all tokens, not yet rounded, so that rounding never adds up. */
function tokenTimes(behaviour: Behaviour, tokens: number, random: Random): number[] {
  const { ttft, tpot, jitter } = behaviour;
  const gapShare = jitter.gap ?? 0;
  let at = ttft * factor(jitter.ttft, random);
  const pace = tpot * factor(jitter.tpot, random);
  return Array.from({ length: tokens }, (_, token) => {
    if (token > 0) at += gapShare > 0 ? pace * factor(gapShare, random) : pace;
    return at;
  });
}

/** The first token alone, then groups of `size`, each due with its last token. */
function grouped(times: readonly number[], size: number): PlannedEvent[] {
  const events: PlannedEvent[] = [];
  for (let sent = 0; sent < times.length; ) {
    const tokens = sent === 0 ? 1 : Math.min(size, times.length - sent);
    sent += tokens;
    events.push({ due: micros(times[sent - 1] ?? 0), tokens });
  }
  return events;
}

/** Everything from event `from` on comes `by` later. */
function delayed(events: readonly PlannedEvent[], from: number, by: Micros): PlannedEvent[] {
  return events.map((event, n) => (n < from ? event : { ...event, due: micros(event.due + by) }));
}

/**
 * The fate of request number `request` if it is to bring `tokens` tokens. The draws are taken in a fixed
 * order, so that changing a rate changes who is hit and leaves everybody's timing alone.
 */
export function planFor(behaviour: Behaviour, request: number, tokens: number): Fate {
  const random = drawsOf(behaviour.seed, request);
  const error = random();
  const drop = random();
  const stall = random();
  const truncate = random();
  const place = random();
  if (error < behaviour.errorRate) return { kind: "error" };
  if (drop < behaviour.dropRate) return { kind: "dropped" };
  const times = tokenTimes(behaviour, tokens, random);
  const punctual = grouped(times, behaviour.tokensPerEvent);
  const within = Math.max(1, Math.ceil(place * (punctual.length - 1)));
  const stalled = stall < behaviour.stallRate;
  const events = stalled ? delayed(punctual, within, behaviour.stallDuration) : punctual;
  const last = events.at(-1)?.due ?? behaviour.ttft;
  const answer: AnswerPlan = { kind: "answer", events, endsAt: micros(last + behaviour.tail) };
  return truncate < behaviour.truncateRate ? { ...answer, brokenAfter: within } : answer;
}
