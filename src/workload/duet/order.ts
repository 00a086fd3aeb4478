// Order: which endpoint of a duet is measured first, round by round.
import { randomStream } from "../random-stream.ts";

export type Side = "base" | "candidate";

/**
 * Rounds in pairs of opposite order, ABBA or BAAB by lot: whoever drifts with time does so for both sides alike, and
 * nobody who knows one pair knows the next. `measurement`: a confirmation draws anew.
 */
export function firstSides(seed: number, rounds: number, measurement: string): readonly Side[] {
  const random = randomStream(seed, "duet-order", measurement);
  const first: Side[] = [];
  while (first.length < rounds)
    first.push(...(random() < 0.5 ? (["base", "candidate"] as const) : swapped));
  return first.slice(0, rounds);
}

const swapped: readonly Side[] = ["candidate", "base"];

export function sidesOf(first: Side): readonly Side[] {
  return first === "base" ? ["base", "candidate"] : swapped;
}
