// What a crash left behind is a run of all that was seen, and says that it is no whole one.
import { expect, test } from "vitest";
import { recover } from "../../../src/measure/journal/recover.ts";
import { readLine, requestLine, runLine, workloadLine } from "../../../src/metrics/run/journal.ts";
import { runSchema } from "../../../src/metrics/run.ts";
import { aRun } from "../../support/builders.ts";
import { aMeasured, digested } from "../../support/measured.ts";
import { aCompleted, aFailed } from "../../support/records.ts";

const { workloads: _, ...run } = aRun();
const { records: __, gaps: ___, ...head } = aMeasured({ planned: 10 });
const records = digested([
  ...Array.from({ length: 8 }, (_, id) =>
    aCompleted({ id, start: 100 * id, output: [50, 70, 90], end: 95, tokens: 3 }),
  ),
  aFailed({ id: 8, start: 800, end: 5 }),
]);
const lines = [runLine(run), workloadLine(head), ...records.map((record) => requestLine(record))];

test("all that was seen is counted", () => {
  const found = recover(lines.toReversed().toSorted(byKind).map(readLine));
  expect(runSchema.safeParse(JSON.parse(JSON.stringify(found))).error).toBeUndefined();
  const [workload] = found?.workloads ?? [];
  expect(workload?.counts).toMatchObject({ planned: 10, attempted: 9, completed: 8, failed: 1 });
  expect(workload?.metrics["ttft"]).toMatchObject({ n: 8, p50: 50 });
  expect(workload?.records.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

/** Heads first; requests come in any order. */
function byKind(a: string, b: string): number {
  const rank = (line: string) =>
    ['{"run', '{"workload', '{"request'].findIndex((start) => line.startsWith(start));
  return rank(a) - rank(b);
}

test("it says that it was cut off, and what is not known", () => {
  const [workload] = recover(lines.map(readLine))?.workloads ?? [];
  expect(workload?.warnings).toMatchObject([{ code: "recovered" }]);
  expect(workload).toMatchObject({ client: null });
  expect(workload?.metrics).not.toHaveProperty("itl");
});

test("a remnant is kept and not judged", () => {
  const [workload] = recover(lines.slice(0, 5).map(readLine))?.workloads ?? [];
  expect(workload?.invalid).toMatchObject([{ code: "cancelled" }]);
});

test("a line that was cut is left out", () => {
  const cut = [...lines.slice(0, -1), lines.at(-1)!.slice(0, 40)];
  expect(recover(cut.map(readLine))?.workloads[0]?.records).toHaveLength(8);
});

test("of a job that was cut in its confirmation the first run is recovered", () => {
  const second = [runLine({ ...run, measurement: "confirmation" }), ...lines.slice(1, 4)];
  const found = recover([...lines, ...second].map(readLine));
  expect(found).toMatchObject({ measurement: "first" });
  expect(found?.workloads).toHaveLength(1);
});

test.each([[[]], [["not a journal"]], [lines.slice(1)]])("%j hold no run", (some) => {
  expect(recover(some.map(readLine))).toBeUndefined();
});

test("of a duet both sides are recovered, each over its own rounds, and neither is judged", () => {
  const twin = { ...head, baseEndpoint: "http://base.test/v1" };
  const inRound = (round: number, side?: "base") => (record: (typeof records)[number]) =>
    requestLine({ ...record, round }, side);
  const sent = [
    ...records.slice(0, 4).map(inRound(0, "base")),
    ...records.slice(0, 5).map(inRound(0)),
    ...records.slice(5, 7).map(inRound(1)),
  ];
  const found = recover([runLine(run), workloadLine(twin), ...sent].map(readLine));
  expect(runSchema.safeParse(JSON.parse(JSON.stringify(found))).error).toBeUndefined();
  const [workload] = found?.workloads ?? [];
  expect(workload?.counts.completed).toBe(7);
  expect(workload?.window.stretches).toHaveLength(2);
  expect(workload?.duet).toMatchObject({ endpoint: "http://base.test/v1", rounds: [] });
  expect(workload?.duet?.base.counts.completed).toBe(4);
  expect(workload?.invalid.map(({ message }) => message)).toEqual([
    "the measurement was cancelled; what it saw is kept, not judged",
  ]);
});
