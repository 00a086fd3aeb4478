// A schedule is fixed by workload and seed; only nonces follow the scope.
import { expect, test } from "vitest";
import { fromSeconds, micros } from "../../src/time.ts";
import { type Schedule, scheduleFrom } from "../../src/workload/schedule.ts";
import type { Load, Workload } from "../../src/workload/workload.ts";
import { aWorkload } from "../support/workloads.ts";

const scope = { run: "a fixed text", measurement: "first", side: "candidate" };
const poisson: Load = { kind: "open", arrival: "poisson", ratePerSecond: 20, maxInFlight: 64 };
const constant: Load = { ...poisson, arrival: "constant" };
const tenSeconds = { kind: "duration", duration: fromSeconds(10) } as const;

function measured(overrides: Partial<Workload> = {}): Schedule {
  return scheduleFrom(aWorkload(overrides), "measure", scope);
}

function textOf(schedule: Schedule, id: number): string {
  const { prompt } = schedule.request(id);
  return prompt.kind === "text" ? prompt.text : "";
}

function bodyOf(text: string): string {
  return text.slice(text.indexOf(".") + 1);
}

test("a closed loop of n requests has a count and no offsets", () => {
  expect(measured()).toMatchObject({ phase: "measure", count: 10 });
  expect(measured()).not.toHaveProperty("offsets");
});

test("a closed loop for a duration has no count and goes on", () => {
  const schedule = measured({ bound: tenSeconds });
  expect(schedule).not.toHaveProperty("count");
  expect(schedule.request(1_000_000)).toMatchObject({ id: 1_000_000, phase: "measure" });
});

test("an open loop for a duration counts its due times", () => {
  const schedule = measured({ load: poisson, bound: tenSeconds });
  expect(schedule.count).toBe(schedule.offsets?.length);
  expect(schedule.offsets?.at(-1)).toBeLessThan(tenSeconds.duration);
});

test("warm-up is as many requests as asked for, evenly at the measured rate", () => {
  const workload = aWorkload({ load: poisson, bound: tenSeconds, warmUpRequests: 3 });
  const schedule = scheduleFrom(workload, "warm-up", scope);
  expect(schedule.count).toBe(3);
  expect(schedule.offsets).toEqual([0, 50_000, 100_000].map(micros));
});

test("no warm-up is an empty phase", () => {
  const workload = aWorkload({ load: constant, warmUpRequests: 0 });
  expect(scheduleFrom(workload, "warm-up", scope)).toMatchObject({ count: 0, offsets: [] });
});

test("warm-up asks other prompts of the same shape", () => {
  const warmUp = scheduleFrom(aWorkload(), "warm-up", scope);
  expect(bodyOf(textOf(warmUp, 0))).not.toBe(bodyOf(textOf(measured(), 0)));
  expect(textOf(warmUp, 0)).toMatch(/[Ww]rite a long, detailed answer[a-z ]*\.$/);
});

test("the confirmation asks the same with other nonces", () => {
  const confirmation = scheduleFrom(aWorkload(), "measure", { ...scope, measurement: "again" });
  for (const id of [0, 1, 2]) {
    expect(textOf(confirmation, id)).not.toBe(textOf(measured(), id));
    expect(bodyOf(textOf(confirmation, id))).toBe(bodyOf(textOf(measured(), id)));
  }
  expect(confirmation.digest).toBe(measured().digest);
});

test("with a warm cache the scope changes nothing, and the body is that of the cold one", () => {
  const again = { ...scope, run: "another" };
  const warm = scheduleFrom(aWorkload({ cache: "warm" }), "measure", again);
  expect(textOf(warm, 0)).toBe(textOf(measured({ cache: "warm" }), 0));
  expect(bodyOf(textOf(warm, 0))).toBe(bodyOf(textOf(measured(), 0)));
});

test("a request is the same whatever was asked before it", () => {
  const [forward, backward] = [measured(), measured()];
  const ids = [0, 1, 2, 3];
  const backwards = ids.toReversed().map((id) => backward.request(id));
  expect(ids.map((id) => forward.request(id))).toEqual(backwards.toReversed());
});

// What the program gave when promptVersion became 1; equal on any machine. See prompts.test.ts.
const pinned = {
  closed: "6b54b746e846ecd0553a9e11e56519c891d2a743e3f6dcd40ff0bae92649bd98",
  poisson: "4cc4bac4886fce129a323092c3470d955eadf738c08c640a3dd038f0600b7ff5",
};

test("digests of seed 1 are the pinned ones", () => {
  expect({
    closed: measured().digest,
    poisson: measured({ load: poisson, bound: tenSeconds }).digest,
  }).toEqual(pinned);
});

test("another seed, arrival, length or phase gives another digest", () => {
  const open = { load: poisson, bound: tenSeconds };
  const digests = [
    measured(),
    measured({ seed: 2 }),
    measured(open),
    measured({ ...open, seed: 2 }),
    measured({ ...open, load: constant }),
    measured({
      prompts: { kind: "synthetic", length: { minimum: 65, maximum: 65 }, encoding: "o200k_base" },
    }),
    scheduleFrom(aWorkload({ warmUpRequests: 10 }), "warm-up", scope),
  ].map(({ digest }) => digest);
  expect(new Set(digests).size).toBe(digests.length);
});
