// Many connections ask for the same name, the resolver is asked once.
import type { LookupAddress } from "node:dns";
import { expect, test } from "vitest";
import { cachedLookup, type Resolver } from "../../../src/endpoint/connections/cached-lookup.ts";
import { fromSeconds, micros } from "../../../src/time.ts";

const addresses: LookupAddress[] = [
  { address: "192.0.2.1", family: 4 },
  { address: "2001:db8::1", family: 6 },
];

function aLookup(resolve: Resolver) {
  let now = micros(0);
  const clock = { now: () => now, sleepUntil: async () => {}, nextTurn: async () => {} };
  const lookup = cachedLookup(clock, resolve);
  const ask = (all: boolean) =>
    new Promise<unknown>((tell) => {
      lookup("endpoint.test", { all }, (error, found, family) => tell([error, found, family]));
    });
  return { ask, wait: (seconds: number) => (now = micros(now + fromSeconds(seconds))) };
}

function counting(answer: () => [NodeJS.ErrnoException | null, LookupAddress[]]) {
  const seen = { asked: 0 };
  const resolve: Resolver = (_hostname, _options, tell) => {
    seen.asked++;
    setImmediate(() => tell(...answer()));
  };
  return { seen, resolve };
}

test("who asks at once and who asks later share one lookup", async () => {
  const { seen, resolve } = counting(() => [null, addresses]);
  const { ask, wait } = aLookup(resolve);
  expect(await Promise.all([ask(true), ask(false)])).toEqual([
    [null, addresses, undefined],
    [null, "192.0.2.1", 4],
  ]);
  wait(59);
  expect(await ask(true)).toEqual([null, addresses, undefined]);
  expect(seen.asked).toBe(1);
});

test("a name is looked up anew after a minute", async () => {
  const { seen, resolve } = counting(() => [null, addresses]);
  const { ask, wait } = aLookup(resolve);
  await ask(true);
  wait(61);
  await ask(true);
  expect(seen.asked).toBe(2);
});

test("a failure is told and forgotten", async () => {
  const failure = Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" });
  const { seen, resolve } = counting(() => [failure, []]);
  const { ask } = aLookup(resolve);
  expect(await ask(true)).toEqual([failure, "", undefined]);
  await ask(true);
  expect(seen.asked).toBe(2);
});
