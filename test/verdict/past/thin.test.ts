// What main leaves out of a job that was cut short, and says so.
import { expect, test } from "vitest";
import { historyRecordFrom } from "../../../src/baseline/history-record.ts";
import { thinWarnings, withoutThin } from "../../../src/verdict/past/thin.ts";
import { aRun, aWorkloadRun, someRecords } from "../../support/builders.ts";

function job(requests: number) {
  const workload = aWorkloadRun({ records: someRecords(requests) });
  const run = aRun({ workloads: [workload] });
  return { run, workload, record: historyRecordFrom({ run, workload }) };
}

/** p50 needs 10 requests, p90 50, p95 100, p99 500: n(1 − q) ≥ 5; a mean and a throughput none. */
const ofTtft = (cells: object) =>
  Object.keys(cells)
    .filter((id) => id.startsWith("ttft.") || id === "output_throughput")
    .toSorted();
const all = ["output_throughput", "ttft.mean", "ttft.p50", "ttft.p90", "ttft.p95", "ttft.p99"];

test.each([
  ["300 of 300: p99 never has enough, and is kept as in every job", 300, 300, all],
  ["150 of 300", 150, 300, all],
  ["100 of 300", 100, 300, all.filter((id) => id !== "ttft.p99")],
  ["99 of 300", 99, 300, all.filter((id) => !/p95|p99/.test(id))],
  ["40 of 300", 40, 300, ["output_throughput", "ttft.mean", "ttft.p50"]],
  ["9 of 300", 9, 300, ["output_throughput", "ttft.mean"]],
  ["40 of 40: what was asked for was measured", 40, 40, all],
  ["40 of 600", 40, 600, ["output_throughput", "ttft.mean", "ttft.p50"]],
])("%s", (_, measured, planned, remembered) => {
  const { record } = job(measured);
  expect(ofTtft(withoutThin(record, { planned, before: undefined }).cells)).toEqual(remembered);
});

test("where a duration bounds the load, the job before says what is usual", () => {
  const { record } = job(40);
  const before = job(200).record;
  const { cells } = withoutThin(record, { planned: null, before });
  expect(ofTtft(cells)).toEqual(["output_throughput", "ttft.mean", "ttft.p50"]);
  expect(withoutThin(record, { planned: null, before: undefined })).toEqual(record);
});

test("a second measurement that was cut short is treated alike", () => {
  const { record } = job(300);
  const again = { ...record, confirmation: job(40).record.cells };
  const { confirmation } = withoutThin(again, { planned: 300, before: undefined });
  expect(ofTtft(confirmation ?? {})).not.toContain("ttft.p95");
});

test("what is left out is said, and nothing where nothing is", () => {
  const { run, workload, record } = job(40);
  const records = (planned: number) =>
    new Map([[workload.name, withoutThin(record, { planned, before: undefined })]]);
  const [told, ...more] = thinWarnings(run, records(300));
  expect(told?.message).toMatch(
    /^chat-short: main does not remember TTFT p90, TTFT p95,.* as 40 requests are too few for it\.$/,
  );
  expect(more).toEqual([]);
  expect(thinWarnings(run, records(40))).toEqual([]);
});
