// Which part of e2e moved.
import { expect, test } from "vitest";
import { explain, isBuffered } from "../../src/verdict/explain.ts";
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

// Through a web server that buffers: TTFT 22.4 → 287.2 ms, gaps 5.49 → 1.58 ms (here 60 of them); then the bounds.
test.each<[string, before: [number, number], after: [number, number], buffered: boolean]>([
  ["a stream that is collected on its way", [22.4, 329.4], [287.2, 94.8], true],
  ["a slower start with the same pace", [22.4, 329.4], [287.2, 329.4], false],
  ["a slower start with a pace that is 30 % quicker", [200, 1000], [600, 700], false],
  ["a quicker pace without a longer wait", [200, 1000], [200, 400], false],
  ["a wait that grew by half of what the pace lost", [200, 1000], [500, 400], true],
  ["a wait that grew by a little less", [200, 1000], [499, 400], false],
  ["output that had been collected before, and is not now", [287.2, 94.8], [22.4, 329.4], false],
])("%s", (_, [wait, pace], [waited, paced], buffered) => {
  const found = explain(run(wait, pace, 10), run(waited, paced, 10))!;
  expect(isBuffered(found)).toBe(buffered);
  expect(found.sentence.includes("holds the stream back")).toBe(buffered);
});
