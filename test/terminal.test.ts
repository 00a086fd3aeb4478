import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { ProgressState } from "../src/log.ts";
import { createLog, progressLine } from "../src/terminal.ts";
import { fromSeconds } from "../src/time.ts";

const half: ProgressState = {
  phase: "measure",
  planned: 300,
  sent: 158,
  done: 150,
  inFlight: 8,
  failed: 2,
  elapsed: fromSeconds(10),
  remaining: fromSeconds(9.5),
};

test("progress says phase, done of planned, rate, in flight, errors and time left", () => {
  expect(progressLine("chat", half, true)).toBe(
    "chat measure ██████████░░░░░░░░░░ 150/300 · 15.0/s · 8 in flight · 2 errors · 10 s left",
  );
});

test("a phase that only time bounds shows its share of the time", () => {
  const { planned: _, ...unplanned } = half;
  const line = progressLine("chat", { ...unplanned, remaining: fromSeconds(30) }, true);
  // 10 s of 40: five of twenty.
  expect(line).toBe(
    "chat measure █████░░░░░░░░░░░░░░░ 150 · 15.0/s · 8 in flight · 2 errors · 30 s left",
  );
});

/** What a log writes, with a clock that the test moves. */
function written(live: boolean) {
  const stream = new PassThrough();
  const clock = { seconds: 0 };
  const log = createLog({
    stream: Object.assign(stream, { columns: 60 }),
    live,
    seconds: () => clock.seconds,
  });
  return { log, clock, text: () => stream.read()?.toString() ?? "" };
}

test("without a terminal there is one line every five seconds, and no control characters", () => {
  const { log, clock, text } = written(false);
  for (; clock.seconds <= 12; clock.seconds++) log.progress("chat", half);
  const lines = text().trimEnd().split("\n");
  expect(lines).toHaveLength(2); // at 5 s and at 10 s
  expect(lines[0]).toBe("chat measure 150/300 · 15.0/s · 8 in flight · 2 errors · 10 s left");
});

test("on a terminal one line is drawn again in place, cut to its width, and cleared for messages", () => {
  const { log, text } = written(true);
  log.progress("chat", half);
  log.progress("chat", half);
  log.info("done");
  const shown = text();
  expect(shown.split("\r\u001b[2K")).toHaveLength(3);
  expect(shown.endsWith("done\n")).toBe(true);
  expect(shown.split("\r")[0]?.length).toBeLessThan(60);
});
