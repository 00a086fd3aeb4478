// A line of a journal holds what was kept of a request, and nothing is made of a line that was cut.
import { expect, test } from "vitest";
import { readLine, requestLine, runLine, workloadLine } from "../../../src/metrics/run/journal.ts";
import { fromMilliseconds } from "../../../src/time.ts";
import { aRun } from "../../support/builders.ts";
import { aMeasured, digested } from "../../support/measured.ts";
import { aCompleted, aDropped, aFailed, anInterrupted } from "../../support/records.ts";
import { aWorkload } from "../../support/workloads.ts";

const full = {
  ...aCompleted({ id: 3, start: 5.25, sent: 0.4, output: [100, 120], end: 141, tokens: 9 }),
  finishReason: "stop",
  connect: fromMilliseconds(3),
  toolCallText: "f()",
  servedBy: { model: "m", fingerprint: "fp", server: "s" },
  oddities: ["malformed_event"],
};

test.each([
  ["a completed", full],
  ["a failed", { ...aFailed({ output: [1] }), retryAfter: 2 }],
  ["an interrupted", anInterrupted({ output: [1, 2] })],
  ["a dropped", aDropped(7, 12)],
])("%s request comes back as it was", (_, record) => {
  const [kept] = digested([record]);
  expect(readLine(requestLine(kept!))).toEqual({ request: kept });
});

test("so do the heads of a run and of a workload, of which only what counting takes is kept", () => {
  const { workloads: _, ...run } = aRun();
  expect(readLine(runLine(run))).toEqual({ run });
  const { name, load, objectives } = aWorkload();
  const head = {
    workload: aWorkload(),
    key: "k",
    definition: { api: "http", stream: true },
    scheduleDigest: "d",
    planned: 10,
    wallZeroMs: 1.5,
    saveResponses: false,
  };
  expect(readLine(workloadLine(head))).toEqual({
    workload: { ...head, workload: { name, load, objectives } },
  });
});

test.each(["", "{", '{"request":{"id":1}}', "[]", "null", '{"other":1}'])(
  "%j is no line of a journal",
  (line) => {
    expect(readLine(line)).toBeUndefined();
  },
);

test("a line is one line, whatever the endpoint said", () => {
  const [kept] = digested([aFailed()].map((one) => ({ ...one, detail: "a\nb\u2028c\r" })));
  expect(requestLine(kept!)).not.toMatch(/[\n\r]/);
});

test("what a measurement keeps of a long answer is below a kilobyte", () => {
  const output = Array.from({ length: 500 }, (_, k) => 20 * k);
  const [, , , , , kept] = aMeasured({
    records: Array.from({ length: 6 }, (_, id) => aCompleted({ id, output, tokens: 500 })),
  }).records;
  expect(kept).toBeDefined();
  const { pieces: _, ...usual } = kept as Extract<typeof kept, { pieceCount: number }>;
  expect(requestLine(usual).length).toBeLessThan(1_000);
});
