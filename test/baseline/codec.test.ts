// A run written line by line is the run that is read again, a duet's second side included.
import { expect, test } from "vitest";
import { parseStored, storedLines } from "../../src/baseline/codec.ts";
import type { Run } from "../../src/metrics/run.ts";
import { aRun, aWorkloadRun } from "../support/builders.ts";

function written(run: Run): readonly string[] {
  return [...storedLines(run)];
}

const alone = aWorkloadRun({ name: "alone" });
const { duet: _, ...base } = aWorkloadRun();
const side = { cells: { "ttft.p50": { y: 5.7, w: 0.01, n: 50 } }, err: { x: 1, n: 50 } };
const duet = {
  endpoint: "https://base.example.test/v1",
  first: ["base" as const],
  rounds: [{ base: side, candidate: side }],
  base,
};
const twins = aWorkloadRun({ name: "twins", duet });

test.each([
  ["one endpoint", [alone]],
  ["a duet", [twins]],
  ["both, in any order", [twins, alone, twins]],
  ["nothing", []],
] as const)("a run of %s is read as it was written", (_name, workloads) => {
  const run = aRun({ workloads: [...workloads] });
  expect(parseStored(written(run).join(""))).toEqual({ kind: "run", run });
});

test("no piece holds more than one request, on either side", () => {
  const requests = written(aRun({ workloads: [twins] })).map(
    (piece) => piece.split('"outcome":').length - 1,
  );
  expect(Math.max(...requests)).toBe(1);
  expect(requests.reduce((sum, count) => sum + count, 0)).toBe(2 * base.records.length);
});

const long = "x".repeat(1_000_000);
test.each([
  ["a kind", { kind: long }],
  ["a name", { kind: "latency-gate-baseline", repository: null, workloads: { [long]: 1 } }],
])("%s of a megabyte is refused in a sentence that a log can take", (_, file) => {
  const parsed = parseStored(JSON.stringify({ schema: 1, ...file }));
  expect(parsed.kind).toBe("unreadable");
  expect(JSON.stringify(parsed).length).toBeLessThan(500);
});
