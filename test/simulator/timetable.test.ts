import { expect, test } from "vitest";
import { Heap } from "../../src/simulator/heap.ts";
import { createTimetable, processNow } from "../../src/simulator/timetable.ts";
import { randomFrom } from "../../src/stats/random.ts";
import { micros } from "../../src/time.ts";

test("the heap gives out its items in order of their due times", () => {
  const random = randomFrom(3);
  const heap = new Heap<{ due: number }>();
  const dues = Array.from({ length: 200 }, () => Math.floor(random() * 50));
  for (const due of dues) heap.add({ due });
  const taken: (number | undefined)[] = dues.map(() => heap.takeFirst()?.due);
  expect(taken).toEqual(dues.toSorted((a, b) => a - b));
  expect(heap.takeFirst()).toBeUndefined();
});

test("appointments run in order of their due times, none early, the cancelled never", async () => {
  const timetable = createTimetable();
  const start = processNow();
  const ran: number[] = [];
  const early: number[] = [];
  const meet = (after: number) =>
    timetable.at(micros(start + after), () => {
      ran.push(after);
      if (processNow() < start + after) early.push(after);
    });
  const last = new Promise<void>((resolve) => timetable.at(micros(start + 9_000), resolve));
  meet(8_000);
  meet(2_000);
  meet(5_000)();
  meet(4_000);
  await last;
  expect(ran).toEqual([2_000, 4_000, 8_000]);
  expect(early).toEqual([]);
});

test("an appointment may make the next one", async () => {
  const timetable = createTimetable();
  const start = processNow();
  const ran: number[] = [];
  await new Promise<void>((resolve) => {
    const meet = (n: number) =>
      timetable.at(micros(start + n * 500), () => {
        ran.push(n);
        if (n === 4) resolve();
        else meet(n + 1);
      });
    meet(0);
  });
  expect(ran).toEqual([0, 1, 2, 3, 4]);
});

test("a closed timetable runs nothing more and takes nothing more", async () => {
  const timetable = createTimetable();
  const ran: string[] = [];
  const start = processNow();
  timetable.at(micros(start + 1_000), () => ran.push("before"));
  timetable.close();
  timetable.at(micros(start + 1_000), () => ran.push("after"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ran).toEqual([]);
});
