// Readiness is asked for again with growing pauses, until a deadline.
import { expect, test } from "vitest";
import { awaitReady, type ProbeOutcome, type Waiting } from "../../src/load/readiness.ts";
import { micros } from "../../src/time.ts";
import { VirtualClock } from "../support/virtual-clock.ts";
import { seconds } from "./fake-endpoint.ts";

const booting: ProbeOutcome = { retry: "503 loading model" };

/** Probes answer in turn, the last one for ever; each takes a tenth of a second. */
function check(outcomes: readonly ProbeOutcome[], deadline: number, signal?: AbortSignal) {
  const clock = new VirtualClock();
  const asked: number[] = [];
  const waits: Waiting[] = [];
  const probe = async () => {
    asked.push(clock.now() / seconds(1));
    const outcome = outcomes[Math.min(asked.length, outcomes.length) - 1]!;
    await clock.sleepUntil(micros(clock.now() + seconds(0.1)));
    return outcome;
  };
  const outcome = awaitReady({
    probe,
    clock,
    deadline: seconds(deadline),
    signal: signal ?? new AbortController().signal,
    onWait: (waiting) => waits.push(waiting),
  });
  return { clock, asked, waits, outcome: clock.run(outcome) };
}

test("an endpoint that answers is ready at once", async () => {
  const { outcome, asked, waits } = check(["ready"], 120);
  expect(await outcome).toEqual({ kind: "ready", waited: seconds(0.1) });
  expect({ asked, waits }).toEqual({ asked: [0], waits: [] });
});

test("pauses grow from half a second to five", async () => {
  const { outcome, waits } = check([...Array(6).fill(booting), "ready"], 120);
  expect(await outcome).toMatchObject({ kind: "ready" });
  expect(waits.map(({ pause }) => pause)).toEqual([0.5, 1, 2, 4, 5, 5].map(seconds));
  expect(waits[1]).toEqual({
    reason: "503 loading model",
    waited: seconds(0.7),
    pause: seconds(1),
  });
});

test("a refusal stops the asking", async () => {
  const { outcome, asked } = check([booting, { refused: "401 no key" }, "ready"], 120);
  expect(await outcome).toEqual({ kind: "refused", reason: "401 no key" });
  expect(asked.length).toBe(2);
});

test("the last probe is made at the deadline, and its reason told", async () => {
  const { outcome, asked } = check([booting, { retry: "404 not yet" }], 3);
  expect(await outcome).toEqual({ kind: "timeout", reason: "404 not yet" });
  expect(asked.at(-1)).toBe(3);
});

test("a deadline that has passed still allows one probe", async () => {
  const { outcome, asked } = check([booting], 0);
  expect(await outcome).toEqual({ kind: "timeout", reason: "503 loading model" });
  expect(asked).toEqual([0]);
});

test.each([booting, { refused: "the request was cut" }])(
  "a cancelled wait is neither ready nor refused",
  async (last) => {
    const controller = new AbortController();
    const { outcome, clock } = check([booting, booting, last], 120, controller.signal);
    void clock.sleepUntil(seconds(1.75)).then(() => controller.abort());
    expect(await outcome).toEqual({ kind: "cancelled" });
  },
);
