// Answers are read in slices of 0.25 ms, one per turn of the loop, and in the order in which they ended.
import { expect, test } from "vitest";
import { type Reading, ReadingQueue } from "../../src/load/reading-queue.ts";
import { micros } from "../../src/time.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

/** A clock that only work moves on, and what was done in each turn of the loop. */
class WorkClock extends VirtualClock {
  readonly turns: string[][] = [];
  #worked = 0;

  override now() {
    return micros(super.now() + this.#worked);
  }

  override async nextTurn(): Promise<void> {
    await super.nextTurn();
    this.turns.push([]);
  }

  work(name: string, took: number): void {
    this.#worked += took;
    this.turns.at(-1)?.push(name);
  }
}

/** Steps of so many µs each. */
function* reading(clock: WorkClock, name: string, steps: readonly number[]): Reading {
  for (const [index, took] of steps.entries()) {
    if (index > 0) yield;
    clock.work(name, took);
  }
}

async function turnsOf(answers: Readonly<Record<string, readonly number[]>>) {
  const clock = new WorkClock();
  const queue = new ReadingQueue(clock);
  for (const [name, steps] of Object.entries(answers)) queue.push(reading(clock, name, steps));
  await queue.settled();
  return clock.turns.map((turn) => turn.join(""));
}

test("a long answer is read over several turns, each until 250 µs are over", async () => {
  // 100, 200, 300: over.
  expect(await turnsOf({ a: Array(7).fill(100) })).toEqual(["aaa", "aaa", "a"]);
});

test("short answers share a turn", async () => {
  expect(await turnsOf({ a: [50], b: [50, 50], c: [90], d: [20, 20] })).toEqual(["abbcd", "d"]);
});

test("an answer is begun when the one before has been read", async () => {
  expect(await turnsOf({ a: [200, 200, 200], b: [10] })).toEqual(["aa", "ab"]);
});

test("a step of any length gets its turn", async () => {
  expect(await turnsOf({ a: [9_000, 9_000], b: [9_000] })).toEqual(["a", "a", "b"]);
});

test("nothing is read in the turn in which it is pushed, and the queue can rest between two", async () => {
  const clock = new WorkClock();
  const queue = new ReadingQueue(clock);
  for (const name of ["a", "b"]) {
    queue.push(reading(clock, name, [1]));
    expect(clock.turns.flat()).not.toContain(name);
    await queue.settled();
  }
  expect(clock.turns).toEqual([["a"], ["b"]]);
  await queue.settled();
});
