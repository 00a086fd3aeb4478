// Independent streams of random numbers from one seed, each named by what it is drawn for.
import { hash } from "node:crypto";
import { type Random, randomFrom } from "../stats/random.ts";

/** Streams of different names are unrelated, so that request 17 is the same whatever was drawn before it. */
export function randomStream(seed: number, ...name: readonly (string | number)[]): Random {
  const digest = hash("sha256", JSON.stringify([seed, ...name]), "buffer");
  return randomFrom(digest.readInt32LE(0));
}

export function pick<T>(choices: readonly T[], random: Random): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) {
    throw new RangeError("nothing to pick from");
  }
  return choice;
}
