// Which part of e2e moved.
import { expect, test } from "vitest";
import { explain } from "../../src/verdict/explain.ts";
import { aRecord, aWorkloadRun } from "../support/builders.ts";

function run(ttftMs: number, pace: number, tail: number) {
  const lastOutputMs = ttftMs + pace;
  const records = [aRecord({ ttftMs, lastOutputMs, e2eMs: lastOutputMs + tail })];
  return aWorkloadRun({ records });
}

const before = run(200, 2000, 10);

test.each([
  [
    "waiting",
    run(300, 2010, 10),
    "Mean E2E rose by 110 ms: +100 ms before the first token, +10 ms in the pace after it, +0 ms after the last token.",
  ],
  [
    "pace",
    run(190, 2300, 10),
    "Mean E2E rose by 290 ms: −10 ms before the first token, +300 ms in the pace after it, +0 ms after the last token.",
  ],
  [
    "tail",
    run(200, 2000, 60),
    "Mean E2E rose by 50 ms: +0 ms before the first token, +0 ms in the pace after it, +50 ms after the last token.",
  ],
  [
    "pace",
    run(210, 1800, 10),
    "Mean E2E fell by 190 ms: +10 ms before the first token, −200 ms in the pace after it, +0 ms after the last token.",
  ],
] as const)("%s moved most", (moved, after, sentence) => {
  expect(explain(before, after)).toMatchObject({ moved, sentence });
});

test("the parts add up to e2e on both sides", () => {
  const found = explain(before, run(312.5, 1999.5, 11))!;
  for (const { e2e, waiting, pace, tail } of [found.before, found.after])
    expect(waiting + pace + tail).toBe(e2e);
});

test("nothing moved", () => {
  expect(explain(before, before)?.sentence).toBe("Mean E2E stayed as it was.");
});

test("answers that were not streamed have no parts, and failed ones no say", () => {
  const whole = aWorkloadRun({ records: [aRecord({ ttftMs: null, lastOutputMs: null })] });
  expect(explain(before, whole)).toBeUndefined();
  const failed = aRecord({ outcome: "failed", failure: "truncated", ttftMs: 9000 });
  const mixed = { ...before, records: [...before.records, failed] };
  expect(explain(before, mixed)?.after).toEqual(explain(before, before)?.after);
});
